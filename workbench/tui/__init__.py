"""The terminal app: screens over the services. It opens no store itself and judges nothing."""

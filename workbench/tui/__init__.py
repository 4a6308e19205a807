"""The app: screens over services. Opens no store itself and judges nothing."""

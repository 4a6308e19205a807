"""`plan`: what drafting would cost, before anything is sent."""

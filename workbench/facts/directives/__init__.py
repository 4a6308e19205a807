"""What human messages say to do, keep or avoid, as commitments."""

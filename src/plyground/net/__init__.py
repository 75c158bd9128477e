"""Networks: what they read, their layers, their files, and what they say of a position."""

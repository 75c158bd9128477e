"""Training by self-play: a pool of searches plays games, a network learns from them, an exact judge measures it."""

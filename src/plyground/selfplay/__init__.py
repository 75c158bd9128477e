"""Training by self-play: a pool of searches plays, a network learns from the games, an exact judge says how well."""

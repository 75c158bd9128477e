"""Networks: their inputs, their layers, their files, and their evaluations of positions."""

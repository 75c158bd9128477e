"""Pure statistics of strength: differences, ratings and their certainty. Plays no games and prints nothing.

tally            counts of games and colour-swapped pairs
intervals        Wilson's interval of proportions and scores
estimates        means over repetitions, differences, slopes
elo              logistic and normalised Elo
sprt             the test that decides when to stop
significance     likelihood of superiority, sign test, games needed
bradley_terry    ratings of many players
payoff           results of every player against every other
seatings         wins by seat
running_average  the mean score after each game

Import from the module that you need: a search needs intervals, but not the NumPy of the ratings.
"""

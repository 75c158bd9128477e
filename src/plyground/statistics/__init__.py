"""Pure statistics: who is stronger, by how much, and how sure is that? No game is played here, and nothing is printed.

tally            what is counted: games, colour-swapped pairs
intervals        Wilson's interval of proportions and scores
estimates        means over repetitions, differences, slopes
elo              logistic and normalised Elo
sprt             the test that says when to stop
significance     likelihood of superiority, sign test, games needed
bradley_terry    ratings of many players
payoff           who did what against whom
seatings         who won from which seat
running_average  the score as it grows

Import from the module that you need: a search wants intervals, and not the NumPy behind the ratings.
"""

"""The Bayesian belief about a row's value."""

from plyground.search.columns.base import Column, Statistic, register_statistic


@register_statistic("posterior")
class Posterior(Statistic):
    """`variance` of the belief about a row's value (whose mean is `value`), and the row's own evaluations.

    The Bayesian backup fills them in: `own_sum` is the sum of values to the row's seat over `own_visits` evaluations.
    """

    columns = (
        Column("variance", "float", 1.0 / 3.0),  # of Beta(1, 1) on [−1, 1]
        Column("own_sum", "float", 0.0),
        Column("own_visits", "int", 0),
    )

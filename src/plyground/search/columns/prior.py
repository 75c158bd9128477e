"""Prior probabilities of actions."""

from plyground.search.columns.base import Column, Statistic, register_statistic


@register_statistic("prior")
class Prior(Statistic):
    """`prior` of each action. The network or the selection rule fills it in when a row gets children."""

    columns = (Column("prior", "float", 0.0),)

"""The plain mean, for backups whose `value` is not the mean."""

from plyground.search.columns.base import Column, Statistic, register_statistic


@register_statistic("average")
class Average(Statistic):
    """`average`: the mean of the values. The backup fills it in."""

    columns = (Column("average", "float", 0.0),)
    mixable = True

"""What is kept of a finished match."""

from django.db import models


class Match(models.Model):
    """A finished match.

    `record` is the whole record as JSON text, the source of everything else here: `seats`
    (who sat where at the end: kind, player, name, level), `totals` and `places` by seat are
    for lists.
    """

    id = models.CharField(primary_key=True, max_length=64, editable=False)
    game = models.CharField(max_length=64, db_index=True)
    room_code = models.CharField(max_length=16)
    finished = models.DateTimeField(db_index=True)
    seats = models.JSONField()
    totals = models.JSONField()
    places = models.JSONField()
    commitment = models.CharField(max_length=64)
    record = models.TextField()

    def __str__(self) -> str:
        return f"{self.game} {self.id}"


class MatchSeat(models.Model):
    """One seat of a finished match, and who sat there at its end.

    `player` is a public player id, None for a CPU. It is text and no foreign key: a result
    stays when its player goes.
    """

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="match_seats")
    seat = models.PositiveSmallIntegerField()
    player = models.CharField(max_length=64, null=True, db_index=True)
    kind = models.CharField(max_length=16)
    place = models.PositiveSmallIntegerField()
    total = models.IntegerField()

    class Meta:
        constraints = (models.UniqueConstraint(fields=["match", "seat"], name="one_row_a_seat"),)

    def __str__(self) -> str:
        return f"{self.match_id} seat {self.seat}"

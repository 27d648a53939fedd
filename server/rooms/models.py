"""What the database keeps of gatherings and reports; running rooms live in the store."""

from typing import Final

from django.db import models
from django.utils import timezone

TITLE_LENGTH: Final = 60
REASON_LENGTH: Final = 800
"""Code points; the API allows fewer characters as a reader counts them."""


class Gathering(models.Model):
    """A link for a class or a club, whose visitors are spread over rooms of one game.

    `host` is the public player id of who made it, `options` what its rooms are made with.
    """

    code = models.CharField(primary_key=True, max_length=16, editable=False)
    game = models.CharField(max_length=64)
    title = models.CharField(max_length=TITLE_LENGTH, blank=True)
    host = models.CharField(max_length=64)
    host_name = models.CharField(max_length=100)
    options = models.JSONField()
    created = models.DateTimeField(default=timezone.now)

    def __str__(self) -> str:
        return f"{self.game} {self.code}"


class GatheringRoom(models.Model):
    """A room of a gathering.

    It is written before the store has the room, so that many who come at once meet in it:
    `made` says that the store had it, `gone` that it has it no more.
    """

    gathering = models.ForeignKey(Gathering, on_delete=models.CASCADE, related_name="rooms")
    code = models.CharField(max_length=16, unique=True)
    host = models.CharField(max_length=64)
    made = models.BooleanField(default=False)
    gone = models.BooleanField(default=False)
    created = models.DateTimeField(default=timezone.now)

    def __str__(self) -> str:
        return self.code


class GatheringVisitor(models.Model):
    """Which room of a gathering a visitor was sent to, and when."""

    gathering = models.ForeignKey(Gathering, on_delete=models.CASCADE, related_name="visitors")
    player = models.CharField(max_length=64)
    room = models.ForeignKey(GatheringRoom, on_delete=models.CASCADE, related_name="visitors")
    sent = models.DateTimeField(default=timezone.now)

    class Meta:
        constraints = (
            models.UniqueConstraint(fields=["gathering", "player"], name="one_room_a_visitor"),
        )

    def __str__(self) -> str:
        return f"{self.player} {self.room_id}"


class Report(models.Model):
    """What a player said of another's behaviour in a room, with the last lines of its talk."""

    room_code = models.CharField(max_length=16)
    reporter = models.CharField(max_length=64)
    player = models.CharField(max_length=64, db_index=True)
    name = models.CharField(max_length=100)
    reason = models.CharField(max_length=REASON_LENGTH, blank=True)
    talk = models.JSONField()
    created = models.DateTimeField(default=timezone.now, db_index=True)

    def __str__(self) -> str:
        return f"{self.player} in {self.room_code}"

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    initial = True

    dependencies = ()

    operations = (
        migrations.CreateModel(
            name="Match",
            fields=[
                (
                    "id",
                    models.CharField(
                        editable=False, max_length=64, primary_key=True, serialize=False
                    ),
                ),
                ("game", models.CharField(db_index=True, max_length=64)),
                ("room_code", models.CharField(max_length=16)),
                ("finished", models.DateTimeField(db_index=True)),
                ("seats", models.JSONField()),
                ("totals", models.JSONField()),
                ("places", models.JSONField()),
                ("commitment", models.CharField(max_length=64)),
                ("record", models.TextField()),
            ],
        ),
        migrations.CreateModel(
            name="MatchSeat",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("seat", models.PositiveSmallIntegerField()),
                ("player", models.CharField(db_index=True, max_length=64, null=True)),
                ("kind", models.CharField(max_length=16)),
                ("place", models.PositiveSmallIntegerField()),
                ("total", models.IntegerField()),
                (
                    "match",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="match_seats",
                        to="games.match",
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(fields=("match", "seat"), name="one_row_a_seat")
                ],
            },
        ),
    )

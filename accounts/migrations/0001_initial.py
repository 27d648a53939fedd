import django.utils.timezone
from django.db import migrations, models

import accounts.models


class Migration(migrations.Migration):
    initial = True

    dependencies = ()

    operations = (
        migrations.CreateModel(
            name="Player",
            fields=[
                (
                    "id",
                    models.CharField(
                        default=accounts.models.new_player_id,
                        editable=False,
                        max_length=13,
                        primary_key=True,
                        serialize=False,
                    ),
                ),
                ("key_hash", models.CharField(editable=False, max_length=64, unique=True)),
                ("name", models.CharField(max_length=100)),
                ("folded", models.TextField(unique=True)),
                ("language", models.CharField(max_length=2)),
                ("created", models.DateTimeField(default=django.utils.timezone.now)),
                ("seen", models.DateTimeField(default=django.utils.timezone.now)),
            ],
        ),
    )

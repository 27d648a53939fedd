"""Bring the database up to date, and know without asking it when it already is."""

import hashlib
from pathlib import Path

import django
from django.apps import apps
from django.conf import settings
from django.core.management import call_command


def migrate_if_needed() -> bool:
    """Migrate unless the stamp beside SQLite's file says that it is up to date; whether it did.

    Any other database is always asked. Raises django.db.Error.
    """
    database = settings.DATABASES["default"]
    stamp = settings.MEJA_DATA / "migrated.stamp"
    wanted = _migrations_hash()
    is_sqlite = database["ENGINE"] == "django.db.backends.sqlite3"
    if is_sqlite and Path(database["NAME"]).exists() and _read(stamp) == wanted:
        return False
    call_command("migrate", interactive=False, verbosity=0)
    if is_sqlite:
        stamp.write_text(wanted)
    return True


def _read(stamp: Path) -> str | None:
    return stamp.read_text() if stamp.exists() else None


def _migrations_hash() -> str:
    digest = hashlib.sha256(f"{django.VERSION} {settings.DATABASES['default']['NAME']}".encode())
    for config in apps.get_app_configs():
        for path in sorted(Path(config.path, "migrations").glob("*.py")):
            digest.update(f"{config.label}/{path.name}\0".encode() + path.read_bytes())
    return digest.hexdigest()

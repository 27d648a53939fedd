"""Django's settings, all of them read from the environment (docs/operations.md lists it).

Importing them writes nothing and connects to nothing: `serve` makes the data folder and
its secrets before.
"""

import os
import secrets
import tempfile
from pathlib import Path
from typing import Any

import dj_database_url
from csp.constants import NONE, SELF
from django.core.exceptions import ImproperlyConfigured

from server.ops.environment import (
    env_bool,
    env_choice,
    env_int,
    env_list,
    own_hosts,
    read_secret,
)

BASE_DIR = Path(__file__).resolve().parent.parent
MEJA_DATA = Path(os.environ.get("MEJA_DATA") or BASE_DIR / "data").resolve()
"""The data folder: database, Valkey's files, secrets."""

DEBUG = False

# --- Secrets ----------------------------------------------------------------
_key = os.environ.get("SECRET_KEY") or read_secret(MEJA_DATA, "django-key")
if _key is None and os.environ.get("DATABASE_URL"):
    raise ImproperlyConfigured("with DATABASE_URL, SECRET_KEY must be set too")
SECRET_KEY = _key or secrets.token_urlsafe(48)
"""Of this process alone where nothing has made one yet: commands that sign nothing, tests."""

# --- Who may call us what ---------------------------------------------------
ALLOWED_HOSTS = [*own_hosts(), *(host.lower() for host in env_list("MEJA_HOSTS"))]
MEJA_PROXIES = frozenset(env_list("MEJA_PROXIES"))
"""Addresses of proxies whose X-Forwarded-For and X-Forwarded-Proto count."""

# --- Parts ------------------------------------------------------------------
INSTALLED_APPS = [
    "django.contrib.contenttypes",
    "django.contrib.auth",
    "rest_framework",
    "drf_spectacular",
    "channels",
    "accounts",
    "games",
    "server",
    "server.rooms",
]
MIDDLEWARE = [
    "django.middleware.security.SecurityMiddleware",
    "csp.middleware.CSPMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
]
ROOT_URLCONF = "server.urls"
ASGI_APPLICATION = "server.asgi.application"
APPEND_SLASH = False
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

# --- Database and Redis -----------------------------------------------------
REDIS_URL = os.environ.get("REDIS_URL") or "redis://127.0.0.1:6379/0"

CACHES = {
    "default": {
        "BACKEND": "django.core.cache.backends.redis.RedisCache",
        "LOCATION": REDIS_URL,
        "KEY_PREFIX": "cache",
        "OPTIONS": {"socket_connect_timeout": 0.5, "socket_timeout": 0.5},
    }
}
"""Counters of limits and the places that quick match keeps free; never a room."""


def _database() -> dict[str, Any]:
    config: dict[str, Any] = dict(
        dj_database_url.parse(
            os.environ.get("DATABASE_URL") or f"sqlite:///{MEJA_DATA / 'meja.sqlite3'}"
        )
    )
    if config["ENGINE"] == "django.db.backends.sqlite3":
        config["OPTIONS"] = {
            "transaction_mode": "IMMEDIATE",
            "timeout": 5,
            "init_command": "PRAGMA journal_mode=WAL;PRAGMA synchronous=NORMAL;",
        }
        # A file, so that threads see one database with the locks of the real one.
        name = f"meja-test-{os.getpid()}.sqlite3"
        config["TEST"] = {"NAME": str(Path(tempfile.gettempdir()) / name)}
    else:
        config["CONN_MAX_AGE"] = 0
        config["OPTIONS"] = {**config.get("OPTIONS", {}), "pool": True}
    return config


DATABASES = {"default": _database()}

# --- The game's delays, in milliseconds -------------------------------------
MEJA_CPU_DELAY_MS = env_int("MEJA_CPU_DELAY_MS", 800)
"""About how long a CPU waits before its move, so that people can follow."""
MEJA_PAUSE_MS = env_int("MEJA_PAUSE_MS", 20_000)
"""How long the score sheet stays when not everybody says ready."""
MEJA_ROOM_EXPIRY_MS = env_int("MEJA_ROOM_EXPIRY_MS", 86_400_000)
"""How long a room lives after its last change."""
MEJA_LEASE_MS = env_int("MEJA_LEASE_MS", 2_000)
"""How long a worker's claim on a due room holds."""
MEJA_GRACE_MS = env_int("MEJA_GRACE_MS", 20_000)
"""How long a seated person may be away before a CPU holds the seat."""
MEJA_REVEAL_MS = env_int("MEJA_REVEAL_MS", 3_000)
"""How long a starting match waits for the nonces of its people."""
MEJA_FILL_MS = env_int("MEJA_FILL_MS", 20_000)
"""How long a quick match waits for people before CPUs fill it."""

# --- CPUs that think long, in child processes of each worker
MEJA_THINKERS = env_int("MEJA_THINKERS", max(1, (os.cpu_count() or 2) - 1))
"""How many there are; 0: they think in the worker itself, and what else is due waits."""
MEJA_THINK_QUEUE = env_int("MEJA_THINK_QUEUE", 2)
"""How many decisions may wait for each of them before a CPU plays at a lower level."""
MEJA_THINK_MS = env_int("MEJA_THINK_MS", 10_000)
"""How long a decision may take before a CPU plays at a lower level."""

# --- Limits by address, an hour: a whole class may share one address
MEJA_NEW_GUESTS_PER_HOUR = env_int("MEJA_NEW_GUESTS_PER_HOUR", 300)
MEJA_NEW_ROOMS_PER_HOUR = env_int("MEJA_NEW_ROOMS_PER_HOUR", 300)

MEJA_MESSAGES_PER_SECOND = env_int("MEJA_MESSAGES_PER_SECOND", 20)
"""How fast one socket may speak; three seconds' worth may come at once."""
MEJA_TALK_PER_10S = env_int("MEJA_TALK_PER_10S", 6)
"""How many lines of talk a player may say in ten seconds."""
MEJA_PING_MS = env_int("MEJA_PING_MS", 10_000)
"""How often a socket is asked whether it lives, and how long it may take to answer."""
MEJA_ROOM_SOCKETS = env_int("MEJA_ROOM_SOCKETS", 300)
"""How many sockets one room may have in one process."""
MEJA_PLAYER_SOCKETS = env_int("MEJA_PLAYER_SOCKETS", 12)
"""How many sockets one player may have in one room in one process."""

# --- How the hot path talks -------------------------------------------------
MEJA_REDIS_CLIENT = env_choice("MEJA_REDIS_CLIENT", ("shared", "redis-py"))
"""`shared`: one pipelined connection a process; `redis-py`: the library's pool."""
MEJA_DIRECT_SEND = env_bool("MEJA_DIRECT_SEND", True)
"""Write frames to the socket at once when nothing is pending; False: Twisted's way."""

# --- REST -------------------------------------------------------------------
REST_FRAMEWORK = {
    "DEFAULT_AUTHENTICATION_CLASSES": [],
    "DEFAULT_PERMISSION_CLASSES": [],
    "DEFAULT_RENDERER_CLASSES": ["rest_framework.renderers.JSONRenderer"],
    "DEFAULT_PARSER_CLASSES": ["rest_framework.parsers.JSONParser"],
    "UNAUTHENTICATED_USER": None,
    "DEFAULT_METADATA_CLASS": None,
    "DEFAULT_SCHEMA_CLASS": "drf_spectacular.openapi.AutoSchema",
    "EXCEPTION_HANDLER": "server.api_errors.exception_handler",
}
SPECTACULAR_SETTINGS = {
    "TITLE": "Meja",
    "DESCRIPTION": "Players, rooms and gatherings. Play itself goes over the room's websocket:"
    " docs/protocol.md, and its messages at /api/protocol.json.",
    "VERSION": "1",
    "OAS_VERSION": "3.1.0",
    "SERVE_INCLUDE_SCHEMA": False,
    "POSTPROCESSING_HOOKS": [],
    "APPEND_COMPONENTS": {
        "securitySchemes": {
            "player": {
                "type": "apiKey",
                "in": "cookie",
                "name": "meja_player",
                "description": "Set by `POST /api/guest`.",
            }
        }
    },
}
DATA_UPLOAD_MAX_MEMORY_SIZE = 64 * 1024

# --- Page and headers -------------------------------------------------------
FRONTEND_DIST = BASE_DIR / "frontend" / "dist"
STATIC_URL = "/static/"
STATIC_ROOT = FRONTEND_DIST
WHITENOISE_USE_FINDERS = False
WHITENOISE_AUTOREFRESH = False
WHITENOISE_IMMUTABLE_FILE_TEST = r"/assets/"
"""Vite puts what carries a hash in its name there."""
CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [NONE],
        "script-src": [SELF],
        "style-src": [SELF],
        "font-src": [SELF],
        "img-src": [SELF, "data:"],
        "connect-src": [SELF],
        "manifest-src": [SELF],
        "object-src": [NONE],
        "base-uri": [NONE],
        "form-action": [SELF],
        "frame-ancestors": [NONE],
    }
}
X_FRAME_OPTIONS = "DENY"
SECURE_CONTENT_TYPE_NOSNIFF = True
SECURE_REFERRER_POLICY = "same-origin"
SECURE_CROSS_ORIGIN_OPENER_POLICY = "same-origin"

# --- Time, language, logs ---------------------------------------------------
USE_TZ = True
TIME_ZONE = "UTC"
USE_I18N = False
LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {"line": {"format": "%(asctime)s %(levelname)s %(name)s: %(message)s"}},
    "handlers": {"stderr": {"class": "logging.StreamHandler", "formatter": "line"}},
    "root": {"handlers": ["stderr"], "level": os.environ.get("MEJA_LOG_LEVEL") or "WARNING"},
    "loggers": {
        "django": {"handlers": ["stderr"], "level": "WARNING", "propagate": False},
        # Anybody can make a 404 or a wrong Host; neither is news.
        "django.request": {"level": "ERROR"},
        "django.security.DisallowedHost": {"level": "CRITICAL"},
    },
}

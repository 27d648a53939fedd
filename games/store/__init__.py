"""The authoritative state of every room, in Redis or Valkey. Nothing else speaks to that server."""

"""Everything about rooms over HTTP. The views read, ask the live parts or the database, answer."""

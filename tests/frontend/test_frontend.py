"""The page's own checks, run where all tests run: types, accessibility warnings, Vitest."""

import os
import subprocess

import pytest

from server.ops import bootstrap


@pytest.mark.timeout(300)
@pytest.mark.parametrize("script", ["check", "test"])
def test_the_pages_own(script: str) -> None:
    bootstrap.ensure_page()
    npm, environment = bootstrap.find_npm()
    run = subprocess.run(
        [*npm, "run", script],
        cwd=bootstrap.FRONTEND,
        env={**os.environ, **environment, "NO_COLOR": "1", "CI": "1"},
        capture_output=True,
        text=True,
    )
    assert run.returncode == 0, run.stdout + run.stderr

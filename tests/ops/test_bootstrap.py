"""What `manage.py` says when the machine lacks something: one sentence, no traceback."""

import ast
import ctypes
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from server.ops.bootstrap import node_is_new_enough
from tests.ops.running import ROOT

BASE_PYTHON = str(getattr(sys, "_base_executable", sys.executable))

HIDE = """
import runpy, sys
for name in sys.argv[1].split(","):
    sys.modules[name] = None
sys.argv = ["manage.py", "check"]
runpy.run_path("manage.py", run_name="__main__")
"""

PRETEND_OLD = """
import runpy, sys
sys.version_info = (3, 8, 18)
sys.argv = ["manage.py", "serve"]
runpy.run_path("manage.py", run_name="__main__")
"""


@pytest.fixture
def clone(tmp_path: Path) -> Path:
    """As much of a fresh clone as the bootstrap reads."""
    (tmp_path / "server" / "ops").mkdir(parents=True)
    for name in ("manage.py", "requirements.in", "requirements.txt"):
        shutil.copy(ROOT / name, tmp_path)
    for name in ("__init__.py", "ops/__init__.py"):
        shutil.copy(ROOT / "server" / name, tmp_path / "server" / name)
    for name in ("bootstrap.py", "sentences.py", "environment.py"):
        shutil.copy(ROOT / "server" / "ops" / name, tmp_path / "server" / "ops")
    return tmp_path


def run(
    folder: Path, *arguments: str, without_power: bool = False, **variables: str
) -> subprocess.CompletedProcess[str]:
    """Run the base Python without site-packages in `folder`, with no uv on PATH."""
    return subprocess.run(
        [BASE_PYTHON, "-S", "-B", *arguments],
        cwd=folder,
        env={"PATH": "/usr/bin:/bin", "HOME": str(folder), **variables},
        capture_output=True,
        text=True,
        preexec_fn=lose_power_over_files if without_power else None,
    )


def lose_power_over_files() -> None:
    """Root may write anywhere; what it starts after this may not (CAP_DAC_OVERRIDE)."""
    if os.geteuid() == 0:
        ctypes.CDLL(None).prctl(24, 1)


def assert_one_sentence(result: subprocess.CompletedProcess[str], *words: str) -> None:
    assert result.returncode not in (0, None), result
    assert "Traceback" not in result.stderr
    last = result.stderr.strip().splitlines()[-1]
    for word in words:
        assert word in last


def test_manage_py_parses_on_an_old_python() -> None:
    ast.parse((ROOT / "manage.py").read_text(), feature_version=(3, 4))


def test_an_old_python_is_refused() -> None:
    result = run(ROOT, "-c", PRETEND_OLD)
    assert_one_sentence(result, "Python 3.11 or newer")
    assert len(result.stderr.strip().splitlines()) == 1


@pytest.mark.parametrize("missing", ["ensurepip", "venv"])
def test_a_missing_venv_module_is_named_with_its_package(clone: Path, missing: str) -> None:
    assert_one_sentence(run(clone, "-c", HIDE, missing), "python3-venv")


def test_a_folder_that_cannot_be_written_is_named(clone: Path) -> None:
    clone.chmod(0o555)
    try:
        result = run(clone, "manage.py", "check", without_power=True)
    finally:
        clone.chmod(0o755)
    assert_one_sentence(result, "cannot write to", str(clone))
    assert len(result.stderr.strip().splitlines()) == 1


def test_without_a_network_the_index_is_named(clone: Path) -> None:
    result = run(
        clone,
        "manage.py",
        "check",
        PIP_CONFIG_FILE=os.devnull,
        PIP_INDEX_URL="http://127.0.0.1:9/simple",
        PIP_RETRIES="0",
    )
    assert_one_sentence(result, "network to the package index", "install.log")
    assert not (clone / ".venv" / "meja-stamp.json").exists()


@pytest.mark.parametrize(
    ("version", "enough"),
    [
        ("v20.18.3", False),
        ("v20.19.0\n", True),
        ("v21.7.0", False),
        ("v22.11.0", False),
        ("v22.12.0", True),
        ("v24.1.0", True),
        ("v18.20.0", False),
        ("", False),
    ],
)
def test_node_versions_that_vite_runs_on(version: str, enough: bool) -> None:
    assert node_is_new_enough(version) is enough

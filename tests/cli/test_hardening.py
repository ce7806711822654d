"""The program as it was linked: what makes a hole in memory harder to use is there."""
import re
import shutil
import subprocess

import pytest
from program import BINARY

with_readelf = pytest.mark.skipif(not shutil.which("readelf"), reason="readelf is not installed")


def elf(*options):
    return subprocess.run(["readelf", "--wide", *options, BINARY], capture_output=True, text=True, check=True).stdout


@pytest.fixture(scope="module")
def symbols():
    names = elf("--dyn-syms")
    if "__asan_init" in names or "__asan_init" in elf("--symbols")[:200_000]:
        pytest.skip("the sanitizers' build is no release")
    return names


@with_readelf
def test_the_program_is_hardened(symbols):
    assert re.search(r"Type:\s+DYN", elf("--file-header")), "position-independent"
    dynamic = elf("--dynamic")
    assert "BIND_NOW" in dynamic or re.search(r"FLAGS_1.*\bNOW\b", dynamic), "bound before anything runs"
    assert re.search(r"FLAGS_1.*\bPIE\b", dynamic)
    assert "(RPATH)" not in dynamic and "(RUNPATH)" not in dynamic
    segments = elf("--program-headers")
    assert "GNU_RELRO" in segments
    assert re.search(r"GNU_STACK.*\bRW\s", segments), "nothing on the stack is run"
    assert not re.search(r"LOAD.*\bRWE\b", segments)


@with_readelf
def test_it_was_compiled_with_checks(symbols):
    assert "__stack_chk_fail" in symbols, "stack protector"
    assert re.search(r"__(memcpy|snprintf|read|memmove)_chk", symbols), "FORTIFY"

"""docs/app.example.ini is what the program says of its settings, and the program accepts it."""
from program import ROOT


def test_is_up_to_date(program):
    assert (ROOT / "docs/app.example.ini").read_text() == program.run("config", "example").stdout, \
        "run: build/cairn config example > docs/app.example.ini"


def test_is_accepted_without_a_warning(program):
    program.config.write_text((ROOT / "docs/app.example.ini").read_text())
    done = program.run("config", "show")
    assert "warn" not in (done.stdout + done.stderr).lower()

"""app.ini: read with care, completed with secrets, overridden by the environment, and never silently misunderstood."""
import os
import stat

import pytest


def said(done):
    return done.stdout + done.stderr


def test_secrets_are_made_once_and_kept_to_oneself(program):
    program.start()
    program.stop()
    first = program.config.read_text()
    assert "SECRET_KEY" in first
    assert stat.S_IMODE(os.stat(program.config).st_mode) == 0o600
    program.start()
    program.stop()
    assert program.config.read_text() == first


def test_what_was_written_by_hand_stays_as_it_was(program):
    program.config.write_text("# mine, do not touch\n; neither this\n" + program.config.read_text())
    program.start()
    program.stop()
    kept = program.config.read_text()
    assert kept.startswith("# mine, do not touch\n; neither this\n")
    assert f"HTTP_PORT = {program.port}" in kept


def test_show_has_every_value_and_no_secret(program):
    program.start()
    program.stop()
    secret = next(line.split("=", 1)[1].strip() for line in program.config.read_text().splitlines()
                  if line.startswith("SECRET_KEY"))
    shown = program.run("config", "show").stdout
    assert f"HTTP_PORT = {program.port}" in shown and "[server]" in shown and "MAX_RESPONSE_ITEMS = 50" in shown
    assert secret not in shown


def test_the_environment_wins(program):
    shown = program.run("config", "show", environment={"CAIRN__SERVER__HTTP_PORT": "4321", "CAIRN__API__ENABLE_SWAGGER": "false"}).stdout
    assert "HTTP_PORT = 4321" in shown and "ENABLE_SWAGGER = false" in shown


def test_an_unknown_key_is_a_warning_that_names_the_nearest(program):
    program.settings["server"]["HTP_PORT"] = 1
    program.write_config()
    done = program.run("config", "show")
    assert "HTP_PORT" in done.stderr and "HTTP_PORT" in done.stderr.replace("HTP_PORT", "", 1)


def test_an_unknown_section_is_a_warning(program):
    program.settings["sevrer"] = {"HTTP_PORT": 1}
    program.write_config()
    assert "sevrer" in program.run("config", "show").stderr


@pytest.mark.parametrize("section, key, value, expected", [
    ("server", "HTTP_PORT", "many", "number"),
    ("server", "HTTP_PORT", "70000", "65535"),
    ("server", "HTTP_PORT", "-1", "65535"),
    ("server", "PROTOCOL", "gopher", "https"),
    ("api", "ENABLE_SWAGGER", "maybe", "true"),
    ("database", "DB_TYPE", "oracle", "postgres"),
    ("server", "ROOT_URL", "not a url", "http"),
])
def test_a_bad_value_stops_the_start_with_its_place(program, section, key, value, expected):
    program.settings.setdefault(section, {})[key] = value
    program.write_config()
    line = next(number for number, text in enumerate(program.config.read_text().splitlines(), 1) if text.startswith(key + " "))
    done = program.run("serve", check=False)
    assert done.returncode != 0
    assert f"{program.config}:{line}" in said(done), said(done)
    assert key in said(done) and expected in said(done), said(done)


def test_a_bad_value_in_the_environment_is_named_too(program):
    done = program.run("serve", check=False, environment={"CAIRN__SERVER__HTTP_PORT": "many"})
    assert done.returncode != 0 and "CAIRN__SERVER__HTTP_PORT" in said(done)


def test_a_line_that_is_no_setting_stops_the_start(program):
    program.config.write_text(program.config.read_text() + "\nwhat is this\n")
    done = program.run("serve", check=False)
    assert done.returncode != 0 and f"{program.config}:" in said(done)


def test_a_config_that_cannot_be_made_is_said(program, tmp_path):
    blocked = tmp_path / "file"
    blocked.write_text("")
    program.config = blocked / "app.ini"
    done = program.run("serve", check=False)
    assert done.returncode != 0 and str(blocked) in said(done)

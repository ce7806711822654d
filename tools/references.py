#!/usr/bin/env python3
"""Writes the named character references of HTML, one on a line: the name as it stands behind the &, a tab, its characters.

They are the WHATWG's, as Python's own html.entities has them.
"""
import html.entities
import pathlib
import sys

# &NewLine; and &Tab; would end a line or a name here; a blank is white space all the same.
lines = [f"{name}\t{characters if characters.strip(chr(10) + chr(9)) else ' '}\n"
         for name, characters in html.entities.html5.items()]
pathlib.Path(sys.argv[1]).write_text("".join(sorted(lines)), encoding="utf-8")

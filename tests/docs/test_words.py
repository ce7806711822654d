"""tools/words.py, where git has left the marks of a conflict in a file of translations."""
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tools"))
import words  # noqa: E402

BOTH = '''msgid ""
msgstr ""
"Language: de\\n"

#: a.html
msgid "Before"
msgstr "Vorher"

<<<<<<< HEAD
#: b.html
msgid "Ours"
msgstr "Unseres"

#: c.html
msgid "Common"
msgstr ""
=======
#: d.html
msgid "Theirs"
msgstr "Ihres"

#: c.html
msgid "Common"
msgstr "Gemeinsam"
>>>>>>> other

#: e.html
msgid "After"
msgstr "Nachher"
'''


def test_the_words_of_both_sides_are_taken(tmp_path):
    file = tmp_path / "de.po"
    file.write_text(BOTH)
    header, found = words.read_po(file)
    assert "Language: de" in header
    assert {one: texts for one, (_, texts, _) in found.items()} == {
        "Before": ["Vorher"], "Ours": ["Unseres"], "Common": ["Gemeinsam"], "Theirs": ["Ihres"], "After": ["Nachher"]}

"""axe-core, which finds what keeps people from using a page: names that are missing, contrast, order, roles."""
import functools
import pathlib

SOURCE = pathlib.Path(__file__).resolve().parent.parent / "browser/node_modules/axe-core/axe.min.js"
RUN = """axe.run(document, {resultTypes: ['violations']}).then(({violations}) => violations.flatMap(({id, help, nodes}) =>
    nodes.map(({target, failureSummary}) => `${id}: ${help}: ${target.join(' ')}: ${failureSummary}`)))"""


@functools.cache
def source():
    return SOURCE.read_text()


def faults(tab):
    """What axe-core has to say against the page that the tab shows."""
    if not tab.evaluate("typeof axe === 'object'"):
        tab.evaluate(source() + ";true")
    return tab.evaluate(RUN)

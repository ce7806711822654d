"""axe-core, which finds what keeps people from using a page: names that are missing, contrast, order, roles."""
import functools
import pathlib

SOURCE = pathlib.Path(__file__).resolve().parent.parent / "browser/node_modules/axe-core/axe.min.js"
# What is about colors takes longer than all the rest: a page is asked for it once in light and once in dark, where nothing
# else is another; on a phone it has the colors that it has in light (looks.py looks at the contrast there, too).
RUN = """(() => {
    const dark = matchMedia('(prefers-color-scheme: dark)').matches, phone = innerWidth < 600;
    const colors = ['color-contrast', 'link-in-text-block'];
    const rules = phone ? {rules: Object.fromEntries(colors.map((id) => [id, {enabled: false}]))}
        : dark ? {runOnly: {type: 'rule', values: colors}} : {};
    return axe.run(document, {resultTypes: ['violations'], ...rules}).then(({violations}) => violations.flatMap(({id, help, nodes}) =>
        nodes.map(({target, failureSummary}) => `${id}: ${help}: ${target.join(' ')}: ${failureSummary}`)));
})()"""


@functools.cache
def source():
    return SOURCE.read_text()


def faults(tab):
    """What axe-core has to say against the page that the tab shows."""
    if not tab.evaluate("typeof axe === 'object'"):
        tab.evaluate(source() + ";true")
    return tab.evaluate(RUN)

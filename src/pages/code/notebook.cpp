#include "pages/code/notebook.hpp"

#include <algorithm>
#include <span>

#include "base/text.hpp"
#include "contents/notebook.hpp"
#include "markup/language_class.hpp"
#include "pages/safe_html.hpp"

namespace cairn::pages {

namespace {

constexpr std::size_t most_cells = 2000;

void write_code(HtmlWriter& out, const std::string& text, const std::string& language)
{
    if (text::trim(text).empty()) return;
    out.open("pre", {{"tabindex", "0"}}).open("code", {{"class", language}}).text(text).close("code").close("pre");
}

} // namespace

Result<Html> notebook_html(std::string_view json, const markup::LinkContext& links)
{
    const auto notebook = TRY(contents::read_notebook(json));
    const auto language_class = markup::language_class(notebook.language);
    HtmlWriter out;
    for (const auto& cell : std::span(notebook.cells).first(std::min(notebook.cells.size(), most_cells))) {
        if (cell.type == "markdown") {
            if (const auto html = markup::markdown_html(cell.source, markup::Mode::file, links)) out.add(*html);
            else write_code(out, cell.source, "language-text");
            continue;
        }
        write_code(out, cell.source, cell.type == "code" ? language_class : "language-text");
        for (const auto& output : cell.outputs) write_code(out, output.text, "language-text");
    }
    return out.take();
}

} // namespace cairn::pages

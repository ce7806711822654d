#include "pages/code/notebook.hpp"

#include "api/codec.hpp"
#include "base/text.hpp"
#include "markup/language_class.hpp"
#include "pages/safe_html.hpp"

namespace cairn::pages {

// What is read of a notebook. Texts are either one text or its lines.
struct NotebookOutput {
    Json text;
    std::map<std::string, Json> data;
    std::string evalue; // what went wrong
};
BOOST_DESCRIBE_STRUCT(NotebookOutput, (), (text, data, evalue))

struct NotebookCell {
    std::string cell_type;
    Json source;
    std::vector<NotebookOutput> outputs;
};
BOOST_DESCRIBE_STRUCT(NotebookCell, (), (cell_type, source, outputs))

struct NotebookLanguage {
    std::string name;
};
BOOST_DESCRIBE_STRUCT(NotebookLanguage, (), (name))

struct NotebookMetadata {
    NotebookLanguage language_info;
};
BOOST_DESCRIBE_STRUCT(NotebookMetadata, (), (language_info))

struct Notebook {
    std::vector<NotebookCell> cells;
    NotebookMetadata metadata;
};
BOOST_DESCRIBE_STRUCT(Notebook, (), (cells, metadata))

namespace {

constexpr std::size_t most_cells = 2000;

struct TextAlone {
    std::string text;
};
BOOST_DESCRIBE_STRUCT(TextAlone, (), (text))
struct TextLines {
    std::vector<std::string> text;
};
BOOST_DESCRIBE_STRUCT(TextLines, (), (text))

std::string joined(const Json& json)
{
    const auto object = R"({"text":)" + json.text + "}";
    if (TextLines lines; api::decode_json(type_of<TextLines>(), object, &lines)) return text::join(lines.text, "");
    if (TextAlone alone; api::decode_json(type_of<TextAlone>(), object, &alone)) return alone.text;
    return {};
}

void write_code(HtmlWriter& out, const std::string& text, const std::string& language)
{
    if (text::trim(text).empty()) return;
    out.open("pre", {{"tabindex", "0"}}).open("code", {{"class", language}}).text(text).close("code").close("pre");
}

void write_outputs(HtmlWriter& out, const NotebookCell& cell)
{
    for (const auto& output : cell.outputs) {
        auto text = joined(output.text);
        if (const auto plain = output.data.find("text/plain"); text.empty() && plain != output.data.end())
            text = joined(plain->second);
        write_code(out, text.empty() ? output.evalue : text, "language-text");
    }
}

} // namespace

Result<Html> notebook_html(std::string_view json, const markup::LinkContext& links)
{
    Notebook notebook;
    TRY(api::decode_json(type_of<Notebook>(), json, &notebook));
    if (notebook.cells.empty()) return fail(Errc::unprocessable, "this is no notebook");
    const auto& language = notebook.metadata.language_info.name;
    const auto language_class = markup::language_class(language.empty() ? "python" : language);
    if (notebook.cells.size() > most_cells) notebook.cells.resize(most_cells);
    HtmlWriter out;
    for (const auto& cell : notebook.cells) {
        const auto source = joined(cell.source);
        if (cell.cell_type == "markdown") {
            if (const auto html = markup::markdown_html(source, markup::Mode::file, links)) out.add(*html);
            else write_code(out, source, "language-text");
            continue;
        }
        write_code(out, source, cell.cell_type == "code" ? language_class : "language-text");
        write_outputs(out, cell);
    }
    return out.take();
}

} // namespace cairn::pages

#include "contents/notebook.hpp"

#include <map>

#include "api/codec.hpp"
#include "base/text.hpp"
#include "crypto/digest.hpp"

namespace cairn::contents {

// What is read of a file. Texts are either one text or its lines.
struct JupyterOutput {
    std::string output_type;
    std::string name;
    std::string ename;
    std::string evalue;
    Json text;
    std::map<std::string, Json> data;
};
BOOST_DESCRIBE_STRUCT(JupyterOutput, (), (output_type, name, ename, evalue, text, data))

struct JupyterCell {
    std::string id;
    std::string cell_type;
    Json source;
    std::vector<Json> outputs;
};
BOOST_DESCRIBE_STRUCT(JupyterCell, (), (id, cell_type, source, outputs))

struct JupyterLanguage {
    std::string name;
};
BOOST_DESCRIBE_STRUCT(JupyterLanguage, (), (name))

struct JupyterMetadata {
    JupyterLanguage language_info;
};
BOOST_DESCRIBE_STRUCT(JupyterMetadata, (), (language_info))

struct JupyterFile {
    std::vector<JupyterCell> cells;
    JupyterMetadata metadata;
};
BOOST_DESCRIBE_STRUCT(JupyterFile, (), (cells, metadata))

namespace {

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

Result<NotebookOutput> read_output(const Json& json)
{
    JupyterOutput read;
    TRY(api::decode_json(type_of<JupyterOutput>(), json.text, &read));
    NotebookOutput output{.kind = read.output_type,
                          .name = read.ename.empty() ? read.name : read.ename,
                          .types = {},
                          .text = joined(read.text),
                          .content = crypto::sha256_hex(json.text)};
    for (const auto& [type, content] : read.data) output.types.push_back(type);
    if (const auto plain = read.data.find("text/plain"); output.text.empty() && plain != read.data.end())
        output.text = joined(plain->second);
    if (output.text.empty()) output.text = read.evalue;
    return output;
}

} // namespace

Result<Notebook> read_notebook(std::string_view json)
{
    JupyterFile file;
    TRY(api::decode_json(type_of<JupyterFile>(), json, &file));
    if (file.cells.empty()) return fail(Errc::unprocessable, "this is no notebook");
    Notebook notebook;
    if (!file.metadata.language_info.name.empty()) notebook.language = file.metadata.language_info.name;
    for (auto& cell : file.cells) {
        NotebookCell read{
            .id = std::move(cell.id), .type = std::move(cell.cell_type), .source = joined(cell.source), .outputs = {}};
        for (const auto& output : cell.outputs) read.outputs.push_back(TRY(read_output(output)));
        notebook.cells.push_back(std::move(read));
    }
    return notebook;
}

} // namespace cairn::contents

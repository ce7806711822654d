// What an editor shall do with a file, by the .editorconfig at the root of the repository.
#include "contents/editorconfig.hpp"
#include "contents/entry.hpp"
#include "contents/tables.hpp"

namespace cairn::contents {

using namespace api;
using repositories::reads_code;
using repositories::RepositoryContext;
using enum Method;

namespace {

constexpr std::uint64_t largest_file = 1 << 20;

struct EditedPath {
    std::string filepath;
};
BOOST_DESCRIBE_STRUCT(EditedPath, (), (filepath))
constexpr auto notes(const EditedPath*) { return std::array{Note{"filepath", "the path of the file to be edited"}}; }

struct EditorSettings {
    std::string charset;
    std::string indent_style;
    std::string indent_size;
    std::string end_of_line;
};
BOOST_DESCRIBE_STRUCT(EditorSettings, (), (charset, indent_style, indent_size, end_of_line))
constexpr auto notes(const EditorSettings*)
{
    return std::array{
        Note{.member = "charset", .omit_empty = true},
        Note{.member = "indent_style", .omit_empty = true},
        Note{.member = "indent_size", .omit_empty = true},
        Note{.member = "end_of_line", .omit_empty = true},
    };
}

Result<Raw> get(Call& call, const RepositoryContext& place, Path<EditedPath> path, Query<AtRef> query)
{
    const auto repository = TRY(open_repository(call, place));
    const auto at = TRY(split_path(*repository, place, query->ref, ".editorconfig"));
    const EntryView view(call, place, *repository, at.revision);
    const auto file = TRY(view.find(".editorconfig"));
    if (!file.is_file()) return not_found(".editorconfig");
    const auto properties = editorconfig_for(TRY(git::read_blob(*repository, file.id, largest_file)),
                                             clean_path(path->filepath).value_or(""));
    const auto property = [&](const char* name) {
        const auto found = properties.find(name);
        return found != properties.end() ? found->second : std::string();
    };
    const EditorSettings settings{.charset = property("charset"),
                                  .indent_style = property("indent_style"),
                                  .indent_size = property("indent_size"),
                                  .end_of_line = property("end_of_line")};
    return Raw{.body = to_json(type_of<EditorSettings>(), &settings), .content_type = "application/json;charset=utf-8"};
}

// clang-format off
constexpr Operation editorconfig_operations[] = {
    {GET, "/repos/{owner}/{repo}/editorconfig/{filepath*}", scope::repository, reads_code, handle<get>, 200, "repoGetEditorConfig", "Tell how an editor shall treat a file", {}, {}, "application/json"},
};
// clang-format on
static_assert(well_formed(editorconfig_operations));

} // namespace

const Table editorconfig_table{"repository", editorconfig_operations};

} // namespace cairn::contents

// Reading files and folders: contents, contents-ext, file-contents.
#include <variant>

#include "api/codec.hpp"
#include "base/text.hpp"
#include "contents/entry.hpp"
#include "contents/tables.hpp"

namespace cairn::contents {

// Where there is one of it or a list, as the path has it.
struct OneOrMany {
    std::variant<ContentsResponse, std::vector<ContentsResponse>> found;
};

} // namespace cairn::contents

template <> struct cairn::api::detail::ReplyOf<cairn::contents::OneOrMany> {
    using One = contents::ContentsResponse;
    static constexpr TypeOf type = &type_of<One>;
    static Reply make(contents::OneOrMany& reply)
    {
        if (const auto* one = std::get_if<One>(&reply.found)) return {.json = to_json(type_of<One>(), one)};
        return {.json = to_json(type_of<std::vector<One>>(), &std::get<std::vector<One>>(reply.found))};
    }
};

namespace cairn::contents {

using namespace api;
using repositories::reads_code;
using repositories::RepositoryContext;
using enum Method;

namespace {

constexpr std::size_t most_files = 30;
constexpr std::size_t most_content = 100 << 20; // of base64 in one answer

struct FilePath {
    std::string filepath;
};
BOOST_DESCRIBE_STRUCT(FilePath, (), (filepath))
constexpr auto notes(const FilePath*) { return std::array{Note{"filepath", "the path of the file or the folder"}}; }

struct ContentsExtResponse {
    std::optional<ContentsResponse> file_contents;
    std::optional<std::vector<ContentsResponse>> dir_contents;
};
BOOST_DESCRIBE_STRUCT(ContentsExtResponse, (), (file_contents, dir_contents))
constexpr auto notes(const ContentsExtResponse*)
{
    return std::array{
        Note{"", "A file, or what is in a folder"},
        Note{.member = "file_contents", .doc = "where the path is that of anything but a folder", .omit_empty = true},
        Note{.member = "dir_contents", .doc = "where the path is that of a folder", .omit_empty = true},
    };
}

struct ExtQuery : AtRef {
    std::string includes;
};
BOOST_DESCRIBE_STRUCT(ExtQuery, (AtRef), (includes))
constexpr auto notes(const ExtQuery*)
{
    return std::array{Note{"includes",
                           "what to tell beside the rest, separated by commas: file_content, "
                           "lfs_metadata, commit_metadata, commit_message"}};
}

struct GetFilesOptions {
    std::optional<std::vector<std::string>> files;
};
BOOST_DESCRIBE_STRUCT(GetFilesOptions, (), (files))
constexpr auto notes(const GetFilesOptions*)
{
    return std::array{Note{"", "Which files to show at once"}, Note{"files", "their paths"}};
}

struct FilesQuery : AtRef {
    std::string body;
};
BOOST_DESCRIBE_STRUCT(FilesQuery, (AtRef), (body))
constexpr auto notes(const FilesQuery*) { return std::array{Note{"body", "JSON as the POST has it"}}; }

Result<std::string> readable_path(std::string_view path)
{
    auto cleaned = clean_path(path);
    if (!cleaned) return fail(Errc::bad_request, "no file is kept under .git");
    return std::move(*cleaned);
}

Result<OneOrMany> get(Call& call, const RepositoryContext& place, Path<FilePath> path, Query<AtRef> query)
{
    const auto cleaned = TRY(readable_path(path->filepath));
    const auto repository = TRY(open_repository(call, place));
    EntryView view(call, place, *repository, TRY(find_revision(*repository, place, query->ref)));
    if (TRY(view.find(cleaned)).kind() == git::Kind::tree) return OneOrMany{TRY(view.folder(cleaned))};
    return OneOrMany{TRY(view.entry(cleaned))};
}

Result<std::vector<ContentsResponse>> list(Call& call, const RepositoryContext& place, Query<AtRef> query)
{
    const auto repository = TRY(open_repository(call, place));
    EntryView view(call, place, *repository, TRY(find_revision(*repository, place, query->ref)));
    return view.folder("");
}

Result<EntryParts> parse_includes(std::string_view includes)
{
    EntryParts parts{.content = false, .lfs = false, .commit = false};
    for (const auto word : text::split_list(includes)) {
        if (word == "file_content") parts.content = true;
        else if (word == "lfs_metadata") parts.lfs = true;
        else if (word == "commit_metadata") parts.commit = true;
        else if (word == "commit_message") parts.message = true;
        else return fail(Errc::bad_request, "\"" + std::string(word) + "\" is nothing that could be included");
    }
    return parts;
}

Result<ContentsExtResponse> read_extended(const Call& call, const RepositoryContext& place, std::string_view path,
                                          const ExtQuery& query)
{
    const auto parts = TRY(parse_includes(query.includes));
    const auto cleaned = TRY(readable_path(path));
    const auto repository = TRY(open_repository(call, place));
    EntryView view(call, place, *repository, TRY(find_revision(*repository, place, query.ref)));
    ContentsExtResponse shown;
    if (TRY(view.find(cleaned)).kind() == git::Kind::tree) shown.dir_contents = TRY(view.folder(cleaned, parts));
    else shown.file_contents = TRY(view.entry(cleaned, parts));
    return shown;
}

// What is not there is told as null here, and nothing about why.
Result<Answered<std::optional<ContentsExtResponse>>> extended(const Call& call, const RepositoryContext& place,
                                                              std::string_view path, const ExtQuery& query)
{
    auto shown = read_extended(call, place, path, query);
    if (shown) return Answered<std::optional<ContentsExtResponse>>{std::move(*shown)};
    if (shown.error().code == Errc::not_found) return Answered<std::optional<ContentsExtResponse>>{{}, 404};
    return std::unexpected(std::move(shown).error());
}

Result<Answered<std::optional<ContentsExtResponse>>> get_extended(Call& call, const RepositoryContext& place,
                                                                  Path<FilePath> path, Query<ExtQuery> query)
{
    return extended(call, place, path->filepath, query.value);
}

Result<Answered<std::optional<ContentsExtResponse>>> list_extended(Call& call, const RepositoryContext& place,
                                                                   Query<ExtQuery> query)
{
    return extended(call, place, "", query.value);
}

using Files = std::vector<std::optional<ContentsResponse>>;

Result<Files> several(const Call& call, const RepositoryContext& place, std::string_view ref,
                      std::span<const std::string> paths)
{
    const auto repository = TRY(open_repository(call, place));
    EntryView view(call, place, *repository, TRY(find_revision(*repository, place, ref)));
    Files files;
    std::size_t total = 0;
    for (const auto& path : paths.first(std::min(paths.size(), most_files))) {
        const auto cleaned = clean_path(path);
        // The root is no entry of anything.
        auto shown = cleaned && !cleaned->empty() ? view.entry(*cleaned) : Result<ContentsResponse>(not_found(path));
        if (!shown && shown.error().code != Errc::not_found) return std::unexpected(std::move(shown).error());
        if (shown && shown->content) total += shown->content->size();
        if (total > most_content) break;
        files.push_back(shown ? std::optional(std::move(*shown)) : std::nullopt);
    }
    return files;
}

Result<Files> post_several(Call& call, const RepositoryContext& place, Query<AtRef> query, Body<GetFilesOptions> body)
{
    if (!body->files) return fail(Errc::unprocessable, "files is missing");
    return several(call, place, query->ref, *body->files);
}

Result<Files> get_several(Call& call, const RepositoryContext& place, Query<FilesQuery> query)
{
    GetFilesOptions options;
    if (query->body.empty() || !decode_json(type_of<GetFilesOptions>(), query->body, &options))
        return fail(Errc::bad_request, "body is not JSON with a list of files");
    // Other than the POST, it takes no list for an empty one.
    return several(call, place, query->ref, options.files.value_or(std::vector<std::string>()));
}

// clang-format off
constexpr Operation read_operations[] = {
    {GET,  "/repos/{owner}/{repo}/contents",                scope::repository, reads_code, handle<list>,          200, "repoGetContentsList",     "List what is in the root folder", {}, "ContentsListResponse"},
    {GET,  "/repos/{owner}/{repo}/contents/{filepath*}",    scope::repository, reads_code, handle<get>,           200, "repoGetContents",         "Show a file, or what is in a folder", {400}},
    {GET,  "/repos/{owner}/{repo}/contents-ext",            scope::repository, reads_code, handle<list_extended>, 200, "repoGetContentsExtRoot",  "List what is in the root folder, with as much of it as was asked for", {400}, "ContentsExtResponse"},
    {GET,  "/repos/{owner}/{repo}/contents-ext/{filepath*}", scope::repository, reads_code, handle<get_extended>, 200, "repoGetContentsExt",      "Show a file, or what is in a folder, with as much of it as was asked for", {400}, "ContentsExtResponse"},
    {GET,  "/repos/{owner}/{repo}/file-contents",           scope::repository, reads_code, handle<get_several>,   200, "repoGetFileContents",     "Show several files at once", {400}, "ContentsListResponse"},
    {POST, "/repos/{owner}/{repo}/file-contents",           scope::repository, reads_code, handle<post_several>,  200, "repoGetFileContentsPost", "Show several files at once", {422}, "ContentsListResponse"},
};
// clang-format on
static_assert(well_formed(read_operations));

} // namespace

const Table read_table{"repository", read_operations};

} // namespace cairn::contents

// What a commit holds, as one file: made by git while it is sent, and never kept.
#include "accounts/guards.hpp"
#include "base/text.hpp"
#include "config/settings.hpp"
#include "git/references/references.hpp"
#include "git/store/exports.hpp"
#include "git/store/repositories.hpp"
#include "http/busy.hpp"
#include "http/url.hpp"
#include "repositories/guards.hpp"
#include "transport/git_refusal.hpp"
#include "transport/streams.hpp"
#include "transport/tables.hpp"

namespace cairn::transport {

using namespace api;
using enum Method;
using repositories::RepositoryContext;

namespace {

struct ArchivePath {
    std::string archive;
};
BOOST_DESCRIBE_STRUCT(ArchivePath, (), (archive))
constexpr auto notes(const ArchivePath*)
{
    return std::array{Note{"archive", "a branch, a tag or a commit, and after it .zip, .tar.gz or .bundle"}};
}

struct ArchiveQuery {
    std::vector<std::string> path;
};
BOOST_DESCRIBE_STRUCT(ArchiveQuery, (), (path))
constexpr auto notes(const ArchiveQuery*)
{
    return std::array{Note{.member = "path", .doc = "only these folders and files"}};
}

enum class Form : std::uint8_t { zip, tar_gz, bundle };

struct Wanted {
    std::string reference;
    Form form;
    std::string_view ending;
};

Result<Wanted> parse(std::string_view archive)
{
    constexpr std::pair<std::string_view, Form> endings[] = {
        {".zip", Form::zip}, {".tar.gz", Form::tar_gz}, {".tgz", Form::tar_gz}, {".bundle", Form::bundle}};
    for (const auto& [ending, form] : endings)
        if (archive.ends_with(ending))
            return Wanted{std::string(archive.substr(0, archive.size() - ending.size())), form, ending};
    return fail(Errc::bad_request, "an archive ends in .zip, .tar.gz or .bundle");
}

std::string file_name(const repositories::StoredRepository& repository, const Wanted& wanted)
{
    auto name = repository.name + "-" + wanted.reference;
    std::ranges::replace(name, '/', '-');
    return name + std::string(wanted.ending);
}

// As RFC 6266 wants it: a plain name, and the real one if it has other letters.
std::string disposition(const std::string& name)
{
    const bool plain = std::ranges::all_of(
        name, [](char c) { return text::is_alpha(c) || text::is_digit(c) || c == '-' || c == '.' || c == '_'; });
    if (plain) return "attachment; filename=" + name;
    std::string quoted;
    for (const char c : name) quoted += c >= ' ' && c <= '~' && c != '"' && c != '\\' ? c : '_';
    return "attachment; filename=\"" + quoted + "\"; filename*=UTF-8''" + http::encode_path_segment(name);
}

Result<git::Export> prepare(const Call& call, const RepositoryContext& place, const Wanted& wanted,
                            const git::ObjectId& commit, const std::vector<std::string>& paths)
{
    const auto path = call.site.get<git::Store>().path(place.repository.storage);
    if (wanted.form == Form::bundle) return git::prepare_bundle(call.site.get<git::Children>(), path, commit);
    git::Archive archive{.format = wanted.form == Form::zip ? git::ArchiveFormat::zip : git::ArchiveFormat::tar_gz,
                         .commit = commit,
                         .prefix = text::to_lower(place.repository.name),
                         .time_limit = std::chrono::seconds(call.settings().git.archive_timeout)};
    for (const auto& folder : paths) {
        std::string_view inside = folder;
        while (inside.starts_with('/')) inside.remove_prefix(1);
        while (inside.ends_with('/')) inside.remove_suffix(1);
        if (!inside.empty()) archive.paths.emplace_back(inside);
    }
    return git::prepare_archive(call.site.get<git::Children>(), path, archive);
}

// Where the same archive will always be found, whatever becomes of the branch.
std::string immutable_link(const Call& call, const RepositoryContext& place, const Wanted& wanted,
                           const std::string& commit)
{
    return "<" + call.settings().server.root_url + "api/v1/repos/" + place.owner.name + "/" + place.repository.name
        + "/archive/" + commit + std::string(wanted.ending) + "?rev=" + commit + ">; rel=\"immutable\"";
}

Result<Raw> get_archive(Call& call, const RepositoryContext& place, Path<ArchivePath> path, Query<ArchiveQuery> query)
{
    if (call.settings().repository.disable_download_source_archives) return not_found("the archive");
    const auto wanted = TRY(parse(path->archive));
    git::ObjectId commit;
    {
        const auto repository = TRY(call.site.get<git::Repositories>().open(place.repository.storage));
        commit = TRY(git::find_commit(*repository, wanted.reference));
    }
    const auto hex = commit.hex();
    // What git makes of a commit depends on nothing else, but another version of it may compress otherwise.
    std::string tag = "W/\"" + hex + std::string(wanted.ending);
    for (const auto& folder : query->path) tag += "/" + http::encode_query(folder);
    tag += "\"";
    Raw answer{.content_type = "application/octet-stream",
               .headers = {{"Content-Disposition", disposition(file_name(place.repository, wanted))},
                           {"Link", immutable_link(call, place, wanted, hex)},
                           {"Access-Control-Expose-Headers", "Content-Disposition, Link"},
                           {"X-Content-Type-Options", "nosniff"},
                           {"Cache-Control", "private, no-cache"},
                           {"ETag", tag}}};
    if (call.request.header("If-None-Match") == tag) {
        answer.status = 304;
        answer.content_type.clear();
        return answer;
    }
    if (call.request.method == "HEAD") return answer;
    const auto made = TRY(prepare(call, place, wanted, commit, query->path));
    answer.body = made_by(call.request, [made](git::Sink& sink) {
        auto child = made.start();
        if (!child) throw http::Busy();
        if (const auto sent = made.send(*child, sink); !sent) throw std::runtime_error(sent.error().message);
    });
    return answer;
}

// clang-format off
constexpr Operation archive_operations[] = {
    {GET, "/repos/{owner}/{repo}/archive/{archive*}", scope::repository, repositories::reads_code, handle<get_archive>, 200, "repoGetArchive", "Download what a commit holds", {400, 422}, {}, "application/octet-stream"},
};
constexpr Operation page_operations[] = {
    {GET, "/{owner}/{repo}/archive/{archive*}", scope::repository, repositories::reads_code, handle<get_archive>, 200, "archive", "Download what a commit holds", {400, 422}},
};
// clang-format on
static_assert(well_formed(archive_operations));
static_assert(well_formed(page_operations));

} // namespace

const Table archive_table{"repository", archive_operations};
const Table archive_page_table{"repository", page_operations, Door::site, &refuse_git, listens::to_tools_and_pages};

} // namespace cairn::transport

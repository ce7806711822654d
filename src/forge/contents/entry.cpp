#include "contents/entry.hpp"

#include "base/encoding.hpp"
#include "base/text.hpp"
#include "contents/history.hpp"
#include "contents/pointer.hpp"
#include "git/objects/person_dates.hpp"
#include "http/url.hpp"

namespace cairn::contents {

using git::ObjectId;
using repositories::RepositoryContext;

namespace {

constexpr std::size_t longest_target = 1024;
constexpr std::uint64_t largest_gitmodules = 1 << 20;

std::string octal(std::uint32_t mode)
{
    std::string digits;
    for (; mode != 0; mode >>= 3) digits.insert(digits.begin(), static_cast<char>('0' + (mode & 7)));
    return digits;
}

std::string_view type_of_entry(const git::TreeEntry& entry)
{
    if (entry.kind() == git::Kind::tree) return "dir";
    if (entry.kind() == git::Kind::commit) return "submodule";
    return entry.mode == git::mode_symlink ? "symlink" : "file";
}

// The addresses of submodules by their paths. Only what this needs of git's configuration files: sections, and names
// with values that may be quoted.
std::map<std::string, std::string> read_gitmodules(std::string_view text)
{
    std::map<std::string, std::string> modules;
    std::string path;
    std::string url;
    const auto finish = [&] {
        if (!path.empty() && !url.empty()) modules.emplace(path, url);
        path.clear();
        url.clear();
    };
    for (auto line : text::split(text, '\n')) {
        line = text::trim(line);
        if (line.starts_with('[')) finish();
        const auto equals = line.find('=');
        if (equals == line.npos) continue;
        const auto name = text::trim(line.substr(0, equals));
        auto value = text::trim(line.substr(equals + 1));
        if (value.size() >= 2 && value.front() == '"' && value.back() == '"') value = value.substr(1, value.size() - 2);
        if (text::iequals(name, "path")) path = value;
        if (text::iequals(name, "url")) url = value;
    }
    finish();
    return modules;
}

std::string folder_of(const std::string& path)
{
    const auto slash = path.rfind('/');
    return slash == path.npos ? std::string() : path.substr(0, slash);
}

} // namespace

EntryView::EntryView(const api::Call& call, const RepositoryContext& place, const git::Repository& repository,
                     Revision revision)
    : call_(call), place_(place), repository_(repository), revision_(std::move(revision)),
      addresses_(call.settings(), place)
{
}

Result<ObjectId> EntryView::tree() const { return repository_.peel(revision_.commit, git::Kind::tree); }

Result<git::TreeEntry> EntryView::find(const std::string& path) const
{
    const auto root = TRY(tree());
    if (path.empty()) return git::TreeEntry{.name = "", .mode = git::mode_tree, .id = root};
    return git::find_entry(repository_, root, path);
}

Result<> EntryView::add_commit(ContentsResponse& shown, const ObjectId& id, const EntryParts& parts)
{
    auto known = commits_.find(id);
    if (known == commits_.end()) known = commits_.emplace(id, TRY(git::read_commit(repository_, id))).first;
    const auto& commit = known->second;
    if (parts.commit) {
        shown.last_commit_sha = commit.id.hex();
        shown.last_committer_date = git::written_date(commit.committer);
        shown.last_author_date = git::written_date(commit.author);
    }
    if (parts.message) shown.last_commit_message = commit.message;
    return {};
}

Result<> EntryView::add_submodule(ContentsResponse& shown, const std::string& path)
{
    if (!modules_) {
        modules_.emplace();
        if (const auto file = git::find_entry(repository_, TRY(tree()), ".gitmodules"); file && file->is_file())
            if (const auto text = git::read_blob(repository_, file->id, largest_gitmodules))
                modules_ = read_gitmodules(*text);
    }
    if (const auto module = modules_->find(path); module != modules_->end()) shown.submodule_git_url = module->second;
    return {};
}

Result<> EntryView::show_blob(ContentsResponse& shown, const git::TreeEntry& entry, const EntryParts& parts,
                              bool single)
{
    const bool is_file = entry.mode != git::mode_symlink;
    const bool has_content = is_file && single && parts.content;
    const auto wanted = has_content || !is_file ? largest_shown : parts.lfs ? longest_pointer - 1 : 0;
    auto bytes =
        wanted > 0 ? git::read_blob(repository_, entry.id, wanted) : Result<std::string>(fail(Errc::too_large, ""));
    if (!bytes && bytes.error().code != Errc::too_large) return std::unexpected(std::move(bytes).error());
    shown.size = static_cast<std::int64_t>(bytes ? bytes->size() : TRY(git::object_info(repository_, entry.id)).size);
    if (!bytes) return {};
    if (!is_file) shown.target = bytes->substr(0, longest_target);
    if (has_content) {
        shown.encoding = "base64";
        shown.content = base64_encode(*bytes);
    }
    if (!is_file || !parts.lfs) return {};
    if (auto pointer = read_pointer(*bytes)) {
        shown.lfs_oid = std::move(pointer->oid);
        shown.lfs_size = pointer->size;
    }
    return {};
}

Result<ContentsResponse> EntryView::show(const git::TreeEntry& entry, const std::string& path, const EntryParts& parts,
                                         bool single)
{
    ContentsResponse shown{.name = entry.name,
                           .path = path,
                           .sha = entry.id.hex(),
                           .type = std::string(type_of_entry(entry)),
                           .mode = octal(entry.mode)};
    const auto escaped = escape_path(path);
    const auto kind = entry.kind();
    shown.url = addresses_.api + "/contents/" + escaped + "?ref=" + http::encode_query(revision_.given);
    if (kind == git::Kind::commit) {
        TRY(add_submodule(shown, path));
    } else {
        shown.html_url = addresses_.web + "/src/" + revision_.in_address() + "/" + escaped;
        shown.git_url = addresses_.api + "/git/blobs/" + shown.sha;
    }
    if (kind == git::Kind::blob) {
        shown.download_url = addresses_.web + "/raw/" + revision_.in_address() + "/" + escaped;
        TRY(show_blob(shown, entry, parts, single));
    }
    shown.links = FileLinksResponse{.self = shown.url, .git = shown.git_url, .html = shown.html_url};
    return shown;
}

Result<ContentsResponse> EntryView::entry(const std::string& path, const EntryParts& parts)
{
    const auto found = TRY(find(path));
    auto shown = TRY(show(found, path, parts, true));
    if (!parts.commit && !parts.message) return shown;
    if (parts.last || path.empty()) {
        TRY(add_commit(shown, parts.last.value_or(revision_.commit), parts));
        return shown;
    }
    const auto commits =
        TRY(last_commits(call_.site, place_.repository, repository_, revision_.commit, folder_of(path)));
    if (const auto last = commits->find(found.name); last != commits->end())
        TRY(add_commit(shown, last->second, parts));
    return shown;
}

Result<std::vector<ContentsResponse>> EntryView::folder(const std::string& path, const EntryParts& parts)
{
    const auto found = TRY(find(path));
    if (found.kind() != git::Kind::tree) return not_found(path);
    auto commits = std::make_shared<const LastCommits>();
    if (parts.commit || parts.message)
        commits = TRY(last_commits(call_.site, place_.repository, repository_, revision_.commit, path));
    std::vector<ContentsResponse> list;
    for (const auto& entry : TRY(git::read_tree(repository_, found.id))) {
        auto& shown =
            list.emplace_back(TRY(show(entry, path.empty() ? entry.name : path + "/" + entry.name, parts, false)));
        if (const auto last = commits->find(entry.name); last != commits->end())
            TRY(add_commit(shown, last->second, parts));
    }
    return list;
}

} // namespace cairn::contents

#include "contents/revision.hpp"

#include <algorithm>

#include "base/text.hpp"
#include "git/references/references.hpp"
#include "http/url.hpp"

namespace cairn::contents {

using git::ObjectId;
using repositories::RepositoryContext;

namespace {

bool is_whole_id(std::string_view text)
{
    return text.size() == ObjectId::hex_size
        && std::ranges::all_of(text, [](char c) { return text::is_digit(c) || (c >= 'a' && c <= 'f'); });
}

Result<Revision> at_commit(const git::Repository& repository, std::string_view id)
{
    const auto commit = ObjectId::parse(id);
    if (!commit || !is_whole_id(id)) return not_found(id);
    if (const auto kind = repository.kind_of(*commit); !kind || *kind != git::Kind::commit) return not_found(id);
    return Revision{.kind = RefKind::commit, .name = std::string(id), .given = std::string(id), .commit = *commit};
}

Revision at_branch(std::string_view name, std::string_view given, const ObjectId& commit)
{
    return {.kind = RefKind::branch, .name = std::string(name), .given = std::string(given), .commit = commit};
}
Revision at_tag(std::string_view name, std::string_view given, const ObjectId& commit)
{
    return {.kind = RefKind::tag, .name = std::string(name), .given = std::string(given), .commit = commit};
}

std::optional<ObjectId> branch(const git::Repository& repository, std::string_view name)
{
    const auto found = git::find_branch(repository, name);
    return found ? std::optional(*found) : std::nullopt;
}
// What is no commit (a tag of a tree) is no revision.
std::optional<ObjectId> tag(const git::Repository& repository, std::string_view name)
{
    const auto found = git::find_tag(repository, name);
    return found ? std::optional(*found) : std::nullopt;
}

} // namespace

std::string Revision::in_address() const { return std::string(word_of(kind)) + "/" + escape_path(name); }

Result<git::Repositories::Handle> open_repository(const api::Call& call, const RepositoryContext& place)
{
    return call.site.get<git::Repositories>().open(place.repository.storage);
}

Result<Revision> find_revision(const git::Repository& repository, const RepositoryContext& place, std::string_view ref)
{
    if (text::trim(ref).empty()) {
        const auto& standard = place.repository.default_branch;
        return at_branch(standard, standard, TRY(git::find_branch(repository, standard)));
    }
    if (ref.starts_with(git::heads)) {
        const auto name = ref.substr(git::heads.size());
        if (const auto commit = branch(repository, name)) return at_branch(name, ref, *commit);
        return not_found(ref);
    }
    if (ref.starts_with(git::tags)) {
        const auto name = ref.substr(git::tags.size());
        if (const auto commit = tag(repository, name)) return at_tag(name, ref, *commit);
        return not_found(ref);
    }
    if (const auto commit = tag(repository, ref)) return at_tag(ref, ref, *commit);
    if (const auto commit = branch(repository, ref)) return at_branch(ref, ref, *commit);
    return at_commit(repository, ref);
}

Result<RevisionAndPath> split_path(const git::Repository& repository, const RepositoryContext& place,
                                   std::string_view whole)
{
    const auto parts = std::ranges::count(whole, '/') + 1;
    constexpr int most_parts = 32; // of a ref; each is a look at the disk
    auto end = whole.size();
    const auto tried = git::may_begin_reference(repository, whole.substr(0, whole.find('/'))) ? parts : 0;
    for (auto i = tried; i > 0; --i, end = whole.rfind('/', end - 1)) {
        if (i > most_parts) continue;
        const auto name = whole.substr(0, end);
        const auto path = end < whole.size() ? std::string(whole.substr(end + 1)) : std::string();
        if (const auto commit = branch(repository, name)) return RevisionAndPath{at_branch(name, name, *commit), path};
        if (const auto commit = tag(repository, name)) return RevisionAndPath{at_tag(name, name, *commit), path};
        if (end == 0) break;
    }
    const auto slash = whole.find('/');
    const auto first = whole.substr(0, slash);
    const auto rest = slash == whole.npos ? std::string() : std::string(whole.substr(slash + 1));
    if (is_whole_id(first)) return RevisionAndPath{TRY(at_commit(repository, first)), rest};
    auto standard = TRY(find_revision(repository, place, {}));
    if (first == "HEAD") return RevisionAndPath{std::move(standard), rest};
    return RevisionAndPath{std::move(standard), std::string(whole)};
}

Result<RevisionAndPath> split_path(const git::Repository& repository, const RepositoryContext& place,
                                   std::string_view ref, std::string_view path)
{
    if (ref.empty()) return split_path(repository, place, path);
    auto found = TRY(split_path(repository, place, std::string(ref) + "/" + std::string(path)));
    // A ref that leads nowhere is as if it had not been there.
    if (found.path.size() > path.size()) found.path = path;
    return found;
}

Result<ObjectId> find_single_commit(const git::Repository& repository, std::string_view ref)
{
    const bool whole = ref.starts_with("refs/");
    if (!git::is_ref_name(whole ? std::string(ref) : std::string(git::heads).append(ref)))
        return fail(Errc::unprocessable, "\"" + std::string(ref) + "\" is not the name of a reference or a commit");
    return git::find_commit(repository, ref);
}

std::optional<std::string> clean_path(std::string_view path)
{
    std::vector<std::string_view> parts;
    for (const auto part : text::split(path, '/')) {
        if (part.empty() || part == ".") continue;
        if (part == "..") {
            if (!parts.empty()) parts.pop_back();
            continue;
        }
        parts.push_back(part);
    }
    if (std::ranges::any_of(parts, [](std::string_view part) { return text::iequals(part, ".git"); })) return {};
    return text::join(parts, "/");
}

std::string escape_path(std::string_view path)
{
    std::string escaped;
    for (const auto part : text::split(path, '/')) {
        if (!escaped.empty()) escaped += '/';
        escaped += http::encode_path_segment(part);
    }
    return escaped;
}

} // namespace cairn::contents

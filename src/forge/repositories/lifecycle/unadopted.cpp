// Repositories that were put into the store by hand: listed, taken over, or deleted by administrators.
#include <algorithm>
#include <set>

#include "accounts/guards.hpp"
#include "base/glob.hpp"
#include "base/text.hpp"
#include "db/composition.hpp"
#include "git/references/references.hpp"
#include "git/repository.hpp"
#include "git/store/store.hpp"
#include "git/store/unadopted.hpp"
#include "repositories/guards.hpp"
#include "repositories/lifecycle/create.hpp"
#include "repositories/tables.hpp"

namespace cairn::repositories {

using namespace api;
using enum Method;
using accounts::administers_site;

namespace {

struct ListUnadopted : Paging {
    std::string pattern;
};
BOOST_DESCRIBE_STRUCT(ListUnadopted, (Paging), (pattern))
constexpr auto notes(const ListUnadopted*)
{
    return std::array{Note{"pattern", "a pattern for the owner, or for owner/name; `query` does the same"}};
}

// For both halves of owner/name.
struct Wanted {
    Glob owner;
    Glob name;

    bool has(const git::Unadopted& one) const
    {
        return owner.matches(text::to_lower(one.owner)) && name.matches(text::to_lower(one.name));
    }
};

Result<Wanted> read_pattern(std::string_view pattern)
{
    const auto slash = pattern.find('/');
    const auto half = [](std::string_view text) { return Glob::parse(text.empty() ? "*" : text::to_lower(text), ""); };
    const auto owner = half(pattern.substr(0, slash));
    const auto name = half(slash == pattern.npos ? std::string_view() : pattern.substr(slash + 1));
    if (!owner || !name) return fail(Errc::unprocessable, "[pattern]: the pattern is broken");
    return Wanted{*owner, *name};
}

// The repositories that the site has of these owners, as owner/name in lower case.
std::set<std::string> known_of(db::Database& db, const std::vector<git::Unadopted>& folders)
{
    std::set<std::string> owners;
    for (const auto& one : folders) owners.insert(text::to_lower(one.owner));
    if (owners.empty()) return {};
    db::Composition query("SELECT a.lower_name || '/' || r.lower_name AS value FROM repository r"
                          " JOIN account a ON a.id = r.owner_id WHERE a.lower_name IN ");
    query << db::bound(std::vector<std::string>(owners.begin(), owners.end()));
    const auto known = db.all<std::string>(query);
    return {known.begin(), known.end()};
}

Result<Unlinked<std::string>> list(Call& call, Query<ListUnadopted> query)
{
    const auto* other_name = call.parameter("query");
    const auto wanted =
        TRY(read_pattern(query->pattern.empty() && other_name != nullptr ? *other_name : query->pattern));
    const auto folders = git::list_unadopted(call.site.store);
    const auto known = known_of(call.db(), folders);
    std::vector<std::string> found;
    for (const auto& one : folders)
        if (wanted.has(one) && !known.contains(text::to_lower(one.owner) + "/" + text::to_lower(one.name)))
            found.push_back(one.owner + "/" + one.name);
    const auto size = static_cast<std::int64_t>(found.size());
    const auto begin = std::min(size, (query->page - 1) * query->limit);
    const auto end = std::min(size, begin + query->limit);
    return Unlinked<std::string>{.page = {.items = {found.begin() + begin, found.begin() + end}, .total = size}};
}

struct Found {
    accounts::Account owner;
    git::Unadopted folder;
};

// What the path names: of an owner who is there, on the disk, and not taken over yet.
Result<Found> find(Call& call)
{
    const auto& name = call.segment("repo");
    auto owner = TRY(accounts::account_at(call, "owner"));
    auto folder = git::find_unadopted(call.site.store, owner.name, name);
    const bool known = call.db().scalar<bool>(
        "SELECT EXISTS (SELECT 1 FROM repository WHERE owner_id = $1 AND lower_name = $2) AS value", owner.id,
        text::to_lower(name));
    if (!folder || known) return not_found("a repository to adopt");
    return Found{std::move(owner), std::move(*folder)};
}

// Copied, and deleted only when the copy is known: whatever happens in between, nothing is lost.
Result<> adopt(Call& call, Path<RepositoryPath> path)
{
    const auto found = TRY(find(call));
    const auto repository = git::Repository::open(found.folder.path);
    if (!repository) return fail(Errc::unprocessable, "what is there is not a repository that can be read");
    NewRepository wanted{.name = path->repo, .private_ = true, .found_folder = found.folder.path};
    wanted.default_branch = git::default_branch(*repository).value_or("");
    TRY(create_repository(call.site, found.owner, *call.caller.account, wanted));
    git::remove_unadopted(call.site.store, found.folder);
    return {};
}

Result<> remove(Call& call, Path<RepositoryPath>)
{
    git::remove_unadopted(call.site.store, TRY(find(call)).folder);
    return {};
}

// clang-format off
constexpr Operation operations[] = {
    {GET,    "/admin/unadopted",                scope::admin, administers_site,                      handle<list>,   200, "adminUnadoptedList",             "List repositories on the disk that the site does not know", {422}},
    {POST,   "/admin/unadopted/{owner}/{repo}", scope::admin, administers_site, handle<adopt>,  204, "adminAdoptRepository",           "Take over a repository that is on the disk", {404, 409, 422}},
    {DELETE, "/admin/unadopted/{owner}/{repo}", scope::admin, administers_site,                      handle<remove>, 204, "adminDeleteUnadoptedRepository", "Delete a repository on the disk that the site does not know", {404}},
};
// clang-format on
static_assert(well_formed(operations));

} // namespace

const Table unadopted_table{"admin", operations};

} // namespace cairn::repositories

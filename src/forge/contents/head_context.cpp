#include "contents/head_context.hpp"

#include "db/database.hpp"

namespace cairn::contents {

using access::Unit;
using access::Viewer;
using api::Call;
using repositories::RepositoryContext;
using repositories::StoredRepository;

namespace {

// The repository of an account that belongs to the same family: it, its forks, what it was forked from.
std::optional<StoredRepository> find_relative(db::Queries& db, const StoredRepository& of, std::int64_t owner_id)
{
    const auto root = of.fork_of != 0 ? of.fork_of : of.id;
    return db.first<StoredRepository>(
        "SELECT * FROM repository WHERE owner_id = $1 AND (id = $2 OR id = $3 OR fork_of = $2"
        " OR fork_of = $3) ORDER BY CASE WHEN id = $3 THEN 0 ELSE 1 END, id LIMIT 1",
        owner_id, root, of.id);
}

bool are_related(const StoredRepository& one, const StoredRepository& other)
{
    const auto root = [](const StoredRepository& of) { return of.fork_of != 0 ? of.fork_of : of.id; };
    return root(one) == root(other) || one.fork_of == other.id || other.fork_of == one.id;
}

} // namespace

Result<RepositoryContext> find_head_context(const Call& call, const RepositoryContext& base, std::string& head)
{
    const auto colon = head.find(':');
    if (colon == head.npos) return base;
    const auto where = head.substr(0, colon);
    head.erase(0, colon + 1);
    const auto slash = where.find('/');
    const auto owner = accounts::find_account(call.db(), std::string_view(where).substr(0, slash));
    if (!owner) return not_found("the account");
    auto repository = slash == where.npos
        ? find_relative(call.db(), base.repository, owner->id)
        : repositories::find_repository(call.db(), owner->id, std::string_view(where).substr(slash + 1));
    if (!repository)
        return slash == where.npos ? fail(Errc::bad_request, owner->name + " has no fork of this repository")
                                   : not_found("the repository");
    const auto access = access::access_to(call.db(), Viewer::of(call.caller), repository->facts());
    if (!access.reads(Unit::code)) return not_found("the repository");
    if (!are_related(base.repository, *repository))
        return fail(Errc::bad_request, "the two repositories have nothing to do with each other");
    return RepositoryContext{.repository = std::move(*repository), .owner = *owner, .access = access};
}

} // namespace cairn::contents

#include "repositories/lifecycle/adoption.hpp"

#include <algorithm>
#include <set>

#include "base/glob.hpp"
#include "base/text.hpp"
#include "db/composition.hpp"
#include "git/references/references.hpp"
#include "git/repository.hpp"
#include "git/store/store.hpp"
#include "git/store/unadopted.hpp"
#include "repositories/lifecycle/create.hpp"

namespace cairn::repositories {

using namespace api;
using accounts::Account;

namespace {

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

// What is of this owner, on the disk, and not taken over yet.
Result<git::Unadopted> find_folder(const Call& call, const Account& owner, const std::string& name)
{
    auto folder = git::find_unadopted(call.site.get<git::Store>(), owner.name, name);
    const bool known = call.db().scalar<bool>(
        "SELECT EXISTS (SELECT 1 FROM repository WHERE owner_id = $1 AND lower_name = $2) AS value", owner.id,
        text::to_lower(name));
    if (!folder || known) return not_found("a repository to adopt");
    return std::move(*folder);
}

} // namespace

Result<Page<std::string>> unadopted(const Call& call, const ListUnadopted& wanted)
{
    const auto pattern = TRY(read_pattern(wanted.pattern));
    const auto folders = git::list_unadopted(call.site.get<git::Store>());
    const auto known = known_of(call.db(), folders);
    std::vector<std::string> found;
    for (const auto& one : folders)
        if (pattern.has(one) && !known.contains(text::to_lower(one.owner) + "/" + text::to_lower(one.name)))
            found.push_back(one.owner + "/" + one.name);
    const auto size = static_cast<std::int64_t>(found.size());
    const auto begin = std::min(size, (wanted.page - 1) * wanted.limit);
    const auto end = std::min(size, begin + wanted.limit);
    return Page<std::string>{.items = {found.begin() + begin, found.begin() + end}, .total = size};
}

Result<void> adopt_repository(const Call& call, const Account& owner, const std::string& name)
{
    const auto folder = TRY(find_folder(call, owner, name));
    const auto repository = git::Repository::open(folder.path);
    if (!repository) return fail(Errc::unprocessable, "what is there is not a repository that can be read");
    NewRepository wanted{.name = name, .private_ = true, .found_folder = folder.path};
    wanted.default_branch = git::default_branch(*repository).value_or("");
    TRY(create_repository(call.site, owner, accounts::account_of(call.caller), wanted));
    git::remove_unadopted(call.site.get<git::Store>(), folder);
    return {};
}

Result<void> delete_unadopted(const Call& call, const Account& owner, const std::string& name)
{
    git::remove_unadopted(call.site.get<git::Store>(), TRY(find_folder(call, owner, name)));
    return {};
}

} // namespace cairn::repositories

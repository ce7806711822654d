#include "transport/git_context.hpp"

#include "accounts/guards.hpp"
#include "api/routes.hpp"
#include "base/text.hpp"
#include "config/settings.hpp"
#include "db/database.hpp"
#include "repositories/protection/ref_rules.hpp"
#include "transport/push_create.hpp"

namespace cairn::transport {

using access::Unit;
using api::Call;
using api::Site;
using repositories::GitName;
using repositories::StoredRepository;

namespace {

std::unexpected<Error> ask_for_credentials() { return fail(Errc::unauthorized, "sign in: with a password or a token"); }

bool is_public(const StoredRepository& repository)
{
    return static_cast<access::Audience>(repository.audience) == access::Audience::everyone;
}

Unit unit_of(const GitContext& place) { return place.wiki ? Unit::wiki : Unit::code; }

// Anybody may know of it, whoever they say they are.
bool is_open(const Site& site, const StoredRepository& repository)
{
    return is_public(repository) && !site.settings().service.require_signin_view;
}
// Anybody may fetch it. Code that is switched off is left to those who administer the repository, and git tells who it
// comes for only when it is asked. A wiki that is switched off is there for nobody, which needs no asking.
bool is_open_to_fetch(const Site& site, const GitContext& place)
{
    return is_open(site, place.repository) && (place.wiki || place.repository.enabled().has(Unit::code));
}

// Its owner has opened this part of it to anybody, though the repository itself is not public.
bool is_opened(const Site& site, const StoredRepository& repository, Unit unit)
{
    return repository.facts().to_anybody.on(unit) >= access::Level::read && repository.enabled().has(unit)
        && !site.settings().service.require_signin_view;
}

// What a token may do is asked here and not by the row: a fetch is a POST that reads, and a push begins with a GET.
Result<void> check_scope(const Visitor& visitor, Service service)
{
    const auto level = service == Service::push ? api::Level::write : api::Level::read;
    if (const auto missing = visitor.scopes.missing(api::scope::repository, level); !missing.empty())
        return fail(Errc::forbidden, "the token lacks the scope " + text::join(missing, ", "));
    return {};
}

Result<void> check_access(const Visitor& visitor, const GitContext& place, Service service)
{
    if (visitor.scopes.public_only() && !is_public(place.repository))
        return fail(Errc::forbidden, "the token is limited to what is public");
    const Unit unit = unit_of(place);
    // Whoever may read code may also propose changes to it: what a push may write is decided for each reference.
    const bool may = place.wiki && service == Service::push ? place.access.writes(unit) : place.access.reads(unit);
    if (may || place.access.administers()) return {};
    if (place.access.sees() && !place.repository.enabled().has(unit))
        return fail(Errc::forbidden, std::string(word_of(unit)) + " of this repository is switched off");
    return not_found("the repository");
}

// A deploy key opens what it was added to, and for all others it is nobody's.
Result<access::Access> access_by_key(const Site& site, std::int64_t key_id, const StoredRepository& repository,
                                     Service service)
{
    const auto read_only = site.db.first<bool>(
        "SELECT read_only FROM deploy_key WHERE key_id = $1 AND repository_id = $2", key_id, repository.id);
    if (!read_only) return not_found("the repository");
    if (*read_only && service == Service::push) return fail(Errc::forbidden, "this deploy key may only read");
    return repositories::Pusher::of_deploy_key(*read_only, repository).access;
}

Result<void> check_wiki(const GitContext& place, Service service)
{
    if (!place.repository.enabled().has(Unit::wiki)) return fail(Errc::forbidden, "the repository has no wiki");
    if (place.storage.empty() && service == Service::fetch) return not_found("the wiki");
    return {};
}

Result<GitContext> find_nothing(const Site& site, const Visitor& visitor, const accounts::Account& owner,
                                const GitName& name, Service service)
{
    if (visitor.anonymous()) return ask_for_credentials();
    TRY(check_scope(visitor, service));
    if (service == Service::fetch || name.wiki || !visitor.account) return not_found("the repository");
    TRY(check_push_creates(site, visitor, owner, name.name));
    GitContext place{.repository = {}, .owner = owner};
    place.repository.name = name.name;
    return place;
}

} // namespace

Result<GitContext> find_git_place(const Site& site, const Visitor& visitor, const accounts::Account& owner,
                                  const GitName& name, Service service)
{
    auto repository = repositories::find_repository(site.db, owner.id, name.name);
    const bool moved = !repository;
    if (moved) repository = repositories::find_moved_repository(site.db, owner.id, name.name);
    if (!repository) return find_nothing(site, visitor, owner, name, service);

    GitContext place{
        .repository = std::move(*repository), .owner = owner, .access = {}, .wiki = name.wiki, .moved = moved};
    const auto& found = place.repository;
    place.storage = name.wiki ? found.wiki_storage : found.storage;
    place.access = visitor.deploy_key_id != 0 ? TRY(access_by_key(site, visitor.deploy_key_id, found, service))
                                              : access::access_to(site.db, visitor.viewer, found.facts());
    const bool is_open_fetch = service == Service::fetch
        && (is_open_to_fetch(site, place) || is_opened(site, found, name.wiki ? Unit::wiki : Unit::code));
    if (!is_open_fetch && visitor.anonymous()
        && !(service == Service::push && found.archived() && is_open(site, found)))
        return ask_for_credentials();
    if (!is_open_fetch && !visitor.anonymous()) {
        TRY(check_scope(visitor, service));
        TRY(check_access(visitor, place, service));
    }
    if (moved) {
        auto now_of = accounts::find_account(site.db, found.owner_id);
        if (!now_of) return not_found("the repository");
        place.owner = std::move(*now_of);
    }
    if (name.wiki) TRY(check_wiki(place, service));
    if (service == Service::push && found.archived())
        return fail(Errc::forbidden, "the repository is archived: nothing can be pushed to it");
    if (service == Service::push && found.mirror && !name.wiki)
        return fail(Errc::forbidden, "the repository is a mirror: nothing can be pushed to it");
    return place;
}

Result<GitContext> find_git_place(Call& call, Service service)
{
    if (call.settings().repository.disable_http_git) return fail(Errc::forbidden, "git over HTTP is switched off");
    const auto owner = TRY(accounts::account_at(call, "owner"));
    const auto name = repositories::git_name(call.segment("repo"));
    auto place = TRY(find_git_place(call.site, Visitor::of(call.caller), owner, name, service));
    if (place.moved) {
        const auto& now = place.repository.name;
        return elsewhere(
            Errc::moved,
            api::address_with(call, {{"owner", place.owner.name}, {"repo", name.wiki ? now + ".wiki" : now}}));
    }
    return place;
}

} // namespace cairn::transport

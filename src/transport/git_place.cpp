#include "transport/git_place.hpp"

#include "accounts/guards.hpp"
#include "api/routes.hpp"
#include "base/text.hpp"
#include "config/settings.hpp"
#include "db/database.hpp"
#include "transport/push_create.hpp"

namespace cairn::transport {

using access::Unit;
using api::Call;
using repositories::StoredRepository;

namespace {

std::unexpected<Error> ask_for_credentials() { return fail(Errc::unauthorized, "sign in: with a password or a token"); }

// Anybody may fetch it, whoever they say they are.
bool is_open(const Call& call, const StoredRepository& repository)
{
    return static_cast<access::Audience>(repository.audience) == access::Audience::everyone
        && !call.settings().service.require_signin_view;
}

// What a token may do is asked here and not by the row: a fetch is a POST that reads, and a push begins with a GET.
Result<void> check_scope(const Call& call, Service service)
{
    const auto level = service == Service::push ? api::Level::write : api::Level::read;
    if (const auto missing = call.caller.scopes.missing(api::scope::repository, level); !missing.empty())
        return fail(Errc::forbidden, "the token lacks the scope " + text::join(missing, ", "));
    return {};
}

Result<void> check_access(const Call& call, const GitPlace& place, Service service)
{
    if (call.caller.public_only()
        && static_cast<access::Audience>(place.repository.audience) != access::Audience::everyone)
        return fail(Errc::forbidden, "the token is limited to what is public");
    const Unit unit = place.wiki ? Unit::wiki : Unit::code;
    // Whoever may read code may also propose changes to it: what a push may write is decided for each reference.
    const bool may = place.wiki && service == Service::push ? place.access.writes(unit) : place.access.reads(unit);
    if (!may && !place.access.administers()) return not_found("the repository");
    return {};
}

Result<void> check_wiki(const GitPlace& place, Service service)
{
    if (!place.repository.enabled().has(Unit::wiki)) return fail(Errc::forbidden, "the repository has no wiki");
    if (place.storage.empty() && service == Service::fetch) return not_found("the wiki");
    return {};
}

Result<GitPlace> find_nothing(Call& call, const accounts::Account& owner, const GitName& name, Service service)
{
    if (call.caller.anonymous()) return ask_for_credentials();
    TRY(check_scope(call, service));
    if (service == Service::fetch || name.wiki) return not_found("the repository");
    TRY(check_push_creates(call, owner, name.name));
    GitPlace place{.repository = {}, .owner = owner};
    place.repository.name = name.name;
    return place;
}

} // namespace

GitName git_name(std::string_view segment)
{
    const auto cut = [&](std::string_view ending) {
        if (!text::to_lower(segment).ends_with(ending)) return false;
        segment.remove_suffix(ending.size());
        return true;
    };
    cut(".git");
    const bool wiki = cut(".wiki");
    return {std::string(segment), wiki};
}

Result<GitPlace> find_git_place(Call& call, Service service)
{
    if (call.settings().repository.disable_http_git) return fail(Errc::forbidden, "git over HTTP is switched off");
    const auto owner = TRY(accounts::account_at(call, "owner"));
    const auto name = git_name(call.segment("repo"));
    auto repository = repositories::find_repository(call.db(), owner.id, name.name);
    const bool moved = !repository;
    if (moved) repository = repositories::find_moved_repository(call.db(), owner.id, name.name);
    if (!repository) return find_nothing(call, owner, name, service);

    GitPlace place{.repository = std::move(*repository), .owner = owner, .access = {}, .wiki = name.wiki};
    const auto& found = place.repository;
    place.storage = name.wiki ? found.wiki_storage : found.storage;
    place.access = access::access_to(call.db(), access::Viewer::of(call.caller), found.facts());
    const bool is_open_fetch = service == Service::fetch && is_open(call, found);
    if (!is_open_fetch && call.caller.anonymous()
        && !(service == Service::push && found.archived() && is_open(call, found)))
        return ask_for_credentials();
    if (!is_open_fetch && !call.caller.anonymous()) {
        TRY(check_scope(call, service));
        TRY(check_access(call, place, service));
    }
    if (moved) {
        const auto now_of = accounts::find_account(call.db(), found.owner_id);
        if (!now_of) return not_found("the repository");
        return elsewhere(Errc::moved,
                         api::address_with(
                             call, {{"owner", now_of->name}, {"repo", name.wiki ? found.name + ".wiki" : found.name}}));
    }
    if (name.wiki) TRY(check_wiki(place, service));
    if (service == Service::push && found.archived())
        return fail(Errc::forbidden, "the repository is archived: nothing can be pushed to it");
    if (service == Service::push && found.mirror && !name.wiki)
        return fail(Errc::forbidden, "the repository is a mirror: nothing can be pushed to it");
    return place;
}

} // namespace cairn::transport

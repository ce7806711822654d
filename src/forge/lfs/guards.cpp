#include "lfs/guards.hpp"

#include <algorithm>

#include "accounts/guards.hpp"
#include "api/codec.hpp"
#include "api/error_body.hpp"
#include "api/json_writer.hpp"
#include "api/long_texts.hpp"
#include "api/routes.hpp"
#include "base/text.hpp"
#include "config/settings.hpp"
#include "db/database.hpp"
#include "lfs/ticket.hpp"
#include "repositories/references/git_challenge.hpp"
#include "repositories/references/git_name.hpp"

namespace cairn::lfs {

using access::Unit;
using api::Call;
using repositories::StoredRepository;

namespace {

std::unexpected<Error> ask_for_credentials()
{
    return fail(Errc::unauthorized, "sign in as somebody who may do this: with a password or a token");
}

struct Found {
    LfsContext place;
    access::Access access;
};

// Whoever holds a ticket comes as the account, or with the deploy key, that it was made out to.
Result<void> admit(const Call& call, const Ticket& ticket, bool writes, Found& found)
{
    const auto& repository = found.place.repository;
    if (ticket.repository_id != repository.id || (writes && !ticket.writes)) return ask_for_credentials();
    if (ticket.account_id == 0) {
        const auto read_only =
            call.db().first<bool>("SELECT read_only FROM deploy_key WHERE key_id = $1 AND repository_id = $2",
                                  ticket.deploy_key_id, repository.id);
        if (!read_only) return ask_for_credentials();
        found.access = {access::Levels::everywhere(*read_only ? access::Level::read : access::Level::write),
                        repository.enabled()};
        return {};
    }
    auto account = accounts::find_account(call.db(), ticket.account_id);
    if (!account || !account->is_active || account->prohibit_login) return ask_for_credentials();
    found.place.viewer = {.id = account->id, .admin = account->is_admin, .restricted = account->is_restricted};
    found.place.person = std::make_shared<const accounts::Account>(std::move(*account));
    found.access = access::access_to(call.db(), found.place.viewer, repository.facts());
    return {};
}

// A token may do what its scopes say, wherever it leads.
Result<void> check_scope(const Call& call, const StoredRepository& repository, bool writes)
{
    const auto level = writes ? api::Level::write : api::Level::read;
    if (const auto missing = call.caller.scopes.missing(api::scope::repository, level); !missing.empty())
        return fail(Errc::forbidden, "the token lacks the scope " + text::join(missing, ", "));
    if (call.caller.public_only() && static_cast<access::Audience>(repository.audience) != access::Audience::everyone)
        return fail(Errc::forbidden, "the token is limited to what is public");
    return {};
}

// Whether the caller has the right; what is open to everybody needs none to be read.
Result<void> check_right(const Call& call, const Found& found, Need need, bool is_nobody)
{
    const auto& place = found.place;
    const auto unit = place.wiki ? Unit::wiki : Unit::code;
    const bool has_code = place.repository.enabled().has(Unit::code);
    const bool is_public =
        static_cast<access::Audience>(place.repository.audience) == access::Audience::everyone && has_code;
    const bool is_opened =
        place.repository.facts().to_anybody.on(unit) >= access::Level::read && place.repository.enabled().has(unit);
    const bool is_open = (is_public || is_opened) && !call.settings().service.require_signin_view;
    if (need == Need::read && is_open) return {};
    if (is_nobody) return ask_for_credentials();
    const auto may = [&](Unit wanted) {
        const auto& rights = found.access;
        return rights.administers() || (need == Need::write ? rights.writes(wanted) : rights.reads(wanted));
    };
    // Other credentials would not help here, so nobody is asked for them.
    if (!has_code && found.access.sees() && !found.access.administers())
        return fail(Errc::forbidden, "the code of this repository is switched off");
    const bool has_wiki = place.repository.enabled().has(Unit::wiki);
    if (!may(Unit::code) || (place.wiki && has_wiki && !may(Unit::wiki))) return ask_for_credentials();
    return {};
}

Result<void> check_state(const StoredRepository& repository, bool wiki)
{
    if (repository.archived()) return fail(Errc::forbidden, "the repository is archived: nothing of it changes");
    if (repository.mirror && !wiki)
        return fail(Errc::forbidden, "the repository is a mirror: nothing can be sent to it");
    return {};
}

std::string words_as_json(std::string_view member, const Error& error)
{
    std::string body = "{\"" + std::string(member) + "\":";
    api::write_json_string(body, error.message);
    return body + "}";
}

http::Response refuse(const Call& call, const Error& error, std::string_view member, std::string type)
{
    http::Response response{.status = api::http_status(error.code), .headers = {}, .body = {}};
    if (!error.location.empty()) response.set("Location", error.location);
    if (error.code == Errc::unauthorized)
        response.set("WWW-Authenticate", repositories::git_challenge(call.settings()));
    if (error.code == Errc::unavailable || error.retry_after > 0)
        response.set("Retry-After", std::to_string(std::max(error.retry_after, 1)));
    response.set("Content-Type", std::move(type));
    response.body = words_as_json(member, error);
    return response;
}

} // namespace

std::string LfsContext::address(const config::Settings& settings) const
{
    return settings.server.root_url + owner.name + "/" + repository.name + (wiki ? ".wiki.git" : ".git") + "/info/lfs";
}

Result<void> check_offered(const Call& call)
{
    if (!call.settings().server.lfs_start_server) return not_found("LFS");
    return {};
}

Result<void> check_accepts(const Call& call)
{
    for (const auto type : text::split_list(call.request.header("Accept")))
        if (text::iequals(text::trim(type.substr(0, type.find(';'))), media_type)) return {};
    return fail(Errc::unsupported_media_type, "only " + std::string(media_type) + " is spoken here");
}

Result<LfsContext> find_lfs_place(Call& call, Need need)
{
    const bool writes = need == Need::write;
    // Only what SSH has given out is sent this way; other tokens come as a password.
    if (text::istarts_with(call.request.header("Authorization"), "bearer ")) return ask_for_credentials();
    Found found{.place = {.repository = {}, .owner = TRY(accounts::account_at(call, "owner"))}};
    auto& place = found.place;
    const auto name = repositories::git_name(call.segment("repo"));
    auto repository = repositories::find_repository(call.db(), place.owner.id, name.name);
    const bool moved = !repository;
    if (moved) repository = repositories::find_moved_repository(call.db(), place.owner.id, name.name);
    if (!repository) {
        if (call.caller.anonymous()) return ask_for_credentials();
        return not_found("the repository");
    }
    place.repository = std::move(*repository);
    place.viewer = access::Viewer::of(call.caller);
    place.person = accounts::shared_account(call.caller);
    place.wiki = name.wiki;
    const auto ticket = read_ticket(call.settings(), call.request.header("Authorization"), Time::now());
    if (ticket) TRY(admit(call, *ticket, writes, found));
    else found.access = access::access_to(call.db(), place.viewer, place.repository.facts());

    // Before the right, which a token that is limited to what is public does not show.
    if (!call.caller.anonymous()) TRY(check_scope(call, place.repository, writes));
    TRY(check_right(call, found, need, call.caller.anonymous() && !ticket));
    if (moved) {
        const auto now_of = accounts::find_account(call.db(), place.repository.owner_id);
        if (!now_of) return not_found("the repository");
        const auto now = place.repository.name + (name.wiki ? ".wiki.git" : ".git");
        return elsewhere(Errc::moved, api::address_with(call, {{"owner", now_of->name}, {"repo", now}}));
    }
    if (name.wiki && !place.repository.enabled().has(Unit::wiki))
        return fail(Errc::forbidden, "the repository has no wiki");
    if (writes) TRY(check_state(place.repository, name.wiki));
    return std::move(place);
}

Result<void> read_lfs_body(const Call& call, const Type& type, void* into)
{
    auto read = api::decode_json(type, call.request.body, into);
    if (read) read = api::check_texts(type, into, static_cast<std::size_t>(call.settings().limits.max_text_bytes));
    if (!read) return fail(Errc::bad_request, std::move(read).error().message);
    return {};
}

http::Response refuse_object(const Call& call, const Error& error)
{
    return refuse(call, error, "Message", std::string(media_type));
}

http::Response refuse_lock(const Call& call, const Error& error)
{
    return refuse(call, error, "message", "application/json;charset=utf-8");
}

} // namespace cairn::lfs

#include "ssh/prepared_command.hpp"

#include <map>

#include "accounts/renaming.hpp"
#include "api/operation.hpp"
#include "base/utf8.hpp"
#include "config/settings.hpp"
#include "db/database.hpp"
#include "git/receive/upload_pack.hpp"
#include "lfs/ticket.hpp"
#include "transport/connection.hpp"

namespace cairn::ssh {

using transport::GitContext;
using transport::Service;
using transport::Visitor;
using Verb = Command::Verb;

namespace {

struct LfsAddress {
    std::string href;
    std::map<std::string, std::string> header;
    std::int64_t expires_in = 0;
};
BOOST_DESCRIBE_STRUCT(LfsAddress, (), (href, header, expires_in))

Result<void> check_state(const Visitor& visitor)
{
    if (!visitor.account) return {};
    const auto& account = *visitor.account;
    if (!account.is_active) return fail(Errc::forbidden, "this account has not been activated");
    if (account.prohibit_login) return fail(Errc::forbidden, "this account may not sign in");
    if (account.must_change_password)
        return fail(Errc::forbidden, "change the password of this account on the site first");
    return {};
}

// Names of old lead on: git over SSH cannot be told another address.
Result<accounts::Account> find_owner(db::Queries& db, std::string_view name)
{
    if (auto account = accounts::find_account(db, name)) return std::move(*account);
    if (auto renamed = accounts::find_renamed_account(db, name)) return std::move(*renamed);
    return not_found("the repository");
}

Result<GitContext> find_place(const api::Site& site, const Visitor& visitor, const Command& command)
{
    if (!is_text(command.owner) || !is_text(command.repository)) return not_found("the repository");
    const bool writes = command.verb == Verb::push || command.uploads;
    return transport::find_git_place(site, visitor, TRY(find_owner(site.db, command.owner)),
                                     repositories::git_name(command.repository),
                                     writes ? Service::push : Service::fetch);
}

Result<> give_ticket(const api::Site& site, const Visitor& visitor, const GitContext& place, bool uploads,
                     git::Sink& sink)
{
    const auto& server = site.settings().server;
    if (!server.lfs_start_server) return fail(Errc::not_found, "LFS is not offered here");
    if (place.is_to_be_made()) return not_found("the repository");
    const auto unit = place.wiki ? access::Unit::wiki : access::Unit::code;
    if (uploads && !place.access.writes(unit)) return fail(Errc::forbidden, "you may not write to this repository");
    const auto name = place.repository.name + (place.wiki ? ".wiki.git" : ".git");
    const auto ticket = lfs::write_ticket(site.settings(),
                                          {.repository_id = place.repository.id,
                                           .account_id = visitor.viewer.id,
                                           .deploy_key_id = visitor.deploy_key_id,
                                           .writes = uploads,
                                           .expires_at = {Time::now().seconds + server.lfs_http_auth_expiry}});
    const LfsAddress address{.href = server.root_url + place.owner.name + "/" + name + "/info/lfs",
                             .header = {{"Authorization", ticket}},
                             .expires_in = server.lfs_http_auth_expiry};
    sink.write(api::to_json(type_of<LfsAddress>(), &address) + "\n");
    return {};
}

Result<> run(const api::Site& site, const Visitor& visitor, const PreparedCommand& prepared, git::Source& source,
             git::Sink& sink)
{
    const auto& place = prepared.place;
    switch (prepared.command.verb) {
    case Verb::fetch: return transport::serve_fetch(site, place, prepared.version, source, sink);
    case Verb::push: return transport::serve_push(site, place, visitor, prepared.version, source, sink);
    case Verb::archive: return transport::serve_archive(site, place, source, sink);
    case Verb::lfs_authenticate: return give_ticket(site, visitor, place, prepared.command.uploads, sink);
    }
    std::unreachable();
}

} // namespace

Result<PreparedCommand> prepare_command(const api::Site& site, const Visitor& visitor, const Request& request)
{
    TRY(check_state(visitor));
    auto command = TRY(parse_command(request.command));
    auto place = TRY(find_place(site, visitor, command));
    return PreparedCommand{
        .command = std::move(command), .place = std::move(place), .version = git::protocol_version(request.protocol)};
}

Outcome run_command(const api::Site& site, const Visitor& visitor, const Result<PreparedCommand>& prepared,
                    git::Source& source, git::Sink& sink)
{
    const auto done = prepared ? run(site, visitor, *prepared, source, sink) : std::unexpected(prepared.error());
    if (done) return {};
    return {.status = 1, .words = "Cairn: " + done.error().message + "\n"};
}

Outcome greet(const Visitor& visitor)
{
    const auto whom = visitor.account ? visitor.account->name : std::string("deploy key");
    return {.status = 1, .words = "Hello, " + whom + "! Your key works. There is no shell here, only git.\n"};
}

} // namespace cairn::ssh

#include "transport/connection.hpp"

#include "config/settings.hpp"
#include "git/receive/pkt_line.hpp"
#include "git/receive/upload_pack.hpp"
#include "git/store/store.hpp"
#include "transport/reception.hpp"
#include "transport/signed_push.hpp"

namespace cairn::transport {

namespace {

void tell_error(git::Sink& sink, const Error& error)
{
    std::string packet;
    git::append_packet(packet, "ERR " + error.message);
    sink.write(packet);
}

} // namespace

Result<> serve_fetch(const api::Site& site, const GitContext& place, int version, git::Source& source, git::Sink& sink)
{
    auto child = TRY(git::start_upload_pack(site.get<git::Children>(), site.get<git::Store>().path(place.storage),
                                            {.stage = git::Fetch::Stage::connection,
                                             .version = version,
                                             .time_limit = std::chrono::seconds(site.settings().git.fetch_timeout)}));
    return git::pass_on(child, &source, sink);
}

Result<> serve_push(const api::Site& site, const GitContext& place, const Visitor& pusher, int version,
                    git::Source& source, git::Sink& sink)
{
    const auto nonce = push_nonce(site.settings(), place, Time::now());
    TRY(advertise_push(site, place, version, nonce, sink));
    git::Input input(source);
    Reception reception(site, place, pusher);
    const auto request = git::read_push_request(input);
    if (!request) {
        tell_error(sink, request.error());
        return std::unexpected(request.error());
    }
    if (request->commands.empty()) return {};
    if (const auto made = reception.make_folder(); !made) {
        tell_error(sink, made.error());
        return std::unexpected(made.error());
    }
    return reception.receive(*request, nonce, input, sink);
}

Result<> serve_archive(const api::Site& site, const GitContext& place, git::Source& source, git::Sink& sink)
{
    if (site.settings().repository.disable_download_source_archives)
        return fail(Errc::forbidden, "archives are switched off here");
    auto child = TRY(git::start_upload_archive(site.get<git::Children>(), site.get<git::Store>().path(place.storage),
                                               std::chrono::seconds(site.settings().git.archive_timeout)));
    return git::pass_on(child, &source, sink);
}

} // namespace cairn::transport

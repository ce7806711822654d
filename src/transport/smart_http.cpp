// Git over HTTP, as gitprotocol-http(5) calls it smart: what there is, fetching, pushing. Bodies go through in pieces
// both ways, and what runs for a client that goes away is taken down. Processes are started where the answer is made,
// so that nobody holds one while he waits for his turn.
#include <cerrno>
#include <system_error>

#include "config/settings.hpp"
#include "git/receive/gunzip.hpp"
#include "git/receive/pkt_line.hpp"
#include "git/receive/upload_pack.hpp"
#include "git/store/store.hpp"
#include "http/busy.hpp"
#include "transport/dumb_http.hpp"
#include "transport/git_refusal.hpp"
#include "transport/reception.hpp"
#include "transport/signed_push.hpp"
#include "transport/streams.hpp"
#include "transport/tables.hpp"

namespace cairn::transport {

using namespace api;
using enum Method;

namespace {

using repositories::RepositoryPath;

// More of a request that only says what the client has is nobody's honest clone.
constexpr std::uint64_t largest_fetch_request = 256ULL << 20U;

constexpr std::string_view name_of(Service service)
{
    return service == Service::push ? "git-receive-pack" : "git-upload-pack";
}

struct RefsQuery {
    std::string service;
};
BOOST_DESCRIBE_STRUCT(RefsQuery, (), (service))
constexpr auto notes(const RefsQuery*)
{
    return std::array{Note{"service", "git-upload-pack or git-receive-pack; without it, a plain list"}};
}

std::unexpected<Error> bad_request(std::string words)
{
    return fail(Errc::bad_request, std::move(words), ErrorForm::empty);
}

// A row of which a client asks first, with a GET that may come to be a push.
Result<void> check_advertisement(Call& call)
{
    const auto* asked = call.parameter("service");
    const bool push = asked != nullptr && *asked == name_of(Service::push);
    auto place = TRY(find_git_place(call, push ? Service::push : Service::fetch));
    if (asked != nullptr && !asked->empty() && !push && *asked != name_of(Service::fetch))
        return bad_request("there is no such service");
    call.load(std::move(place));
    return {};
}

template <Service service> Result<void> check_exchange(Call& call)
{
    auto place = TRY(find_git_place(call, service));
    if (call.request.header("Content-Type") != "application/x-" + std::string(name_of(service)) + "-request")
        return bad_request("this is not a request of git");
    call.load(std::move(place));
    return {};
}

constexpr Guard guard(std::string_view name, Result<void> (*check)(Call&))
{
    return {.name = name,
            .path = &type_of<RepositoryPath>(),
            .loads = &tag<GitContext>,
            .errors = {400, 401, 403, 404},
            .check = check};
}
constexpr Guard asks = guard("fetches or pushes", &check_advertisement);
constexpr Guard fetches = guard("fetches", &check_exchange<Service::fetch>);
constexpr Guard pushes = guard("pushes", &check_exchange<Service::push>);

Raw never_cached(http::Body body, std::string content_type)
{
    return Raw{.body = std::move(body),
               .content_type = std::move(content_type),
               .headers = {{"Expires", "Fri, 01 Jan 1980 00:00:00 GMT"},
                           {"Pragma", "no-cache"},
                           {"Cache-Control", "no-cache, max-age=0, must-revalidate"}}};
}

int version_of(const Call& call) { return git::protocol_version(call.request.header("Git-Protocol")); }

std::string service_line(Service service)
{
    std::string line;
    git::append_packet(line, "# service=" + std::string(name_of(service)) + "\n");
    return line.append(git::flush_packet);
}

// What starts git's own server for a client.
auto upload_pack(const Call& call, const GitContext& place, git::Fetch::Stage stage)
{
    return [&children = call.site.get<git::Children>(), path = call.site.get<git::Store>().path(place.storage),
            fetch = git::Fetch{.stage = stage,
                               .version = version_of(call),
                               .time_limit = std::chrono::seconds(call.settings().git.fetch_timeout)}] {
        auto child = git::start_upload_pack(children, path, fetch);
        if (!child) throw http::Busy();
        return std::move(*child);
    };
}

Result<Raw> advertise_fetch(const Call& call, const GitContext& place)
{
    // In the second version this is not about the repository at all, but git knows best what it can.
    const auto send = [start = upload_pack(call, place, git::Fetch::Stage::advertisement),
                       version = version_of(call)](git::Sink& sink) {
        auto child = start();
        if (version < 2) sink.write(service_line(Service::fetch));
        if (const auto sent = git::pass_on(child, nullptr, sink); !sent) throw std::runtime_error(sent.error().message);
    };
    return never_cached(made_by(call.request, send), "application/x-git-upload-pack-advertisement");
}

Result<Raw> advertise_push(const Call& call, const GitContext& place)
{
    TextSink sink;
    sink.write(service_line(Service::push));
    TRY(transport::advertise_push(call.site, place, version_of(call), push_nonce(call.settings(), place, Time::now()),
                                  sink));
    return never_cached(std::move(sink.text), "application/x-git-receive-pack-advertisement");
}

Result<Raw> advertise(Call& call, const GitContext& place, Query<RefsQuery> query)
{
    if (query->service.empty()) return list_references(call.site, place);
    return query->service == name_of(Service::push) ? advertise_push(call, place) : advertise_fetch(call, place);
}

// A source of which the beginning was read before anybody asked for it.
class ReadAhead final : public git::Source {
public:
    explicit ReadAhead(git::Source& source) : input_(source)
    {
        while (input_.fill()) { }
    }
    std::size_t read(std::span<char> into) override
    {
        if (input_.view().empty() && !input_.fill()) return 0;
        const auto taken = input_.view().copy(into.data(), into.size());
        input_.consume(taken);
        return taken;
    }

private:
    git::Input input_;
};

// The body of a request, unpacked if the client has packed it.
class RequestSource {
public:
    RequestSource(const Call& call, http::BodyReader& body, std::uint64_t most) : plain_(body)
    {
        const auto encoding = call.request.header("Content-Encoding");
        if (encoding == "gzip" || encoding == "x-gzip") gunzip_.emplace(plain_, most);
    }
    // Of what was packed, the beginning, which is all of most requests: what is broken there can still be refused.
    Result<> look_ahead()
    {
        if (!gunzip_) return {};
        try {
            ahead_.emplace(*gunzip_);
            return {};
        } catch (const git::BadGzip& error) {
            return fail(Errc::bad_request, error.what());
        }
    }
    git::Source& get()
    {
        if (ahead_) return *ahead_;
        return gunzip_ ? static_cast<git::Source&>(*gunzip_) : plain_;
    }

private:
    BodySource plain_;
    std::optional<git::GunzipSource> gunzip_;
    std::optional<ReadAhead> ahead_;
};

Result<Raw> fetch(Call& call, const GitContext& place, Upload upload)
{
    auto source = std::make_shared<RequestSource>(call, *upload.body, largest_fetch_request);
    TRY(source->look_ahead());
    // A child that ends with an error has told the client why, in git's own way.
    const auto send = [source, start = upload_pack(call, place, git::Fetch::Stage::exchange)](git::Sink& sink) {
        auto child = start();
        try {
            static_cast<void>(git::pass_on(child, &source->get(), sink));
        } catch (const git::BadGzip& error) {
            std::string line;
            git::append_packet(line, "ERR " + std::string(error.what()) + "\n");
            sink.write(line);
        }
    };
    return never_cached(made_by(call.request, send), "application/x-git-upload-pack-result");
}

// Everything that a push needs after the call itself is gone.
struct ReceivedPush {
    ReceivedPush(const Call& call, const GitContext& place, http::BodyReader& body)
        : reception(call.site, place, Visitor::of(call.caller)), source(call, body, 0), input(source.get())
    {
    }

    void receive(git::Sink& sink)
    {
        const auto done = reception.receive(request, {}, input, sink);
        if (done) return;
        if (done.error().code == Errc::unavailable) throw http::Busy();
        if (done.error().code == Errc::storage_full)
            throw std::system_error(ENOSPC, std::generic_category(), done.error().message);
        throw std::runtime_error(done.error().message);
    }

    Reception reception;
    RequestSource source;
    git::Input input;
    git::PushRequest request{};
};

Result<Raw> push(Call& call, const GitContext& place, Upload upload)
{
    auto received = std::make_shared<ReceivedPush>(call, place, *upload.body);
    try {
        received->request = TRY(git::read_push_request(received->input));
    } catch (const git::BadGzip& error) {
        return fail(Errc::bad_request, error.what());
    }
    const std::string content_type = "application/x-git-receive-pack-result";
    if (received->request.commands.empty()) return never_cached(std::string(), content_type);
    TRY(received->reception.make_folder());
    return never_cached(made_by(call.request, [received](git::Sink& sink) { received->receive(sink); }), content_type);
}

// clang-format off
constexpr Operation smart_http_operations[] = {
    {GET,  "/{owner}/{repo}/info/refs",        scope::none, asks,    handle<advertise>, 200, "gitInfoRefs",    "Tell git what there is"},
    {POST, "/{owner}/{repo}/git-upload-pack",  scope::none, fetches, handle<fetch>,     200, "gitUploadPack",  "Fetch with git"},
    {POST, "/{owner}/{repo}/git-receive-pack", scope::none, pushes,  handle<push>,      200, "gitReceivePack", "Push with git"},
};
// clang-format on
static_assert(well_formed(smart_http_operations));

} // namespace

// Whoever is not signed in is asked to by the guards themselves, in git's way.
const Table smart_http_table{"git", smart_http_operations, Door::site, &refuse_git, Listens{true, false, true}};

} // namespace cairn::transport

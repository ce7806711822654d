// Any bytes as a connection sends them: taken apart by the server's own parser and answered by the whole application on
// a real database. Whatever comes, there is an answer, and it never says that the server failed.
#include <boost/beast/core/flat_buffer.hpp>

#include <cstdint>
#include <string_view>

#include "accounts/account.hpp"
#include "demand.hpp"
#include "http/request_parser.hpp"
#include "site.hpp"

namespace cairn::fuzz {

namespace {

struct OpenSite : Site {
    OpenSite()
    {
        // A guess at a password costs its hash by design, which would leave time for little else.
        settings.service.enable_basic_authentication = false;
        settings.metrics.enabled = true;
        static_cast<void>(db->write([](db::Transaction& tx) {
            return accounts::create_account(tx, {.name = "ann", .email = "ann@example.com"});
        }));
        application.emplace(*db, settings);
    }
};

void answer(app::Application& application, http::Request& request)
{
    const auto admitted = application.admit(request);
    if (const auto* refused = std::get_if<http::Response>(&admitted)) {
        demand(refused->status == 404 || refused->status == 405);
        return;
    }
    auto response = std::get<http::Intake>(admitted).quick ? application.serve_quickly(request) : std::nullopt;
    if (!response) response = application.serve(request);
    demand(response->status >= 200 && response->status < 500);
    application.served(request, response->status, 0, std::chrono::nanoseconds(1));
}

} // namespace

} // namespace cairn::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    using namespace cairn;
    static fuzz::OpenSite site;

    const std::string_view input(reinterpret_cast<const char*>(data), size);
    http::HeadScanner scanner;
    if (scanner.scan(input) != http::HeadScanner::Found::end) return 0;
    http::Request request;
    http::RequestParser parser(request);
    if (parser.parse_head(input.substr(0, scanner.end()))) return 0;
    parser.limit_body(1024 * 1024);
    boost::beast::flat_buffer rest;
    const auto body_bytes = input.substr(scanner.end());
    rest.commit(boost::asio::buffer_copy(rest.prepare(body_bytes.size()),
                                         boost::asio::buffer(body_bytes.data(), body_bytes.size())));
    std::string body;
    while (rest.size() > 0 && !parser.is_complete()) {
        const auto before = rest.size();
        if (parser.feed(rest, body)) return 0;
        if (rest.size() == before) break;
    }
    request.body = body;
    request.peer = "127.0.0.1";
    request.id = "fuzz";
    fuzz::answer(*site.application, request);
    return 0;
}

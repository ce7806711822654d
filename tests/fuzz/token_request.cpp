// Any bytes as a request to the token endpoint and its neighbors: the header Authorization, then, after a line break,
// the body, as a form and as JSON. Whatever comes, there is an answer that is the client's fault and no token.
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <stdexcept>
#include <string_view>

#include "app/application.hpp"
#include "app/open_site.hpp"
#include "base/log.hpp"
#include "config/load.hpp"
#include "db/database.hpp"

namespace cairn::fuzz {

namespace {

std::string new_folder()
{
    std::string folder = (std::filesystem::temp_directory_path() / "cairn-fuzz-XXXXXX").string();
    if (mkdtemp(folder.data()) == nullptr) throw std::runtime_error("no temporary folder");
    return folder;
}

struct Site {
    Site()
    {
        log::configure({.level = log::Level::off});
        settings.server.root_url = "http://localhost/";
        settings.oauth2.jwt_signing_algorithm = config::JwtAlgorithm::ES256;
        application.emplace(*db, settings);
        application->furnish();
    }

    std::string folder = new_folder();
    config::Settings settings = config::load(folder + "/app.ini", {}).value().settings;
    std::unique_ptr<db::Database> db = app::open_site(settings);
    std::optional<app::Application> application;
};

void demand(bool holds)
{
    if (!holds) std::abort();
}

} // namespace

} // namespace cairn::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    using namespace cairn;
    static fuzz::Site site;
    const std::string_view input(reinterpret_cast<const char*>(data), size);
    const auto line_end = std::min(input.find('\n'), input.size());
    const auto authorization = input.substr(0, line_end);
    for (const std::string_view path : {"/login/oauth/access_token", "/login/oauth/introspect", "/login/oauth/revoke"})
        for (const std::string_view type : {"application/x-www-form-urlencoded", "application/json"}) {
            http::Request request;
            request.method = "POST";
            request.target = path;
            request.headers = {{"Content-Type", type}};
            if (!authorization.empty()) request.headers.push_back({"Authorization", authorization});
            request.body = input.substr(std::min(line_end + 1, input.size()));
            request.peer = "127.0.0.1";
            request.id = "fuzz";
            fuzz::demand(std::holds_alternative<http::Intake>(site.application->admit(request)));
            const auto response = site.application->serve(request);
            fuzz::demand(response.status == 400 || response.status == 401
                         || (response.status == 200 && path != "/login/oauth/access_token"));
        }
    return 0;
}

#include "git/receive/upload_pack.hpp"

#include "base/text.hpp"

namespace cairn::git {

int protocol_version(std::string_view asked)
{
    int version = 0;
    for (const auto word : text::split(asked, ':')) {
        if (word == "version=1") version = std::max(version, 1);
        if (word == "version=2") version = std::max(version, 2);
    }
    return version;
}

Result<Child> start_upload_pack(Children& children, const std::string& path, const Fetch& fetch)
{
    Command command{.arguments = {"upload-pack", "--strict"},
                    .reads = {path},
                    .takes_input = fetch.stage != Fetch::Stage::advertisement,
                    .time_limit = fetch.time_limit};
    if (fetch.stage != Fetch::Stage::connection) command.arguments.emplace_back("--stateless-rpc");
    if (fetch.stage == Fetch::Stage::advertisement) command.arguments.emplace_back("--http-backend-info-refs");
    command.arguments.push_back(path);
    if (fetch.version > 0) command.environment.push_back("GIT_PROTOCOL=version=" + std::to_string(fetch.version));
    return children.start(command);
}

Result<Child> start_upload_archive(Children& children, const std::string& path, std::chrono::seconds time_limit)
{
    return children.start(
        {.arguments = {"upload-archive", path}, .reads = {path}, .takes_input = true, .time_limit = time_limit});
}

} // namespace cairn::git

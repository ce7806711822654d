#include "import/advice.hpp"

#include <netinet/in.h>
#include <sys/socket.h>
#include <sys/statvfs.h>

#include <algorithm>

#include "base/descriptor.hpp"
#include "config/settings.hpp"
#include "import/kinds.hpp"

namespace cairn::import {

namespace {

const KindReport* find(const Report& report, const Kind& kind)
{
    const auto found = std::ranges::find(report.kinds, kind.name, &KindReport::name);
    return found == report.kinds.end() ? nullptr : &*found;
}

bool answers(std::int64_t port)
{
    const Descriptor socket(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0));
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_port = htons(static_cast<std::uint16_t>(port));
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    return socket && ::connect(socket.number(), reinterpret_cast<const sockaddr*>(&address), sizeof address) == 0;
}

// Repositories on the same disk are linked where the system allows it; everything else is copied.
std::int64_t bytes_to_copy(const Move& move, const Report& report)
{
    std::int64_t bytes = 0;
    for (const Kind* kind : {&attachments_kind, &large_files_kind})
        if (const auto* told = find(report, *kind)) bytes += told->bytes;
    return bytes + move.to_copy;
}

} // namespace

std::vector<std::string> advise(const Move& move, const Report& report)
{
    std::vector<std::string> advice;
    const auto& server = move.site.settings().server;
    const auto moved = [&](const Kind& kind) {
        const auto* told = find(report, kind);
        return told != nullptr && told->moved > 0;
    };
    auto old_url = move.old.root_url;
    if (!old_url.empty() && !old_url.ends_with('/')) old_url += '/';
    if (!old_url.empty() && old_url != server.root_url)
        advice.push_back("the old site was at " + old_url + " and this one is at " + server.root_url
                         + ": links in texts, remotes of clones, security keys and applications that sign people in "
                           "know the old address ([server] ROOT_URL)");
    if (moved(large_files_kind) && !server.lfs_start_server)
        advice.emplace_back("LFS objects were moved, and [server] LFS_START_SERVER is off");
    if (moved(keys_kind) && !server.start_ssh_server)
        advice.emplace_back("SSH keys were moved, and git is served over SSH only with [server] START_SSH_SERVER, or "
                            "with a system's sshd that asks `cairn keys`");
    if (move.old.port != 0 && move.old.port != server.http_port && answers(move.old.port))
        advice.push_back("something answers at port " + std::to_string(move.old.port)
                         + ", where the old server listens: what people do there from now on stays there");
    if (move.to_copy > 0)
        advice.push_back("about " + std::to_string((move.to_copy >> 20) + 1)
                         + " MiB of the repositories will be copied instead of linked: they are on another disk, or "
                           "belong to another user (and fs.protected_hardlinks is on)");
    struct statvfs space{};
    if (move.tries() && statvfs(server.app_data_path.c_str(), &space) == 0) {
        const auto free = static_cast<std::int64_t>(space.f_bavail * space.f_frsize);
        if (const auto needed = bytes_to_copy(move, report); needed > free)
            advice.push_back("about " + std::to_string(needed >> 20) + " MiB will be copied, and "
                             + std::to_string(free >> 20) + " MiB are free on the disk of " + server.app_data_path);
    }
    return advice;
}

} // namespace cairn::import

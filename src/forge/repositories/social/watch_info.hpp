// That somebody hears of something, as the API shows it.
#pragma once

#include "base/reflect.hpp"

namespace cairn::repositories {

struct WatchInfo {
    bool subscribed = false;
    bool ignored = false;
    Json reason;
    Time created_at;
    std::string url;
    std::string repository_url;
};
BOOST_DESCRIBE_STRUCT(WatchInfo, (), (subscribed, ignored, reason, created_at, url, repository_url))
constexpr auto notes(const WatchInfo*)
{
    return std::array{Note{"", "That somebody hears of what happens in a repository or to an issue"},
                      Note{"created_at", "when the repository or the issue was made"}, Note{"reason", "always null"}};
}

} // namespace cairn::repositories

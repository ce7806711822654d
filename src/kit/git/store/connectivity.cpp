#include "git/store/connectivity.hpp"

#include "base/text.hpp"

namespace cairn::git {

namespace {

constexpr std::chrono::hours longest{6};
constexpr auto politely = 10;

} // namespace

Result<std::string> find_missing_object(Children& children, const std::string& repository)
{
    // As git itself looks before it takes what was fetched.
    const auto answer = TRY(children.ask({.arguments = {"rev-list", "--objects", "--all", "--quiet"},
                                          .environment = {"GIT_DIR=" + repository},
                                          .reads = {repository},
                                          .unhurried = true,
                                          .time_limit = longest,
                                          .nice = politely}));
    if (answer.status == 0) return std::string();
    const auto said = text::trim(answer.error);
    const auto first = text::trim(said.substr(0, said.find('\n')));
    return first.empty() ? std::string("git says nothing") : std::string(first);
}

} // namespace cairn::git

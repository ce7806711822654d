#include "git/store/commit_index.hpp"

#include "base/log.hpp"
#include "git/objects/commit_graph_file.hpp"

namespace cairn::git {

namespace {

constexpr std::uint64_t few_commits = 1000;
constexpr std::chrono::minutes longest_indexing{30};

} // namespace

bool wants_commit_index(const std::string& repository, std::uint64_t commits)
{
    if (commits < few_commits) return false;
    // What is not in it is read as ever, so that it may be a little behind.
    const auto index = CommitGraphFile::open(repository);
    return !index || index->size() + few_commits + commits / 10 < commits;
}

Result<> index_commits(Children& children, const std::string& repository)
{
    const auto answer = TRY(children.ask({.arguments = {"commit-graph", "write", "--reachable", "--changed-paths"},
                                          .environment = {"GIT_DIR=" + repository},
                                          .writes = {repository},
                                          .unhurried = true,
                                          .time_limit = longest_indexing,
                                          .nice = 10}));
    if (answer.status == 0) return {};
    log::error("the commits could not be indexed", {{"repository", repository}, {"error", answer.error}});
    return fail(Errc::unavailable, "git commit-graph failed");
}

} // namespace cairn::git

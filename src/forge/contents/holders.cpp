#include "contents/holders.hpp"

#include <algorithm>
#include <chrono>

#include "base/deadline.hpp"
#include "base/text.hpp"
#include "base/utf8.hpp"
#include "contents/remembered.hpp"
#include "git/child/child.hpp"
#include "git/objects/distances.hpp"
#include "git/store/store.hpp"

namespace cairn::contents {

using git::ObjectId;

namespace {

using Clock = std::chrono::steady_clock;
constexpr auto longest_count = std::chrono::milliseconds(400); // for all of a page

Memory<git::Distance>& remembered_distances()
{
    static Memory<git::Distance> memory(16'384);
    return memory;
}

Memory<Holders>& remembered_holders()
{
    static Memory<Holders> memory(1024);
    return memory;
}

struct Names {
    std::vector<std::string> names{};
    bool more = false;
    bool complete = true;
};

Result<Names> names_below(const api::Site& site, const std::string& git_dir, std::string_view folder,
                          const ObjectId& commit, std::string_view sort, std::size_t most)
{
    const auto answer = site.get<git::Children>().ask(
        {.arguments = {"--git-dir=" + git_dir, "for-each-ref", "--contains=" + commit.hex(),
                       "--count=" + std::to_string(most + 1), "--sort=" + std::string(sort),
                       "--format=%(refname:lstrip=2)", std::string(folder)},
         .reads = {git_dir},
         .time_limit = std::chrono::seconds(5)});
    if (!answer && answer.error().code == Errc::unavailable) return Names{.complete = false};
    if (!answer) return std::unexpected(answer.error());
    Names found{.complete = answer->status == 0};
    for (const auto line : text::split(answer->output, '\n'))
        if (!line.empty()) found.names.push_back(to_text(line));
    found.more = found.names.size() > most;
    if (found.more) found.names.resize(most);
    return found;
}

} // namespace

Result<Holders> holders_of(const api::Site& site, const repositories::StoredRepository& stored, const ObjectId& commit,
                           std::size_t most)
{
    // Whoever moves a reference moves this time. It counts seconds: one that is not over may bring another push.
    const bool settled = Time::now().seconds > stored.updated_at.seconds;
    const auto key =
        stored.storage + commit.hex() + std::to_string(stored.updated_at.seconds) + "/" + std::to_string(most);
    if (settled)
        if (auto known = remembered_holders().find(key)) return *std::move(known);
    const auto git_dir = site.get<git::Store>().path(stored.storage);
    auto branches = TRY(names_below(site, git_dir, "refs/heads", commit, "-committerdate", most));
    auto tags = TRY(names_below(site, git_dir, "refs/tags", commit, "creatordate", most));
    std::ranges::stable_partition(branches.names, [&](const auto& name) { return name == stored.default_branch; });
    Holders found{.branches = std::move(branches.names),
                  .tags = std::move(tags.names),
                  .more_branches = branches.more,
                  .more_tags = tags.more,
                  .complete = branches.complete && tags.complete};
    if (settled && found.complete) remembered_holders().keep(key, found);
    return found;
}

std::vector<std::optional<git::Distance>> distances(const git::Repository& repository,
                                                    std::span<const ObjectId> commits, const ObjectId& base)
{
    const auto end = Clock::now() + longest_count;
    auto all = git::indexed_distances(repository, commits, base);
    for (std::size_t i = 0; i < commits.size(); ++i) {
        if (all[i]) continue;
        const auto key = repository.path() + commits[i].hex() + base.hex();
        all[i] = remembered_distances().find(key);
        if (!all[i] && Clock::now() < end && Deadline::is_ahead_now())
            if (const auto counted = git::distance(repository, commits[i], base)) {
                all[i] = *counted;
                remembered_distances().keep(key, *counted);
            }
    }
    return all;
}

} // namespace cairn::contents

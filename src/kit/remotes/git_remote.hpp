// A repository on another server, as git reaches it: the server is asked first, by ourselves, whether it may be called
// and where it leads; git then gets that place and that address of it, or the proxy that calls it, and may go nowhere
// else.
#pragma once

#include <functional>

#include "config/settings.hpp"
#include "git/child/child.hpp"
#include "remotes/address.hpp"

namespace cairn::remotes {

struct Progress {
    std::string stage{}; // in git's words: "Receiving objects"
    std::int64_t done = 0;
    std::int64_t total = 0; // 0: not known
};
// Called every few seconds, also when there is nothing new. False: enough, whoever wanted it has changed his mind.
using Watch = std::function<bool(const Progress&)>;

// What it was made from (children, settings) must live as long. Its functions block for as long as the other server
// takes, or until the watch has enough; several threads may call them.
class GitRemote {
public:
    enum class Direction : std::uint8_t { fetch, push };

    // Errc::forbidden for a server that may not be called, Errc::unprocessable for one that does not answer, has no
    // repository there or does not let us in. The words have no credentials in them. Of the others Errc::unprocessable
    // for whatever goes wrong there, Errc::unavailable where no child of git can be started here.
    static Result<GitRemote> reach(git::Children&, const config::Settings&, const Remote&, Direction, const Watch&);

    // The branch that its HEAD names; empty if there is none.
    Result<std::string> default_branch(const Watch&) const;

    // Makes branches and tags of the repository at `path` the same as there. What is gone there stays, unless `prune`.
    Result<> fetch(const std::string& path, bool prune, const Watch&) const;

    // The heads of pull requests, where the other server shows them: refs/pull/NUMBER/head.
    Result<> fetch_pull_heads(const std::string& path, const Watch&) const;

    // The other way round.
    Result<> push(const std::string& path, const Watch&) const;

private:
    GitRemote(git::Children& children, const config::Settings& settings, Remote remote)
        : children_(&children), settings_(&settings), remote_(std::move(remote))
    {
    }
    Result<> locate(Direction, const Watch&);
    Result<> fetch(const std::string& path, bool prune, const std::vector<std::string>& references, const Watch&) const;
    git::Command command(std::vector<std::string> arguments) const;
    Result<> run(const git::Command&, const Watch&, std::string* output = nullptr) const;

    git::Children* children_;
    const config::Settings* settings_;
    Remote remote_;
    std::string ip_;
    std::string proxy_;
};

} // namespace cairn::remotes

#include "git/store/layout.hpp"

#include "git/store/durable.hpp"

namespace cairn::git {

namespace {

// What is true of a repository whoever opens it, also an operator with a shell. What may change with a version of this
// program (limits, threads) is given to each child in its environment instead.
//   core.fsync       a push is acknowledged when it is on the disk, references included
//   gc.auto          maintenance is the schedule's, never a client's that happens to push
//   uploadpack       partial clones, and fetches of any commit by its name, as build servers make them
//   transfer         our own references are nobody's business
constexpr std::string_view config = R"([core]
    repositoryformatversion = 0
    filemode = true
    bare = true
    logAllRefUpdates = false
    fsync = objects,derived-metadata,reference
[gc]
    auto = 0
[maintenance]
    auto = false
[receive]
    autogc = false
    advertisePushOptions = true
[uploadpack]
    allowFilter = true
    allowAnySHA1InWant = true
[transfer]
    hideRefs = refs/internal
)";

constexpr const char* folders[] = {"/objects", "/objects/info", "/objects/pack", "/refs", "/refs/heads", "/refs/tags"};

} // namespace

void lay_out(const std::string& folder, std::string_view default_branch)
{
    make_new_folder(folder);
    for (const auto* name : folders) make_new_folder(folder + name);
    write_new_file(folder + "/config", config);
    write_new_file(folder + "/HEAD", "ref: refs/heads/" + std::string(default_branch) + "\n");
}

void sync_layout(const std::string& folder)
{
    constexpr const char* files[] = {"/HEAD", "/config", "/packed-refs"};
    for (const auto* file : files) begin_sync(folder + file);
    for (const auto* file : files) sync_file(folder + file);
    // Those that are empty are there when their names are in these.
    for (const auto* name : {"/objects", "/refs", ""}) sync_folder(folder + name);
}

} // namespace cairn::git

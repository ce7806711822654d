// The folders of repositories, and what git has in them.
#include <filesystem>
#include <fstream>

#include <fmt/core.h>

#include "app/consequences.hpp"
#include "app/doctor/checks.hpp"
#include "config/settings.hpp"
#include "db/database.hpp"
#include "events/events.hpp"
#include "git/store/commit_index.hpp"
#include "git/store/connectivity.hpp"
#include "repositories/lifecycle/store_check.hpp"
#include "repositories/references/branch_check.hpp"

namespace cairn::app::doctor {

namespace fs = std::filesystem;

namespace {

struct StoredFolders {
    std::string name;
    std::string storage;
    std::string wiki_storage;
};
BOOST_DESCRIBE_STRUCT(StoredFolders, (), (name, storage, wiki_storage))

// Each that is there: its name, for people, and its path.
void each_folder(Examination& examination,
                 const std::function<void(const std::string& name, const std::string& path)>& take)
{
    for (const auto& repository : examination.db().all<StoredFolders>(
             "SELECT a.name || '/' || r.name AS name, r.storage, r.wiki_storage FROM repository r"
             " JOIN account a ON a.id = r.owner_id ORDER BY r.id"))
        for (const auto& folder : {repository.storage, repository.wiki_storage}) {
            if (examination.stop.stop_requested()) return;
            if (folder.empty() || !examination.store().exists(folder)) continue; // said of the folder
            take(repository.name + (folder == repository.storage ? "" : ".wiki"), examination.store().path(folder));
        }
}

struct Tip {
    std::string name;
    std::string commit_id;
};
BOOST_DESCRIBE_STRUCT(Tip, (), (name, commit_id))

// What whoever looks for a copy elsewhere has to look for.
std::string known_tips(db::Database& db, std::int64_t repository_id)
{
    std::string known;
    for (const auto& tip :
         db.all<Tip>("SELECT name, commit_id FROM branch WHERE repository_id = $1 ORDER BY name", repository_id))
        known += (known.empty() ? "" : ", ") + tip.name + " at " + tip.commit_id;
    return known.empty() ? "it had no branches" : "its branches were " + known;
}

// Those that git would run.
std::vector<std::string> hooks_in(const std::string& repository)
{
    std::vector<std::string> found;
    std::error_code error;
    for (fs::directory_iterator entry(repository + "/hooks", error), end; !error && entry != end;
         entry.increment(error)) {
        std::error_code gone;
        if (!entry->is_regular_file(gone) || entry->path().extension() == ".sample") continue;
        if ((entry->status(gone).permissions() & fs::perms::owner_exec) != fs::perms::none)
            found.push_back(entry->path().string());
    }
    return found;
}

std::vector<std::string> graphs_of(const std::string& repository)
{
    std::vector<std::string> found;
    for (const auto* name : {"/objects/info/commit-graph", "/objects/info/commit-graphs"}) {
        std::error_code error;
        if (fs::exists(repository + name, error)) found.push_back(repository + name);
    }
    return found;
}

// Empty: there is none, or it is right.
std::string trouble_with_graph(Examination& examination, const std::string& repository)
{
    if (graphs_of(repository).empty()) return {};
    const auto answer = examination.children().ask({.arguments = {"commit-graph", "verify", "--no-progress"},
                                                    .environment = {"GIT_DIR=" + repository},
                                                    .reads = {repository},
                                                    .unhurried = true,
                                                    .time_limit = std::chrono::hours(1),
                                                    .nice = 10});
    if (!answer) return answer.error().message;
    if (answer->status == 0) return {};
    return answer->error.substr(0, std::min<std::size_t>(answer->error.find('\n'), 200));
}

} // namespace

Complaints look_at_folders(Examination& examination)
{
    const auto& store = examination.store();
    const auto found = repositories::examine_store(examination.db(), store);
    if (found.all_missing && found.missing.size() > 1)
        return {"no repository has its folder below " + store.root() + ": is the disk there?"};
    Complaints complaints;
    for (const auto& repository : found.missing)
        complaints.push_back("the folder of " + repository.name + " is gone (" + store.path(repository.storage)
                             + "): restore it, or have an empty one made with --repair");
    for (const auto& folder : found.strays)
        complaints.push_back(store.path(folder) + " belongs to no repository: have it put aside with --repair");
    return complaints;
}

Complaints mend_folders(Examination& examination)
{
    const auto& store = examination.store();
    const auto found = repositories::examine_store(examination.db(), store);
    Complaints done;
    if (found.all_missing && found.missing.size() > 1) return done;
    for (const auto& repository : found.missing) {
        const auto known = known_tips(examination.db(), repository.id);
        if (repositories::make_missing_folder(examination.db(), store, repository))
            done.push_back(repository.name + " is empty now, so that somebody can push what was lost; " + known);
    }
    for (const auto& folder : found.strays) done.push_back(examination.set_aside(store.root(), store.path(folder)));
    return done;
}

Complaints look_at_branches(Examination& examination)
{
    Complaints complaints;
    for (const auto& push : repositories::find_missed_pushes(examination.db(), examination.store(), examination.stop))
        complaints.push_back(fmt::format("{} branches of repository {} are not what the database says: correct it"
                                         " with --repair",
                                         push.changes.size(), push.repository_id));
    return complaints;
}

Complaints mend_branches(Examination& examination)
{
    auto& db = examination.db();
    const auto missed = repositories::find_missed_pushes(db, examination.store(), examination.stop);
    repositories::record_missed_pushes(db, consequences(examination.settings), examination.store(), missed);
    Complaints done;
    for (const auto& push : missed)
        done.push_back(fmt::format("{} branches of repository {} are recorded as git has them", push.changes.size(),
                                   push.repository_id));
    return done;
}

Complaints look_at_alternates(Examination& examination)
{
    Complaints complaints;
    each_folder(examination, [&](const std::string& name, const std::string& path) {
        std::ifstream file(path + "/objects/info/alternates");
        for (std::string line; std::getline(file, line);) {
            if (line.empty() || line.starts_with('#')) continue;
            std::error_code error;
            if (const auto borrowed = fs::path(path) / "objects" / line; !fs::is_directory(borrowed, error))
                complaints.push_back(name + " (" + path + ") borrows objects from " + borrowed.string()
                                     + ", which is not there");
        }
    });
    return complaints;
}

Complaints look_at_hooks(Examination& examination)
{
    Complaints complaints;
    each_folder(examination, [&](const std::string& name, const std::string& path) {
        for (const auto& hook : hooks_in(path))
            complaints.push_back("git would run " + hook + " in " + name
                                 + ", and nothing of this program has put it there");
    });
    return complaints;
}

Complaints mend_hooks(Examination& examination)
{
    Complaints done;
    each_folder(examination, [&](const std::string&, const std::string& path) {
        for (const auto& hook : hooks_in(path)) done.push_back(examination.set_aside(examination.store().root(), hook));
    });
    return done;
}

Complaints look_at_commit_graphs(Examination& examination)
{
    Complaints complaints;
    each_folder(examination, [&](const std::string& name, const std::string& path) {
        if (const auto trouble = trouble_with_graph(examination, path); !trouble.empty())
            complaints.push_back("the index of commits of " + name + " (" + path + ") is damaged: " + trouble);
    });
    return complaints;
}

// It is made of the commits, and of nothing else.
Complaints mend_commit_graphs(Examination& examination)
{
    Complaints done;
    each_folder(examination, [&](const std::string& name, const std::string& path) {
        if (trouble_with_graph(examination, path).empty()) return;
        for (const auto& graph : graphs_of(path)) fs::remove_all(graph);
        const auto made = git::index_commits(examination.children(), path);
        done.push_back(
            name
            + (made ? " has a new index of commits" : " has no index of commits any more: " + made.error().message));
    });
    return done;
}

// Nothing brings back what is missing but a backup, or a clone that somebody has.
Complaints look_at_objects(Examination& examination)
{
    Complaints complaints;
    each_folder(examination, [&](const std::string& name, const std::string& path) {
        const auto missing = git::find_missing_object(examination.children(), path);
        const auto said = missing ? *missing : missing.error().message;
        if (!said.empty())
            complaints.push_back("objects are missing in " + name + " (" + path
                                 + "): restore them from a backup or a clone; git says: " + said);
    });
    return complaints;
}

} // namespace cairn::app::doctor

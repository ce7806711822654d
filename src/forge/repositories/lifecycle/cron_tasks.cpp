#include "repositories/lifecycle/cron_tasks.hpp"

#include "base/log.hpp"
#include "db/database.hpp"
#include "git/store/maintenance.hpp"
#include "git/store/repositories.hpp"
#include "repositories/lifecycle/create.hpp"
#include "repositories/references/branch_check.hpp"
#include "repositories/references/post_push_worker.hpp"

namespace cairn::repositories {

namespace {

constexpr std::int64_t feed_seconds = 365 * std::int64_t{86400};
constexpr std::int64_t at_once = 200;

struct Folder {
    std::int64_t id = 0;
    std::string storage;
    std::string wiki_storage;
};
BOOST_DESCRIBE_STRUCT(Folder, (), (id, storage, wiki_storage))

// Every repository, a batch after the other, so that neither their number nor the time that each takes matters.
template <class F> void for_each(const api::Site& site, const std::stop_token& stop, F&& act)
{
    for (std::int64_t last = 0;;) {
        const auto batch = site.db.all<Folder>(
            "SELECT id, storage, wiki_storage FROM repository WHERE id > $1 ORDER BY id LIMIT $2", last, at_once);
        for (const Folder& each : batch) {
            if (stop.stop_requested()) return;
            act(each);
        }
        if (batch.empty()) return;
        last = batch.back().id;
    }
}

// Of the repository and of its wiki, as far as they are there.
std::vector<std::string> existing_folders(const api::Site& site, const Folder& each)
{
    std::vector<std::string> folders;
    for (const auto& storage : {each.storage, each.wiki_storage})
        if (!storage.empty() && site.get<git::Store>().exists(storage)) folders.push_back(storage);
    return folders;
}

std::vector<Folder> missing_folders(const api::Site& site, const std::stop_token& stop)
{
    std::vector<Folder> missing;
    bool any_there = false;
    for_each(site, stop, [&](const Folder& each) {
        if (site.get<git::Store>().exists(each.storage)) any_there = true;
        else missing.push_back(each);
    });
    if (any_there || missing.empty()) return missing;
    log::error("no repository has its folder; is the disk there?", {{"root", site.get<git::Store>().root()}});
    return {};
}

} // namespace

void recount(const api::Site& site, const std::stop_token& stop)
{
    static constexpr db::Sql statements[] = {
        R"(UPDATE repository SET stars_count = (SELECT count(*) FROM star s WHERE s.repository_id = repository.id)
            WHERE stars_count <> (SELECT count(*) FROM star s WHERE s.repository_id = repository.id))",
        R"(UPDATE repository SET forks_count = (SELECT count(*) FROM repository f WHERE f.fork_of = repository.id)
            WHERE forks_count <> (SELECT count(*) FROM repository f WHERE f.fork_of = repository.id))",
        R"(UPDATE repository SET watchers_count =
                (SELECT count(*) FROM watch w WHERE w.repository_id = repository.id AND NOT w.ignored)
            WHERE watchers_count <>
                (SELECT count(*) FROM watch w WHERE w.repository_id = repository.id AND NOT w.ignored))",
        R"(UPDATE topic SET repository_count = (SELECT count(*) FROM repository_topic t WHERE t.topic_id = topic.id)
            WHERE repository_count <> (SELECT count(*) FROM repository_topic t WHERE t.topic_id = topic.id))",
        R"(UPDATE account SET starred_repos_count = (SELECT count(*) FROM star s WHERE s.account_id = account.id)
            WHERE starred_repos_count <> (SELECT count(*) FROM star s WHERE s.account_id = account.id))",
        R"(UPDATE account SET followers_count = (SELECT count(*) FROM follow f WHERE f.followed_id = account.id)
            WHERE followers_count <> (SELECT count(*) FROM follow f WHERE f.followed_id = account.id))",
        R"(UPDATE account SET following_count = (SELECT count(*) FROM follow f WHERE f.account_id = account.id)
            WHERE following_count <> (SELECT count(*) FROM follow f WHERE f.account_id = account.id))",
    };
    for (const db::Sql& statement : statements) {
        if (stop.stop_requested()) return;
        site.db.write([&](db::Transaction& tx) { tx.run(statement); });
    }
}

void check_health(const api::Site& site, const std::stop_token& stop)
{
    for_each(site, stop, [&](const Folder& each) {
        if (!site.get<git::Store>().exists(each.storage))
            log::error("a repository has no folder", {{"repository", each.id}, {"storage", each.storage}});
        for (const auto& storage : existing_folders(site, each)) {
            const auto path = site.get<git::Store>().path(storage);
            const auto answer = site.get<git::Children>().ask(
                {.arguments = {"--git-dir=" + path, "fsck", "--no-dangling", "--no-progress"},
                 .reads = {path},
                 .time_limit = std::chrono::hours(1),
                 .nice = 10});
            if (!answer || answer->status != 0)
                log::error("a repository is damaged",
                           {{"repository", each.id},
                            {"storage", storage},
                            {"git", answer ? answer->error : answer.error().message}});
        }
    });
}

void repack_all(const api::Site& site, const std::stop_token& stop)
{
    for_each(site, stop, [&](const Folder& each) {
        for (const auto& storage : existing_folders(site, each)) {
            const auto packed = git::repack(site.get<git::Children>(), site.get<git::Store>().path(storage));
            site.get<git::Repositories>().forget(storage);
            if (!packed)
                log::error("could not repack a repository",
                           {{"repository", each.id}, {"error", packed.error().message}});
        }
    });
}

void make_missing(const api::Site& site, const std::stop_token& stop)
{
    for (const Folder& each : missing_folders(site, stop)) {
        if (stop.stop_requested()) return;
        const auto repository = find_repository(site.db, each.id);
        if (!repository) continue;
        const auto format =
            repository->object_format == ObjectFormat::sha256 ? git::ObjectFormat::sha256 : git::ObjectFormat::sha1;
        const auto made = site.get<git::Store>().create(each.storage, format, repository->default_branch);
        if (!made) {
            log::error("could not make a repository anew", {{"repository", each.id}, {"error", made.error().message}});
            continue;
        }
        site.db.write([&](db::Transaction& tx) {
            tx.run("UPDATE repository SET empty = TRUE, git_size = 0, branch_count = 0 WHERE id = $1", each.id);
            tx.run("DELETE FROM branch WHERE repository_id = $1", each.id);
        });
        log::warn("a repository was made anew, empty", {{"repository", each.id}});
    }
}

void delete_missing(const api::Site& site, const std::stop_token& stop)
{
    for (const Folder& each : missing_folders(site, stop)) {
        if (stop.stop_requested()) return;
        const auto repository = find_repository(site.db, each.id);
        if (!repository) continue;
        log::warn("a repository without a folder is deleted", {{"repository", each.id}, {"name", repository->name}});
        delete_repository(site, *repository, 0);
    }
}

void forget_old_activities(const api::Site& site, const std::stop_token&)
{
    site.db.write([](db::Transaction& tx) {
        tx.run("DELETE FROM activity WHERE created_at < $1", Time{Time::now().seconds - feed_seconds});
    });
}

void remove_leftovers(const api::Site& site, const std::stop_token&) { remove_doomed(site); }

void record_missed(const api::Site& site, const std::stop_token& stop)
{
    record_missed_pushes(site.db, site.events, site.get<git::Store>(),
                         find_missed_pushes(site.db, site.get<git::Store>(), stop));
}

void count_all_licenses(const api::Site& site, const std::stop_token& stop)
{
    constexpr std::int64_t most_of_one_write = 500; // others want to write, too
    for (std::int64_t last = 0;;) {
        const auto ids = site.db.all<std::int64_t>(
            "SELECT id FROM repository WHERE id > $1 AND NOT empty ORDER BY id LIMIT $2", last, most_of_one_write);
        if (ids.empty() || stop.stop_requested()) return;
        last = ids.back();
        site.db.write([&](db::Transaction& tx) {
            for (const auto id : ids) put_job(tx, index_job, id);
        });
    }
}

} // namespace cairn::repositories

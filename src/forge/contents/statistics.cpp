#include "contents/statistics.hpp"

#include <algorithm>
#include <map>

#include "base/log.hpp"
#include "base/text.hpp"
#include "base/utf8.hpp"
#include "db/composition.hpp"
#include "db/database.hpp"
#include "git/child/child.hpp"
#include "git/objects/merge.hpp"
#include "git/references/references.hpp"
#include "git/store/repositories.hpp"
#include "repositories/references/post_push_worker.hpp"
#include "repositories/repository.hpp"

namespace cairn::contents {

using git::ObjectId;
using repositories::StoredRepository;

namespace {

// To be counted up with every change of what is counted.
constexpr std::int64_t statistics_version = 2;
constexpr auto longest_count = std::chrono::minutes(30); // then the oldest commits are not counted
constexpr std::uint64_t most_memory = 128U << 20;        // a folder in folders, again and again, would take any amount
constexpr std::size_t most_people = 5'000; // that are kept, those with the most commits; all count for the whole
constexpr std::int64_t week_seconds = 7 * std::int64_t{86400};
constexpr std::int64_t first_sunday = 3 * std::int64_t{86400}; // 1970-01-04
constexpr std::size_t longest_name = 200;

struct Work {
    std::int64_t commits = 0;
    std::int64_t additions = 0;
    std::int64_t deletions = 0;
};
using Weeks = std::map<std::int64_t, Work>;

struct Person {
    std::string name{};
    Weeks weeks{};
};
using People = std::map<std::string, Person>; // by address; "" is everybody

struct Stored {
    std::string commit_id;
    std::int64_t version = 0;
    bool complete = true;
    Time counted_at;
};
BOOST_DESCRIBE_STRUCT(Stored, (), (commit_id, version, complete, counted_at))

struct Row {
    std::string email;
    std::string name;
    std::int64_t commits = 0;
    std::string weeks;
};
BOOST_DESCRIBE_STRUCT(Row, (), (email, name, commits, weeks))

struct WeeksRow {
    std::int64_t repository_id = 0;
    std::string weeks;
};
BOOST_DESCRIBE_STRUCT(WeeksRow, (), (repository_id, weeks))

std::int64_t week_of(std::int64_t seconds)
{
    const auto since = seconds - first_sunday;
    return (since - ((since % week_seconds) + week_seconds) % week_seconds) / week_seconds;
}

std::string encode(const Weeks& weeks)
{
    std::string text;
    for (const auto& [week, work] : weeks)
        text += std::to_string(week) + " " + std::to_string(work.commits) + " " + std::to_string(work.additions) + " "
            + std::to_string(work.deletions) + "\n";
    return text;
}

Weeks decode(std::string_view text)
{
    Weeks weeks;
    for (const auto line : text::split(text, '\n')) {
        const auto numbers = text::split(line, ' ');
        if (numbers.size() != 4) continue;
        const auto number = [&](std::size_t i) { return text::parse_integer(numbers[i]).value_or(0); };
        weeks[number(0)] = {number(1), number(2), number(3)};
    }
    return weeks;
}

std::int64_t commits_in(const Weeks& weeks)
{
    std::int64_t commits = 0;
    for (const auto& [week, work] : weeks) commits += work.commits;
    return commits;
}

void add(Weeks& weeks, std::int64_t week, const Work& work)
{
    auto& sum = weeks[week];
    sum.commits += work.commits;
    sum.additions += work.additions;
    sum.deletions += work.deletions;
}

// Reads what `git log` writes in our format: a line with NUL, the time, the address and the name of each commit, and
// maybe a line of --shortstat behind it.
class LogReader {
public:
    void feed(std::string_view bytes)
    {
        rest_ += bytes;
        std::size_t begin = 0;
        for (auto end = rest_.find('\n'); end != rest_.npos; end = rest_.find('\n', begin)) {
            take(std::string_view(rest_).substr(begin, end - begin));
            begin = end + 1;
        }
        rest_.erase(0, begin);
    }
    People finish()
    {
        end_commit();
        return std::move(people_);
    }

private:
    void take(std::string_view line)
    {
        if (line.starts_with('\x01')) {
            end_commit();
            const auto parts = text::split(line.substr(1), '\x01');
            if (parts.size() != 3) return;
            // Git takes any clock's word: of weeks that never were there could be as many as commits.
            week_ = std::clamp<std::int64_t>(week_of(text::parse_integer(parts[0]).value_or(0)), 0, this_week_);
            email_ = text::to_lower(to_text(parts[1].substr(0, longest_name)));
            name_ = to_text(parts[2].substr(0, longest_name));
            work_ = {.commits = 1};
            return;
        }
        // " 3 files changed, 12 insertions(+), 4 deletions(-)"
        for (auto part : text::split(line, ',')) {
            part = text::trim(part);
            const auto count = text::parse_integer(part.substr(0, part.find(' '))).value_or(0);
            if (part.contains("insertion")) work_.additions = count;
            else if (part.contains("deletion")) work_.deletions = count;
        }
    }
    void end_commit()
    {
        if (work_.commits == 0) return;
        auto& person = people_[email_.empty() ? "-" : email_];
        if (person.name.empty()) person.name = name_; // the newest comes first
        add(person.weeks, week_, work_);
        add(people_[""].weeks, week_, work_);
        work_ = {};
    }

    const std::int64_t this_week_ = week_of(Time::now().seconds);
    std::string rest_;
    People people_;
    std::int64_t week_ = 0;
    std::string email_;
    std::string name_;
    Work work_;
};

struct Count {
    People people;
    bool complete = true;
};

Result<Count> read_log(const api::Site& site, const std::string& git_dir, const ObjectId& tip, const ObjectId& known,
                       const std::stop_token& stop)
{
    git::Command command{.arguments = {"--git-dir=" + git_dir, "log", "--no-merges", "--shortstat", "--no-renames",
                                       "--no-ext-diff", "--no-textconv", "--format=%x01%at%x01%aE%x01%aN", tip.hex()},
                         .reads = {git_dir},
                         .settings = {{"core.deltaBaseCacheLimit", "16m"}},
                         .memory = most_memory,
                         .time_limit = longest_count,
                         .nice = 10};
    if (!known.is_zero()) command.arguments.push_back("^" + known.hex());
    command.arguments.emplace_back("--");
    LogReader reader;
    auto child = TRY(site.get<git::Children>().start(command));
    const auto status =
        child.run(nullptr, {.output = [&](std::string_view bytes) { reader.feed(bytes); }, .stop = stop});
    if (stop.stop_requested()) return fail(Errc::unavailable, "the server stops"); // what was read is not all
    if (status && *status != 0 && !child.wanted_too_much(*status))
        return fail(Errc::unavailable, "git log: " + std::string(child.last_words()));
    return Count{.people = reader.finish(), .complete = status && *status == 0};
}

std::optional<Stored> find_state(db::Queries& db, std::int64_t repository_id)
{
    return db.first<Stored>(
        "SELECT commit_id, version, complete, counted_at FROM history_statistics WHERE repository_id = $1",
        repository_id);
}

void forget_small(People& people)
{
    if (people.size() <= most_people) return;
    std::vector<std::pair<std::int64_t, std::string>> order;
    for (const auto& [email, person] : people)
        if (!email.empty()) order.emplace_back(commits_in(person.weeks), email);
    std::ranges::nth_element(order, order.begin() + most_people - 1, std::greater());
    for (auto i = order.begin() + most_people - 1; i != order.end(); ++i) people.erase(i->second);
}

void save(db::Database& db, std::int64_t repository_id, People people, const std::optional<Stored>& before,
          const Stored& now, bool anew)
{
    forget_small(people);
    db.write([&](db::Transaction& tx) {
        // Whoever was faster has done it; and it may be gone.
        const auto found = find_state(tx, repository_id);
        if (found.has_value() != before.has_value() || (found && found->commit_id != before->commit_id)) return;
        if (!tx.first<std::int64_t>("SELECT id FROM repository WHERE id = $1", repository_id)) return;
        if (anew) tx.run("DELETE FROM contributor_weeks WHERE repository_id = $1", repository_id);
        for (const auto& [email, person] : people) {
            auto weeks = person.weeks;
            if (!anew)
                if (const auto kept = tx.first<std::string>(
                        "SELECT weeks FROM contributor_weeks WHERE repository_id = $1 AND email = $2", repository_id,
                        email))
                    for (const auto& [week, work] : decode(*kept)) add(weeks, week, work);
            tx.run("INSERT INTO contributor_weeks (repository_id, email, name, commits, weeks)"
                   " VALUES ($1, $2, $3, $4, $5) ON CONFLICT (repository_id, email) DO UPDATE SET"
                   " name = excluded.name, commits = excluded.commits, weeks = excluded.weeks",
                   repository_id, email, person.name, commits_in(weeks), encode(weeks));
        }
        tx.run("INSERT INTO history_statistics (repository_id, commit_id, version, complete, counted_at)"
               " VALUES ($1, $2, $3, $4, $5) ON CONFLICT (repository_id) DO UPDATE SET commit_id = excluded.commit_id,"
               " version = excluded.version, complete = excluded.complete, counted_at = excluded.counted_at",
               repository_id, now.commit_id, now.version, now.complete, now.counted_at);
    });
}

std::vector<WeekOfWork> show(const Weeks& weeks)
{
    std::vector<WeekOfWork> shown;
    for (const auto& [week, work] : weeks)
        shown.push_back({Time{first_sunday + week * week_seconds}, work.commits, work.additions, work.deletions});
    return shown;
}

} // namespace

Result<bool> count_statistics(const api::Site& site, std::int64_t repository_id, const std::stop_token& stop)
{
    const auto stored = repositories::find_repository(site.db, repository_id);
    if (!stored) return false;
    const auto repository = TRY(site.get<git::Repositories>().open(stored->storage));
    const auto tip = git::find_branch(*repository, stored->default_branch);
    if (!tip && tip.error().code == Errc::not_found) return false;
    if (!tip) return std::unexpected(tip.error());
    const auto before = find_state(site.db, repository_id);
    if (before && before->version == statistics_version && before->commit_id == tip->hex()) return false;
    ObjectId known;
    if (before && before->version == statistics_version)
        if (const auto id = ObjectId::parse(before->commit_id);
            id && repository->contains(*id) && git::descends_from(*repository, *tip, *id).value_or(false))
            known = *id;
    auto count = TRY(read_log(site, repository->path(), *tip, known, stop));
    const bool anew = known.is_zero();
    save(site.db, repository_id, std::move(count.people), before,
         {.commit_id = tip->hex(),
          .version = statistics_version,
          .complete = count.complete && (anew || before->complete),
          .counted_at = Time::now()},
         anew);
    return false;
}

Result<jobs::Outcome> count_missing_statistics(const api::Site& site, const jobs::Job&, const std::stop_token& stop)
{
    constexpr std::int64_t most_of_one_write = 500; // others want to write, too
    for (std::int64_t last = 0; !stop.stop_requested();) {
        const auto ids = site.db.all<std::int64_t>(
            "SELECT r.id FROM repository r LEFT JOIN history_statistics s ON s.repository_id = r.id"
            " WHERE r.id > $1 AND NOT r.empty AND (s.version IS NULL OR s.version <> $2) ORDER BY r.id LIMIT $3",
            last, statistics_version, most_of_one_write);
        if (ids.empty()) return jobs::Outcome::done();
        last = ids.back();
        site.db.write([&](db::Transaction& tx) {
            for (const auto id : ids) repositories::put_job(tx, repositories::statistics_job, id);
        });
    }
    return jobs::Outcome::given_back();
}

std::optional<Statistics> find_statistics(db::Queries& db, const StoredRepository& repository, std::int64_t most)
{
    const auto state = find_state(db, repository.id);
    if (!state) return std::nullopt;
    const auto tip = db.first<std::string>("SELECT commit_id FROM branch WHERE repository_id = $1 AND name = $2",
                                           repository.id, repository.default_branch);
    Statistics statistics{.current = state->version == statistics_version && tip == state->commit_id,
                          .complete = state->complete,
                          .counted_at = state->counted_at};
    if (const auto all = db.first<std::string>(
            "SELECT weeks FROM contributor_weeks WHERE repository_id = $1 AND email = ''", repository.id))
        statistics.weeks = show(decode(*all));
    for (auto& row : db.all<Row>("SELECT email, name, commits, weeks FROM contributor_weeks"
                                 " WHERE repository_id = $1 AND email <> '' ORDER BY commits DESC, email LIMIT $2",
                                 repository.id, most))
        statistics.contributors.push_back(
            {std::move(row.email), std::move(row.name), row.commits, show(decode(row.weeks))});
    statistics.contributor_count = db.scalar<std::int64_t>(
        "SELECT count(*) FROM contributor_weeks WHERE repository_id = $1 AND email <> ''", repository.id);
    return statistics;
}

Contributors find_contributors(db::Queries& db, std::int64_t repository_id, std::int64_t most)
{
    Contributors found;
    for (auto& row : db.all<Row>("SELECT email, name, commits, '' AS weeks FROM contributor_weeks"
                                 " WHERE repository_id = $1 AND email <> '' ORDER BY commits DESC, email LIMIT $2",
                                 repository_id, most))
        found.first.push_back({std::move(row.email), std::move(row.name), row.commits, {}});
    found.count = static_cast<std::int64_t>(found.first.size());
    if (found.count == most)
        found.count = db.scalar<std::int64_t>(
            "SELECT count(*) FROM contributor_weeks WHERE repository_id = $1 AND email <> ''", repository_id);
    return found;
}

std::map<std::int64_t, std::vector<std::int64_t>> recent_commits(db::Queries& db, const std::vector<std::int64_t>& ids,
                                                                 Time now, std::size_t weeks)
{
    std::map<std::int64_t, std::vector<std::int64_t>> found;
    if (ids.empty()) return found;
    db::Composition query("SELECT repository_id, weeks FROM contributor_weeks WHERE email = '' AND repository_id IN ");
    query << db::bound(ids);
    const auto last = week_of(now.seconds);
    for (const auto& row : db.all<WeeksRow>(query)) {
        std::vector<std::int64_t> commits(weeks);
        for (const auto& [week, work] : decode(row.weeks)) {
            const auto back = last - week;
            if (back >= 0 && back < static_cast<std::int64_t>(weeks))
                commits[weeks - 1 - static_cast<std::size_t>(back)] = work.commits;
        }
        found.emplace(row.repository_id, std::move(commits));
    }
    return found;
}

} // namespace cairn::contents

#include "pages/actions/log_followers.hpp"

#include <algorithm>

#include "base/log.hpp"
#include "base/shortened.hpp"
#include "db/database.hpp"
#include "pages/actions/job_log.hpp"

namespace cairn::pages {

using words::Phrase;

namespace {

constexpr std::chrono::milliseconds pause{1000};
constexpr std::int64_t longest = 600; // seconds; whoever wants more asks again, and is looked at again
// An open answer holds 64 KiB at most, and a single row may become 30 KiB of HTML: with this much, no more is added.
constexpr std::size_t enough_at_once = 24UL * 1024;
constexpr std::size_t bytes_at_once = 24UL * 1024; // that are read for it, before they are escaped
constexpr std::size_t longest_name = 200;
// What is in the storage is unpacked from its beginning on, for one follower while the others wait: so neither much of
// it nor often.
constexpr std::int64_t largest_kept = 8L * 1024 * 1024;
constexpr int most_unpackings = 8;
constexpr std::int64_t far_behind = 1000;
constexpr std::int64_t shown_of_those = 100;

http::OpenBody::Beat beat_of(const Following& how)
{
    // A comment to both, which nobody sees.
    return {.text = how.events ? ":\n\n" : "<!-- -->"};
}

std::string event_text(std::string_view name, std::int64_t id, std::string_view data)
{
    std::string line(data); // names of steps may have anything in them
    std::ranges::replace_if(line, [](char c) { return c == '\n' || c == '\r'; }, ' ');
    return "event: " + std::string(name) + "\nid: " + std::to_string(id) + "\ndata: " + line + "\n\n";
}

} // namespace

LogFollower::LogFollower(LogFollowers& all, Following how, FollowerPlaces::Place place)
    : OpenBody(beat_of(how)), all_(all), place_(std::move(place)), how_(std::move(how)), began_at_(Time::now().seconds),
      at_(how_.from)
{
}

LogFollower::~LogFollower() { all_.forget_expired(); }

LogFollowers::~LogFollowers() { thread_ = {}; }

Result<http::Body> LogFollowers::follow(const api::Call& call, Following how)
{
    auto place = TRY(places_.take(call.caller.anonymous() ? 0 : call.caller.id, call.request.peer));
    const std::shared_ptr<LogFollower> follower(new LogFollower(*this, std::move(how), std::move(place)));
    follower->write(follower->how_.events ? "retry: 3000\n\n" : follower->how_.before);
    {
        const std::scoped_lock lock(mutex_);
        followers_.push_back(follower);
        if (!thread_.joinable()) thread_ = std::jthread([this](const std::stop_token& stop) { run(stop); });
        woken_.notify_one();
    }
    return http::body_of(follower);
}

void LogFollowers::forget_expired()
{
    const std::scoped_lock lock(mutex_);
    std::erase_if(followers_, [](const auto& one) { return one.expired(); });
}

void LogFollowers::run(const std::stop_token& stop)
{
    while (!stop.stop_requested()) {
        std::vector<std::shared_ptr<LogFollower>> all;
        {
            std::unique_lock lock(mutex_);
            woken_.wait(lock, stop, [this] { return !followers_.empty(); });
            for (const auto& one : followers_)
                if (auto follower = one.lock()) all.push_back(std::move(follower));
        }
        for (auto& follower : all) {
            if (stop.stop_requested()) return;
            try {
                tell(*follower);
            } catch (const std::exception& error) {
                log::error("a log could not be followed", {{"job", follower->how_.job_id}, {"error", error.what()}});
                follower->end();
            }
            follower.reset(); // the last one to have it may be this
        }
        std::unique_lock lock(mutex_);
        woken_.wait_for(lock, stop, pause, [] { return false; });
    }
}

void LogFollowers::tell(LogFollower& follower)
{
    if (follower.has_ended()) return;
    // Before anything else: a log that never rests would be followed for ever, by those who may not any more as well.
    if (Time::now().seconds - follower.began_at_ > longest) return finish(follower, false);
    // Whoever is slow gets no more before they have taken what there is.
    if (follower.unsent() > 0) return;
    const auto job = actions::find_job(site_.db, follower.how_.job_id);
    const auto task = job ? actions::task_of(site_.db, *job) : std::nullopt;
    if (task && task->log_rows > follower.at_) return write_rows(follower, *job, *task);
    if (!job || actions::is_over(job->status)) finish(follower, true);
}

void LogFollowers::write_rows(LogFollower& follower, const actions::StoredJob& job, const actions::JobTask& task)
{
    const auto& how = follower.how_;
    const auto sections = log_sections(*how.language, job, task, actions::steps_of(site_.db, task.id));
    HtmlWriter html;
    const auto section_of = [&](std::int64_t row) -> const LogSection* {
        for (const auto& one : sections)
            if (row >= one.first && row < one.last) return &one;
        return nullptr;
    };
    // The rest of a step is one link away.
    const auto leave_out = [&](std::int64_t next) {
        html.open("p", {{"class", "gap"}})
            .link(how.address, {})
            .text(how.language->say(
                Phrase("{count} line is left out here: show it", "{count} lines are left out here: show them"),
                next - follower.at_))
            .close("a")
            .close("p");
        follower.at_ = next;
    };
    const bool too_dear = task.log_kept && (task.log_size > largest_kept || ++follower.unpackings_ > most_unpackings);
    if (too_dear) leave_out(task.log_rows);
    else if (task.log_rows - follower.at_ > far_behind) leave_out(task.log_rows - shown_of_those);
    std::optional<LogRows> rows;
    const auto close = [&] {
        if (!rows) return;
        rows->end();
        html.open("ol", {{"class", "log"}}).add(rows->take()).close("ol");
        rows.reset();
    };
    const auto fresh =
        too_dear ? std::vector<std::string>() : actions::log_rows_from(site_, task, follower.at_, bytes_at_once);
    if (fresh.empty()) follower.at_ = task.log_rows; // a log that is too long counts rows that it does not keep
    for (const auto& row : fresh) {
        // Those that have come since the task was looked at belong to steps that are not known yet: the next time.
        if (follower.at_ >= task.log_rows) break;
        if (html.size() + (rows ? rows->size() : 0) >= enough_at_once) break;
        const auto* section = section_of(follower.at_++);
        if (section == nullptr) continue;
        if (section->step.number != follower.step_) {
            close();
            follower.step_ = section->step.number;
            html.open("h3", {{"class", "log-step"}}).text(shortened(section->step.name, longest_name)).close("h3");
        }
        if (!rows)
            rows.emplace(LogRows::Options{.step = section->step.number,
                                          .part = how.address + "/steps/" + section->step.number,
                                          .folds = false},
                         *how.language);
        rows->add(follower.at_ - section->first, row);
    }
    close();
    const auto text = html.take();
    if (text.empty()) return;
    follower.write(how.events ? event_text("add", follower.at_, text.text()) : text.text());
}

void LogFollowers::finish(LogFollower& follower, bool over)
{
    // An event stream that just ends is asked for again by itself.
    if (!follower.how_.events) follower.write(follower.how_.after);
    else if (over) follower.write(event_text("end", follower.at_, "{}"));
    follower.end();
}

} // namespace cairn::pages

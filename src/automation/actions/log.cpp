#include "actions/log.hpp"

#include <cstdio>

#include "api/call.hpp"
#include "base/utf8.hpp"
#include "config/settings.hpp"
#include "db/database.hpp"
#include "db/files_hold.hpp"
#include "git/receive/gunzip.hpp"
#include "http/compression.hpp"
#include "runners/artifacts.hpp"
#include "storage/storage.hpp"

namespace cairn::actions {

namespace {

constexpr std::size_t longest_row = 64 * 1024;
constexpr std::int64_t most_at_once = 100;

struct Piece {
    std::int64_t first_row = 0;
    std::string text;
};
BOOST_DESCRIBE_STRUCT(Piece, (), (first_row, text))

// One after another, so that no more than one is held.
class Pieces {
public:
    Pieces(db::Queries& db, std::int64_t task_id, std::int64_t first_row = 0)
        : db_(db), task_id_(task_id), last_(first_row - 1)
    {
    }

    std::optional<std::string> next()
    {
        auto piece = db_.first<Piece>("SELECT first_row, text FROM action_log_piece WHERE task_id = $1"
                                      " AND first_row > $2 ORDER BY first_row LIMIT 1",
                                      task_id_, last_);
        if (!piece) return {};
        last_ = piece->first_row;
        return std::move(piece->text);
    }

private:
    db::Queries& db_;
    std::int64_t task_id_;
    std::int64_t last_;
};

// Some of them as one gzip: small ones together, since each alone would hardly shrink. Empty at the end.
std::string pack_some(Pieces& pieces)
{
    constexpr std::size_t enough = 512UL * 1024;
    std::string text;
    while (text.size() < enough) {
        const auto piece = pieces.next();
        if (!piece) break;
        text += *piece;
    }
    return text.empty() ? text : http::gzip(text);
}

// The file as it is in the storage. One that is gone has nothing in it.
class KeptLog final : public git::Source {
public:
    KeptLog(storage::Storage& storage, std::int64_t task_id) : storage_(storage), name_(stored_name(task_id)) { }

    std::size_t read(std::span<char> into) override
    {
        if (given_ == part_.size() && !ended_) {
            part_ = storage_.read(name_, {.offset = at_, .length = step}).value_or("");
            given_ = 0;
            at_ += part_.size();
            ended_ = part_.size() < step;
        }
        const auto count = part_.copy(into.data(), into.size(), given_);
        given_ += count;
        return count;
    }

private:
    static constexpr std::size_t step = 256UL * 1024; // a storage elsewhere is asked as seldom as may be

    storage::Storage& storage_;
    std::string name_;
    std::uint64_t at_ = 0;
    std::string part_;
    std::size_t given_ = 0;
    bool ended_ = false;
};

} // namespace

std::string stored_name(std::int64_t task_id) { return "action_logs/" + std::to_string(task_id); }

std::string log_line(const runners::LogRow& row)
{
    auto line = to_rfc3339(Time{row.time.seconds});
    line.pop_back(); // the Z, which comes behind the fraction
    char fraction[16];
    const int length = std::snprintf(fraction, sizeof fraction, ".%07dZ ",
                                     static_cast<int>(row.time.nanoseconds % 1'000'000'000 / 100));
    line.append(fraction, static_cast<std::size_t>(length));
    auto text = to_text(std::string_view(row.content).substr(0, longest_row));
    for (char& c : text)
        if (c == '\n' || c == '\r' || c == '\0') c = ' ';
    while (text.ends_with(' ')) text.pop_back();
    return line + text + "\n";
}

std::string_view text_of_log_line(std::string_view line)
{
    if (line.ends_with('\n')) line.remove_suffix(1);
    const auto blank = line.find(' ');
    return blank == line.npos ? std::string_view() : line.substr(blank + 1);
}

std::optional<StoredLog> find_log(db::Queries& db, std::int64_t job_id)
{
    auto log = db.first<StoredLog>("SELECT t.id, t.log_rows, t.log_size, t.log_kept, t.log_packed FROM action_job j"
                                   " JOIN action_task t ON t.id = j.task_id WHERE j.id = $1",
                                   job_id);
    if (!log || log->log_rows == 0) return {};
    return log;
}

bool read_log_while(const api::Site& site, const StoredLog& log, const std::function<bool(std::string_view)>& part)
{
    constexpr std::size_t step = 64UL * 1024;
    if (log.log_kept) {
        if (!site.get<storage::Storage>().exists(stored_name(log.id))) return true;
        KeptLog kept(site.get<storage::Storage>(), log.id);
        git::GunzipSource unpacked(kept, 0, git::GunzipSource::Members::all);
        git::Source& source = log.log_packed ? static_cast<git::Source&>(unpacked) : kept;
        std::vector<char> buffer(step);
        while (const auto got = source.read(buffer))
            if (!part({buffer.data(), got})) return false;
        return true;
    }
    Pieces pieces(site.db, log.id);
    while (const auto piece = pieces.next())
        if (!part(*piece)) return false;
    return true;
}

void read_log(const api::Site& site, const StoredLog& log, const std::function<void(std::string_view)>& part)
{
    read_log_while(site, log, [&](std::string_view text) {
        part(text);
        return true;
    });
}

std::vector<std::string> log_rows_from(const api::Site& site, const StoredLog& log, std::int64_t first,
                                       std::size_t most_bytes)
{
    std::vector<std::string> rows;
    std::size_t bytes = 0;
    std::int64_t number = 0;
    std::string rest;
    const auto take = [&](std::string_view part) {
        while (!part.empty()) {
            const auto end = part.find('\n');
            if (number >= first) rest += part.substr(0, end);
            if (end == part.npos) break;
            part.remove_prefix(end + 1);
            if (number++ < first) continue;
            bytes += rest.size();
            rows.push_back(std::move(rest));
            rest.clear();
            if (bytes >= most_bytes) return false;
        }
        return true;
    };
    if (log.log_kept) {
        read_log_while(site, log, take);
        return rows;
    }
    // From the piece on that has it.
    number = site.db.scalar<std::int64_t>("SELECT COALESCE(MAX(first_row), 0) AS value FROM action_log_piece"
                                          " WHERE task_id = $1 AND first_row <= $2",
                                          log.id, first);
    Pieces pieces(site.db, log.id, number);
    for (auto piece = pieces.next(); piece && take(*piece); piece = pieces.next()) { }
    return rows;
}

void keep_log(const api::Site& site, std::int64_t task_id)
{
    const bool packed = site.settings().actions.log_compression != config::LogCompression::none;
    Pieces pieces(site.db, task_id);
    std::string rest;
    site.get<storage::Storage>().put(stored_name(task_id), [&](std::span<char> into) -> std::size_t {
        if (rest.empty()) rest = packed ? pack_some(pieces) : pieces.next().value_or("");
        const auto count = std::min(rest.size(), into.size());
        rest.copy(into.data(), count);
        rest.erase(0, count);
        return count;
    });
    const bool kept = site.db.write([&](db::Transaction& tx) {
        if (tx.run("UPDATE action_task SET log_kept = TRUE, log_packed = $2 WHERE id = $1", task_id, packed) == 0)
            return false;
        tx.run("DELETE FROM action_log_piece WHERE task_id = $1", task_id);
        return true;
    });
    // The run was deleted meanwhile.
    if (!kept) site.get<storage::Storage>().remove(stored_name(task_id));
}

void forget_run(db::Transaction& tx, std::int64_t run_id)
{
    runners::remove_artifacts(tx, run_id);
    tx.run("INSERT INTO unused_action_log (task_id) SELECT t.id FROM action_task t JOIN action_job j ON j.id = t.job_id"
           " WHERE j.run_id = $1 AND t.log_kept",
           run_id);
    tx.run("DELETE FROM action_run WHERE id = $1", run_id);
}

void forget_repository(db::Transaction& tx, std::int64_t repository_id)
{
    tx.run("INSERT INTO unused_action_log (task_id) SELECT id FROM action_task WHERE repository_id = $1 AND log_kept",
           repository_id);
}

void tidy_logs(const api::Site& site, const std::stop_token& stop)
{
    // What ended without saying so: the runner is gone.
    constexpr std::int64_t patience = 600;
    while (!stop.stop_requested()) {
        const auto left = site.db.all<std::int64_t>(
            "SELECT t.id FROM action_task t WHERE t.status NOT IN ('running', 'cancelling') AND NOT t.log_kept"
            " AND t.log_rows > 0 AND t.updated_at < $1 ORDER BY t.id LIMIT $2",
            Time{Time::now().seconds - patience}, most_at_once);
        for (const auto id : left) keep_log(site, id);
        if (db::files_are_held(site.db)) return;
        const auto unused =
            site.db.all<std::int64_t>("SELECT task_id FROM unused_action_log ORDER BY task_id LIMIT $1", most_at_once);
        for (const auto id : unused) {
            site.get<storage::Storage>().remove(stored_name(id));
            site.db.write([&](db::Transaction& tx) { tx.run("DELETE FROM unused_action_log WHERE task_id = $1", id); });
        }
        if (left.empty() && unused.empty()) return;
    }
}

} // namespace cairn::actions

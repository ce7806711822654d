#include "db/sqlite_connection.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sqlite3.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <filesystem>
#include <mutex>
#include <system_error>

#include "base/case_folding.hpp"
#include "base/log.hpp"
#include "base/spending.hpp"

namespace cairn::db::sqlite {

namespace {

// How long to wait for another process (the command line beside the running server) that is writing.
constexpr int busy_milliseconds = 10'000;

// A statement is always left as it was found, however its use ends.
class Use {
public:
    explicit Use(Statement& statement) : statement_(statement) { }
    ~Use() { statement_.reset(); }
    Use(const Use&) = delete;
    Use& operator=(const Use&) = delete;

private:
    Statement& statement_;
};

void configure_library()
{
    static std::once_flag once;
    std::call_once(once, [] {
        // Each connection is used by one thread at a time, and nobody reads the statistics; both cost a mutex a call.
        sqlite3_config(SQLITE_CONFIG_MULTITHREAD);
        sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0);
        sqlite3_initialize();
    });
}

// folded(text), as PostgreSQL has it from a migration: SQLite's own lower() knows ASCII alone. It tells nothing and
// changes nothing, so that triggers may use it.
void fold_value(sqlite3_context* call, int, sqlite3_value** values)
{
    if (sqlite3_value_type(values[0]) == SQLITE_NULL) return sqlite3_result_null(call);
    const auto* text = reinterpret_cast<const char*>(sqlite3_value_text(values[0]));
    if (text == nullptr) return sqlite3_result_error_nomem(call);
    const std::string_view written(text, static_cast<std::size_t>(sqlite3_value_bytes(values[0])));
    // Most names have nothing to fold, and every row of a search is looked at.
    if (std::ranges::all_of(written, [](char c) { return c >= 0 && (c < 'A' || c > 'Z'); }))
        return sqlite3_result_value(call, values[0]);
    const auto folded = fold_case(written);
    sqlite3_result_text64(call, folded.data(), folded.size(), SQLITE_TRANSIENT, SQLITE_UTF8);
}

void add_functions(sqlite3* connection)
{
    constexpr int harmless = SQLITE_UTF8 | SQLITE_DETERMINISTIC | SQLITE_INNOCUOUS;
    if (sqlite3_create_function_v2(connection, "folded", 1, harmless, nullptr, &fold_value, nullptr, nullptr, nullptr)
        != SQLITE_OK)
        throw DatabaseError("SQLite takes no functions");
}

// The address by which SQLite takes it that the file does not change, and looks for no log beside it.
std::string unchanging(const std::string& path)
{
    std::string address = "file:";
    for (const char c : path) {
        if (c == '?' || c == '#' || c == '%') address += fmt::format("%{:02x}", static_cast<unsigned char>(c));
        else address += c;
    }
    return address + "?immutable=1";
}

// Only a file that is not there is opened here: closing a descriptor of one that SQLite has open drops its locks.
void make_file(const std::string& path)
{
    std::error_code error;
    if (const auto folder = std::filesystem::path(path).parent_path(); !folder.empty())
        std::filesystem::create_directories(folder, error);
    if (error) throw DatabaseError("the folder of the database " + path + " cannot be made: " + error.message());
    const int file = ::open(path.c_str(), O_CREAT | O_EXCL | O_RDWR | O_CLOEXEC, 0600);
    if (file >= 0) ::close(file);
    else if (errno != EEXIST)
        throw DatabaseError("the database " + path + " cannot be made: " + std::system_category().message(errno));
}

} // namespace

void Connection::Close::operator()(sqlite3* connection) const { sqlite3_close(connection); }

Connection::Connection(const std::string& path, Role role) : role_(role)
{
    configure_library();
    if (path.empty()) throw DatabaseError("the database has no path");
    if (role == Role::writer) make_file(path);
    sqlite3* raw = nullptr;
    // Readers cannot be SQLITE_OPEN_READONLY: the first one after a crash has to recover the log.
    const bool foreign = role == Role::visitor || role == Role::archivist;
    const int mode = foreign ? SQLITE_OPEN_READONLY : SQLITE_OPEN_READWRITE;
    const int code = role == Role::archivist
        ? sqlite3_open_v2(unchanging(path).c_str(), &raw, mode | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_URI, nullptr)
        : sqlite3_open_v2(path.c_str(), &raw, mode | SQLITE_OPEN_NOMUTEX, nullptr);
    handle_.reset(raw);
    if (code != SQLITE_OK)
        throw DatabaseError("the database " + path + " cannot be opened: " + (raw ? sqlite3_errmsg(raw) : "no memory"));
    sqlite3_extended_result_codes(raw, 1);
    sqlite3_busy_timeout(raw, busy_milliseconds);
    // "name" in quotes is a column and never, when there is none, a text: as PostgreSQL has it.
    sqlite3_db_config(raw, SQLITE_DBCONFIG_DQS_DML, 0, nullptr);
    sqlite3_db_config(raw, SQLITE_DBCONFIG_DQS_DDL, 0, nullptr);
    sqlite3_db_config(raw, SQLITE_DBCONFIG_DEFENSIVE, 1, nullptr);
    try {
        add_functions(raw);
        run_script("PRAGMA temp_store = MEMORY; PRAGMA mmap_size = 268435456");
        if (role == Role::writer) configure_writer(path);
        else configure_reader();
    } catch (const DatabaseError& error) {
        throw DatabaseError("the database " + path + " cannot be used: " + error.what());
    }
}

Connection::~Connection()
{
    if (role_ != Role::writer) return;
    sqlite3_busy_timeout(handle_.get(), 0);
    sqlite3_wal_checkpoint_v2(handle_.get(), nullptr, SQLITE_CHECKPOINT_TRUNCATE, nullptr, nullptr);
}

// The file is mapped, so a reader's own cache is only for pages that are still in the log.
void Connection::configure_reader() { run_script("PRAGMA query_only = ON; PRAGMA cache_size = -512"); }

void Connection::configure_writer(const std::string& path)
{
    std::optional<std::string> mode;
    fetch("PRAGMA journal_mode = WAL", Form::plain, {}, type_of<std::optional<std::string>>(), &mode);
    if (mode != "wal") throw DatabaseError("the file system below " + path + " does not allow a write-ahead log");
    run_script("PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON; PRAGMA cache_size = -8192;"
               "PRAGMA journal_size_limit = 67108864");
    // Instead of SQLite's own checkpoints, which it does inside of a commit that someone waits for.
    sqlite3_wal_hook(
        handle_.get(),
        [](void* self, sqlite3*, const char*, int pages) {
            static_cast<Connection*>(self)->log_pages_ = pages;
            return SQLITE_OK;
        },
        this);
}

Statement& Connection::prepared(Sql sql, Form form, std::size_t values)
{
    if (Statement* known = statements_.find(sql, form)) [[likely]]
        return *known;
    auto statement = std::make_unique<Statement>(handle_.get(), sql, form, values);
    statements_.make_room(sql);
    return statements_.keep(sql, form, std::move(statement));
}

void Connection::fetch(Sql sql, Form form, std::span<const Value> values, const Type& container, void* into)
{
    const StatementWatch watch(sql.text());
    Statement& statement = prepared(sql, form, values.size());
    const Use use(statement);
    statement.bind(values);
    bool is_row = statement.next();
    const RowMap& map = statement.map(container.item());
    for (; is_row; is_row = statement.next()) {
        statement.read(map, container.grow(into));
        if (container.kind == Kind::list) continue;
        // What has rows and writes must come to its end, where its constraints are checked.
        if (!statement.only_reads() && !statement.finish()) throw_error(handle_.get(), sql.text());
        return;
    }
}

std::int64_t Connection::execute(Sql sql, std::span<const Value> values)
{
    const StatementWatch watch(sql.text());
    Statement& statement = prepared(sql, Form::plain, values.size());
    const Use use(statement);
    const auto changed = change(statement, values);
    if (!changed) throw_error(handle_.get(), sql.text());
    return *changed;
}

std::optional<std::int64_t> Connection::try_execute(Sql sql, std::span<const Value> values)
{
    const StatementWatch watch(sql.text());
    Statement& statement = prepared(sql, Form::plain, values.size());
    const Use use(statement);
    return change(statement, values);
}

std::optional<std::int64_t> Connection::change(Statement& statement, std::span<const Value> values)
{
    statement.bind(values);
    const std::int64_t before = sqlite3_total_changes64(handle_.get());
    if (!statement.finish()) return std::nullopt;
    // A statement that changes no rows leaves the count of the one before it.
    return sqlite3_total_changes64(handle_.get()) == before ? 0 : sqlite3_changes64(handle_.get());
}

void Connection::run_script(std::string_view script)
{
    if (sqlite3_exec(handle_.get(), std::string(script).c_str(), nullptr, nullptr, nullptr) != SQLITE_OK)
        throw_error(handle_.get(), script);
}

void Connection::each_row(const std::string& sql, const RowVisitor& take)
{
    Statement statement(handle_.get(), Sql::composed(sql), Form::plain, 0);
    std::vector<Value> row;
    while (statement.next()) {
        statement.read_all(row);
        take(row);
    }
}

void Connection::rollback() noexcept
{
    // It fails only where SQLite has ended the transaction by itself.
    if (in_transaction()) sqlite3_exec(handle_.get(), "ROLLBACK", nullptr, nullptr, nullptr);
}

bool Connection::in_transaction() const { return !sqlite3_get_autocommit(handle_.get()); }

bool Connection::has_open_references() const
{
    int now = 0;
    int highest = 0;
    sqlite3_db_status(handle_.get(), SQLITE_DBSTATUS_DEFERRED_FKS, &now, &highest, 0);
    return now != 0;
}

CommittedState Connection::committed()
{
    run_script("SELECT count(*) FROM sqlite_schema"); // the index is there as soon as something was read
    return CommittedState(handle_.get());
}

void Connection::checkpoint()
{
    log_pages_ = 0;
    const int code = sqlite3_wal_checkpoint_v2(handle_.get(), nullptr, SQLITE_CHECKPOINT_PASSIVE, nullptr, nullptr);
    // What is committed is safe in the log, and the next commit asks for another checkpoint.
    if (code != SQLITE_OK && code != SQLITE_BUSY)
        log::warn("the database's log could not be moved into its file", {{"error", sqlite3_errmsg(handle_.get())}});
}

} // namespace cairn::db::sqlite

#include "db/postgres_connection.hpp"

#include <libpq-fe.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <utility>

#include "base/full_disk.hpp"
#include "base/spending.hpp"
#include "db/engines.hpp"
#include "db/postgres_text.hpp"

namespace cairn::db::postgres {

namespace {

constexpr int oldest_version = 120000;

// Every transaction holds the turn, most of them together with others. Whoever takes it alone has to have it before his
// transaction begins, which sees what was committed until then.
constexpr auto share_turn = "SELECT pg_advisory_xact_lock_shared(427025920623)";
constexpr auto take_turn = "SELECT pg_advisory_lock(427025920623)";
constexpr auto leave_turn = "SELECT pg_advisory_unlock(427025920623)";

constexpr std::string_view foreign_key_violation = "23503";
constexpr std::string_view unique_violation = "23505";
constexpr std::string_view serialization_failure = "40001";
constexpr std::string_view deadlock_detected = "40P01";
constexpr std::string_view feature_not_supported = "0A000";
constexpr std::string_view disk_full = "53100";

std::string_view state_of(const pg_result* answer)
{
    const char* state = PQresultErrorField(answer, PG_DIAG_SQLSTATE);
    return state ? state : "";
}

// The server is not there, or is about to go, or has no connection left.
bool is_away(std::string_view state) { return state.starts_with("08") || state.starts_with("57P") || state == "53300"; }

std::string without_newline(std::string text)
{
    while (text.ends_with('\n')) text.pop_back();
    return text;
}

pg_conn* connect(const Options& options)
{
    const Address address = parse_address(options.host);
    const std::array parameters{
        std::pair{"host", address.host.c_str()},
        std::pair{"port", address.port.c_str()},
        std::pair{"dbname", options.name.c_str()},
        std::pair{"user", options.user.c_str()},
        std::pair{"password", options.password.c_str()},
        std::pair{"sslmode", options.ssl_mode.c_str()},
        std::pair{"client_encoding", "UTF8"},
        std::pair{"application_name", "cairn"},
        std::pair{"connect_timeout", "10"},
        std::pair{"keepalives_idle", "60"},
        std::pair{"tcp_user_timeout", "30000"},
    };
    std::array<const char*, parameters.size() + 1> names{};
    std::array<const char*, parameters.size() + 1> values{};
    for (std::size_t i = 0; i < parameters.size(); ++i) std::tie(names[i], values[i]) = parameters[i];
    return PQconnectdbParams(names.data(), values.data(), 0);
}

} // namespace

Address parse_address(const std::string& host)
{
    // A port is what follows the last colon, unless that is one of an IPv6 address without brackets.
    const std::size_t colon = host.rfind(':');
    const bool bare_ipv6 = !host.starts_with('/') && !host.starts_with('[') && host.find(':') != colon;
    const bool in_brackets = host.ends_with(']');
    Address address{host, ""};
    if (colon != std::string::npos && !bare_ipv6 && !in_brackets) {
        address = {host.substr(0, colon), host.substr(colon + 1)};
        unsigned port = 0;
        const char* end = address.port.data() + address.port.size();
        const auto parsed = std::from_chars(address.port.data(), end, port);
        if (parsed.ec != std::errc() || parsed.ptr != end || port == 0 || port > 65535)
            throw DatabaseError("the host of the database is not NAME:PORT or a folder: " + host);
    }
    if (address.host.starts_with('[') && address.host.ends_with(']'))
        address.host = address.host.substr(1, address.host.size() - 2);
    return address;
}

struct Connection::Statement {
    const std::string source;
    const std::string name;
    RowMaps maps;
};

void Connection::Finish::operator()(pg_conn* connection) const { PQfinish(connection); }
void Connection::Clear::operator()(pg_result* answer) const { PQclear(answer); }

Connection::Connection(const Options& options) : handle_(connect(options))
{
    if (PQstatus(handle_.get()) != CONNECTION_OK)
        throw Unavailable("PostgreSQL cannot be reached: " + without_newline(PQerrorMessage(handle_.get())));
    PQsetNoticeProcessor(handle_.get(), [](void*, const char*) { }, nullptr);
    std::string setup = "SET default_transaction_read_only = on; SET client_min_messages = warning";
    if (!options.schema.empty()) {
        const std::unique_ptr<char, decltype(&PQfreemem)> name(
            PQescapeIdentifier(handle_.get(), options.schema.data(), options.schema.size()), &PQfreemem);
        if (!name) throw DatabaseError("the name of the schema is not valid: " + options.schema);
        setup += std::string("; SET search_path TO ") + name.get();
    }
    run(setup.c_str());
    learn_start();
}

// A server that only follows another, and some that only speak like PostgreSQL, do not say how far their log is
// written.
void Connection::learn_start()
{
    const Answer start(PQexec(handle_.get(),
                              "SELECT CAST(extract(epoch FROM pg_postmaster_start_time()) * 1000000 AS BIGINT),"
                              " pg_current_wal_flush_lsn()"));
    if (!succeeded(start)) return;
    const std::string_view text = PQgetvalue(start.get(), 0, 0);
    std::uint64_t microseconds = 0;
    std::from_chars(text.data(), text.data() + text.size(), microseconds);
    server_start_ = microseconds;
}

Connection::~Connection() = default;

Connection::Statement& Connection::prepared(Sql sql, Form form, std::size_t values)
{
    if (Statement* known = statements_.find(sql, form)) [[likely]]
        return *known;
    auto statement =
        std::make_unique<Statement>(Statement{std::string(sql.text()), "s" + std::to_string(++last_statement_), {}});
    if (const auto leaving = statements_.make_room(sql)) run(("DEALLOCATE " + leaving->name).c_str());
    const std::string text = text_in_form(statement->source, form, values);
    const Answer answer(PQprepare(handle_.get(), statement->name.c_str(), text.c_str(), 0, nullptr));
    if (!succeeded(answer)) throw_error(answer, text);
    return statements_.keep(sql, form, std::move(statement));
}

Connection::Answer Connection::send(const Statement& statement, std::span<const Value> values)
{
    if (!ahead_.empty()) return send_with_ahead(statement, values);
    const TextParameters parameters(values, statement.source);
    return Answer(PQexecPrepared(handle_.get(), statement.name.c_str(), static_cast<int>(values.size()),
                                 parameters.pointers(), nullptr, nullptr, 0));
}

// Each way to the server and back costs more than most statements. The first answer that is an error is the one that is
// returned: what follows it is not run.
Connection::Answer Connection::send_with_ahead(const Statement& statement, std::span<const Value> values)
{
    const auto ahead = std::exchange(ahead_, {});
    const TextParameters parameters(values, statement.source);
    PGconn* const handle = handle_.get();
    bool sent = PQenterPipelineMode(handle) == 1;
    for (const char* text : ahead)
        sent = sent && PQsendQueryParams(handle, text, 0, nullptr, nullptr, nullptr, nullptr, 0) == 1;
    sent = sent
        && PQsendQueryPrepared(handle, statement.name.c_str(), static_cast<int>(values.size()), parameters.pointers(),
                               nullptr, nullptr, 0)
            == 1
        && PQpipelineSync(handle) == 1;
    if (!sent) return nullptr;
    Answer answer;
    for (std::size_t i = 0; i <= ahead.size(); ++i) {
        Answer next = next_answer();
        if (!answer || succeeded(answer)) answer = std::move(next);
    }
    while (const Answer rest{PQgetResult(handle)}) { } // the end of what was sent together
    PQexitPipelineMode(handle);
    return answer;
}

// In a pipeline a null follows the answer to each command.
Connection::Answer Connection::next_answer()
{
    Answer answer(PQgetResult(handle_.get()));
    while (answer && PQstatus(handle_.get()) == CONNECTION_OK && Answer(PQgetResult(handle_.get()))) { }
    return answer;
}

void Connection::fetch(Sql sql, Form form, std::span<const Value> values, const Type& container, void* into)
{
    const StatementWatch watch(sql.text());
    Statement& statement = prepared(sql, form, values.size());
    const Answer answer = ask(statement, sql, values);
    read(statement, sql, answer, PQnfields(answer.get()), container, into);
}

// The snapshot says which transactions have ended: the text is another one as soon as one more has. After a crash the
// server counts those once more that were undone and not yet in its log on the disk; but how far that is written only
// grows, and recovering writes to it. A server that took the place of another has another start.
std::optional<CommitState> Connection::fetch_seen(Sql sql, std::span<const Value> values, const Type& container,
                                                  void* into)
{
    if (!server_start_) {
        fetch(sql, Form::plain, values, container, into);
        return std::nullopt;
    }
    const StatementWatch watch(sql.text());
    Statement& statement = prepared(sql, Form::seen, values.size());
    const Answer answer = ask(statement, sql, values);
    const int last = PQnfields(answer.get()) - 1;
    read(statement, sql, answer, last, container, into);
    if (PQntuples(answer.get()) == 0) return std::nullopt;
    const std::string_view told(PQgetvalue(answer.get(), 0, last),
                                static_cast<std::size_t>(PQgetlength(answer.get(), 0, last)));
    CommitState state;
    const auto room = std::as_writable_bytes(std::span(state.words).first(state.words.size() - 1));
    if (told.size() > room.size()) return std::nullopt; // many write at this moment
    std::ranges::copy(std::as_bytes(std::span(told)), room.begin());
    state.words.back() = *server_start_;
    return state;
}

Connection::Answer Connection::ask(const Statement& statement, Sql sql, std::span<const Value> values)
{
    Answer answer = send(statement, values);
    if (!succeeded(answer)) throw_error(answer, sql.text());
    return answer;
}

void Connection::read(Statement& statement, Sql sql, const Answer& answer, int count, const Type& container, void* into)
{
    const RowMap* map = statement.maps.find(container.item());
    if (!map) {
        std::vector<std::string_view> columns;
        columns.reserve(static_cast<std::size_t>(count));
        for (int i = 0; i < count; ++i) columns.emplace_back(PQfname(answer.get(), i));
        map = &statement.maps.keep(map_row(container.item(), columns, sql.text()));
    }
    const int rows = container.kind == Kind::list ? PQntuples(answer.get()) : std::min(PQntuples(answer.get()), 1);
    for (int i = 0; i < rows; ++i) {
        void* row = container.grow(into);
        for (const RowMap::Member& member : map->members) {
            if (PQgetisnull(answer.get(), i, member.column)) member.set_null(row);
            else
                assign(member, member.place(row),
                       {PQgetvalue(answer.get(), i, member.column),
                        static_cast<std::size_t>(PQgetlength(answer.get(), i, member.column))});
        }
    }
}

std::int64_t Connection::execute(Sql sql, std::span<const Value> values)
{
    const StatementWatch watch(sql.text());
    return rows_changed(ask(prepared(sql, Form::plain, values.size()), sql, values));
}

std::optional<std::int64_t> Connection::try_execute(Sql sql, std::span<const Value> values)
{
    const StatementWatch watch(sql.text());
    const Statement& statement = prepared(sql, Form::plain, values.size());
    run_with_next("SAVEPOINT attempt");
    const Answer answer = send(statement, values);
    if (state_of(answer.get()) == unique_violation) {
        run("ROLLBACK TO attempt");
        run("RELEASE attempt");
        return std::nullopt;
    }
    if (!succeeded(answer)) throw_error(answer, sql.text());
    run_with_next("RELEASE attempt");
    return rows_changed(answer);
}

void Connection::run_script(std::string_view script) { run(std::string(script).c_str()); }

void Connection::copy_out(const std::string& statement, const std::function<void(std::string_view line)>& take)
{
    const Answer begun(PQexec(handle_.get(), statement.c_str()));
    if (PQresultStatus(begun.get()) != PGRES_COPY_OUT) throw_error(begun, statement);
    while (true) {
        char* raw = nullptr;
        const int length = PQgetCopyData(handle_.get(), &raw, 0);
        const std::unique_ptr<char, decltype(&PQfreemem)> row(raw, &PQfreemem);
        if (length <= 0) break;
        take({raw, static_cast<std::size_t>(length)});
    }
    finish_copy(statement);
}

void Connection::begin_copy_in(const std::string& statement)
{
    const Answer begun(PQexec(handle_.get(), statement.c_str()));
    if (PQresultStatus(begun.get()) != PGRES_COPY_IN) throw_error(begun, statement);
}

void Connection::copy_in(std::string_view lines)
{
    if (PQputCopyData(handle_.get(), lines.data(), static_cast<int>(lines.size())) != 1) throw_error(nullptr, "COPY");
}

void Connection::end_copy_in()
{
    if (PQputCopyEnd(handle_.get(), nullptr) != 1) throw_error(nullptr, "COPY");
    finish_copy("COPY");
}

void Connection::finish_copy(std::string_view statement)
{
    while (const Answer ended{PQgetResult(handle_.get())})
        if (!succeeded(ended)) throw_error(ended, statement);
}

int Connection::socket() const { return PQsocket(handle_.get()); }

std::vector<std::string> Connection::notifications()
{
    if (PQconsumeInput(handle_.get()) == 0) throw_error(nullptr, "LISTEN");
    std::vector<std::string> found;
    while (const std::unique_ptr<PGnotify, decltype(&PQfreemem)> one{PQnotifies(handle_.get()), &PQfreemem})
        if (one->be_pid != PQbackendPID(handle_.get())) found.emplace_back(one->extra);
    return found;
}

void Connection::begin(Manner manner)
{
    wants_retry_ = false;
    if (manner.alone) {
        run(take_turn);
        is_alone_ = true;
    }
    run_with_next(manner.serializable ? "BEGIN ISOLATION LEVEL SERIALIZABLE READ WRITE"
                                      : "BEGIN ISOLATION LEVEL READ COMMITTED READ WRITE");
    if (!manner.alone) run_with_next(share_turn);
}

void Connection::commit()
{
    ahead_.clear();
    const bool has_begun = PQtransactionStatus(handle_.get()) != PQTRANS_IDLE;
    const Answer answer = has_begun ? run("COMMIT") : nullptr;
    let_others_write();
    // After a failed statement, COMMIT succeeds by rolling back.
    if (has_begun && std::string_view(PQcmdStatus(answer.get())) != "COMMIT")
        throw DatabaseError("PostgreSQL: an earlier statement failed, so the transaction was rolled back");
}

void Connection::rollback() noexcept
{
    ahead_.clear();
    if (PQtransactionStatus(handle_.get()) != PQTRANS_IDLE) Answer(PQexec(handle_.get(), "ROLLBACK"));
    let_others_write();
}

// On a connection that is lost there is nothing left to give back.
void Connection::let_others_write() noexcept
{
    if (std::exchange(is_alone_, false)) Answer(PQexec(handle_.get(), leave_turn));
}

bool Connection::has_failed() const { return PQtransactionStatus(handle_.get()) == PQTRANS_INERROR; }

bool Connection::is_usable() const { return !is_lost() && PQtransactionStatus(handle_.get()) == PQTRANS_IDLE; }

bool Connection::is_lost() const { return is_stale_ || PQstatus(handle_.get()) != CONNECTION_OK; }

std::vector<std::string> Connection::problems()
{
    std::vector<std::string> found;
    if (PQserverVersion(handle_.get()) < oldest_version) found.emplace_back("PostgreSQL is older than version 12");
    const char* encoding = PQparameterStatus(handle_.get(), "server_encoding");
    if (!encoding || std::string_view(encoding) != "UTF8")
        found.push_back(std::string("the database's encoding is not UTF8 but ") + (encoding ? encoding : "unknown"));
    const Answer schema = run("SELECT current_schema()");
    if (PQgetisnull(schema.get(), 0, 0)) found.emplace_back("the database's schema does not exist");
    return found;
}

Connection::Answer Connection::run(const char* text)
{
    for (const char* before : std::exchange(ahead_, {})) run(before);
    Answer answer(PQexec(handle_.get(), text));
    if (!succeeded(answer)) throw_error(answer, text);
    return answer;
}

bool Connection::succeeded(const Answer& answer)
{
    const auto status = PQresultStatus(answer.get());
    return status == PGRES_COMMAND_OK || status == PGRES_TUPLES_OK || status == PGRES_EMPTY_QUERY;
}

std::int64_t Connection::rows_changed(const Answer& answer)
{
    const std::string_view count = PQcmdTuples(answer.get()); // empty for CREATE TABLE and the like
    std::int64_t rows = 0;
    std::from_chars(count.data(), count.data() + count.size(), rows);
    return rows;
}

void Connection::throw_error(const Answer& answer, std::string_view doing)
{
    const std::string_view state = state_of(answer.get());
    if (state == serialization_failure || state == deadlock_detected) wants_retry_ = true;
    // A prepared SELECT * whose table has another column now: its session cannot use it any more.
    if (state == feature_not_supported) is_stale_ = true;
    // The details that come with the primary message may quote a row, and this text goes to a log.
    const char* message = PQresultErrorField(answer.get(), PG_DIAG_MESSAGE_PRIMARY);
    const auto words = "PostgreSQL: " + without_newline(message ? message : PQerrorMessage(handle_.get()))
        + "; in: " + std::string(doing);
    if (state == foreign_key_violation) throw_open_reference(words, doing);
    if (state == disk_full || tells_of_full_disk(words)) throw StorageFull(words);
    if (wants_retry_ || is_away(state) || PQstatus(handle_.get()) != CONNECTION_OK) throw Unavailable(words);
    throw DatabaseError(words);
}

} // namespace cairn::db::postgres

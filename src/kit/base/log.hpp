// What the server tells its operator: lines with a level, a sentence, and named values; and, when wanted, one line for
// each request. Safe from every thread, also before configure(), when everything from `info` on goes to standard error.
//
//     log::warn("could not open the repository", {{"repo", name}, {"error", text}});
//
// Values may hold anything that strangers send: control characters are escaped, so that nobody can forge a line.
// Secrets are never values.
#pragma once

#include <chrono>
#include <concepts>
#include <cstdint>
#include <initializer_list>
#include <string>
#include <string_view>
#include <variant>

namespace cairn::log {

enum class Level : std::uint8_t { trace, debug, info, warn, error, critical, off };

// A named value of a line. It refers to its text: make it where it is used.
struct Field {
    using Value = std::variant<std::string_view, std::int64_t, std::uint64_t, double, bool>;

    template <class T> constexpr Field(std::string_view field, const T& v) : name(field), value(of(v)) { }

    std::string_view name;
    Value value;

private:
    template <class T> static constexpr Value of(const T& v)
    {
        if constexpr (std::same_as<T, bool>) return v;
        else if constexpr (std::signed_integral<T>) return std::int64_t{v};
        else if constexpr (std::unsigned_integral<T>) return std::uint64_t{v};
        else if constexpr (std::floating_point<T>) return static_cast<double>(v);
        else return std::string_view(v);
    }
};

using Fields = std::initializer_list<Field>;

void write(Level, std::string_view message, Fields = {});

inline void trace(std::string_view message, Fields fields = {}) { write(Level::trace, message, fields); }
inline void debug(std::string_view message, Fields fields = {}) { write(Level::debug, message, fields); }
inline void info(std::string_view message, Fields fields = {}) { write(Level::info, message, fields); }
inline void warn(std::string_view message, Fields fields = {}) { write(Level::warn, message, fields); }
inline void error(std::string_view message, Fields fields = {}) { write(Level::error, message, fields); }
inline void critical(std::string_view message, Fields fields = {}) { write(Level::critical, message, fields); }

// Whether a line of that level would be written: for values that cost something to make.
bool enabled(Level);

// A request that was answered. The query is never written, whatever `path` holds: people put tokens there.
struct Access {
    std::string_view id{};
    std::string_view method{};
    std::string_view path{};
    std::string_view peer{};
    std::string_view operation{}; // the operation's id; empty when no row of the tables fitted
    std::string_view user_agent{};
    std::int64_t user_id = 0; // 0: nobody signed in
    int status = 0;
    std::uint64_t bytes = 0;
    std::chrono::nanoseconds duration{};
};

// One relaxed read of a flag when the access log is off.
bool access_enabled();
void access(const Access&);

struct Options {
    enum class Mode : std::uint8_t { console, file };
    enum class Format : std::uint8_t { text, json };

    Level level = Level::info;
    Mode mode = Mode::console; // console: standard error, and standard output for the access log
    Format format = Format::text;
    std::string folder{}; // file: of cairn.log and access.log; made when it is missing
    std::uint64_t file_size = 256ULL << 20;
    std::uint32_t files = 7;
    bool access = false;
};

// Throws std::runtime_error when a file cannot be opened; what was configured before stays then.
void configure(const Options&);

// Opens the files anew, for a program that has moved them away (SIGHUP). On failure the old ones stay in use.
void reopen();

// Hands what is buffered to the system. Happens by itself after a warning, a second after any line, and at exit.
void flush();

} // namespace cairn::log

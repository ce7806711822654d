#include "base/log.hpp"

#include <spdlog/logger.h>
#include <spdlog/pattern_formatter.h>
#include <spdlog/sinks/ansicolor_sink.h>
#include <spdlog/sinks/dist_sink.h>
#include <spdlog/sinks/rotating_file_sink.h>
#include <spdlog/sinks/stdout_sinks.h>

#include <signal.h>

#include <atomic>
#include <condition_variable>
#include <cstdlib>
#include <mutex>
#include <stdexcept>
#include <thread>

#include "base/log_line.hpp"

namespace cairn::log {

namespace {

// spdlog counts the levels as we do, which write() relies on.
static_assert(static_cast<int>(Level::warn) == SPDLOG_LEVEL_WARN && static_cast<int>(Level::off) == SPDLOG_LEVEL_OFF);

constexpr std::string_view text_pattern = "%Y-%m-%dT%H:%M:%S.%eZ %^%-8l%$ %v";
constexpr std::string_view json_pattern = R"({"time":"%Y-%m-%dT%H:%M:%S.%fZ","level":"%l",%v})";
constexpr std::string_view access_pattern = R"({"time":"%Y-%m-%dT%H:%M:%S.%fZ",%v})";

std::unique_ptr<spdlog::formatter> formatter(std::string_view pattern)
{
    return std::make_unique<spdlog::pattern_formatter>(std::string(pattern), spdlog::pattern_time_type::utc);
}

spdlog::sink_ptr with_pattern(spdlog::sink_ptr sink, std::string_view pattern)
{
    sink->set_formatter(formatter(pattern));
    return sink;
}

spdlog::sink_ptr open_file(const Options& options, std::string_view name)
{
    return std::make_shared<spdlog::sinks::rotating_file_sink_st>(options.folder + "/" + std::string(name),
                                                                  options.file_size, options.files);
}

spdlog::sink_ptr open_main(const Options& options)
{
    const auto pattern = options.format == Options::Format::json ? json_pattern : text_pattern;
    if (options.mode == Options::Mode::file) return with_pattern(open_file(options, "cairn.log"), pattern);
    return with_pattern(std::make_shared<spdlog::sinks::ansicolor_stderr_sink_st>(), pattern);
}

spdlog::sink_ptr open_access(const Options& options)
{
    if (options.mode == Options::Mode::file) return with_pattern(open_file(options, "access.log"), access_pattern);
    return with_pattern(std::make_shared<spdlog::sinks::stdout_sink_st>(), access_pattern);
}

// A stream of lines whose destination can be exchanged while others write: the lock is the one of the outer sink.
class Channel {
public:
    void set_sink(spdlog::sink_ptr sink)
    {
        sink_->flush();
        sink_->set_sinks({std::move(sink)});
    }
    void write(spdlog::level::level_enum level, std::string_view line)
    {
        logger_.log(level, spdlog::string_view_t(line.data(), line.size()));
    }
    void flush() { logger_.flush(); }

private:
    std::shared_ptr<spdlog::sinks::dist_sink_mt> sink_ = std::make_shared<spdlog::sinks::dist_sink_mt>();
    spdlog::logger logger_ = [this] {
        spdlog::logger logger("cairn", sink_);
        logger.set_level(spdlog::level::trace); // what is too unimportant never comes here
        logger.flush_on(spdlog::level::warn);
        return logger;
    }();
};

// Lines wait in the file's buffer for at most a second. The thread sleeps without a timer as long as nothing is
// written, so that an idle server does not wake the processor.
class Flusher {
public:
    explicit Flusher(void (*work)()) : work_(work) { }

    void wake()
    {
        if (pending_.load(std::memory_order_relaxed) || pending_.exchange(true)) return;
        const std::lock_guard lock(mutex_);
        if (!thread_.joinable()) start();
        changed_.notify_one();
    }

private:
    // The new thread takes no signals: they are for those who wait for them.
    void start()
    {
        sigset_t all;
        sigset_t before;
        sigfillset(&all);
        pthread_sigmask(SIG_SETMASK, &all, &before);
        thread_ = std::thread([this] { run(); });
        pthread_sigmask(SIG_SETMASK, &before, nullptr);
    }

    [[noreturn]] void run()
    {
        for (;;) {
            std::unique_lock lock(mutex_);
            changed_.wait(lock, [this] { return pending_.load(); });
            lock.unlock();
            std::this_thread::sleep_for(std::chrono::seconds(1));
            pending_.store(false);
            work_();
        }
    }

    void (*work_)();
    std::mutex mutex_;
    std::condition_variable changed_;
    std::atomic<bool> pending_ = false;
    std::thread thread_;
};

struct State {
    State()
    {
        main.set_sink(open_main(options));
        std::atexit(flush);
    }

    std::mutex mutex; // of options
    Options options;
    Channel main;
    Channel access;
    Flusher flusher{flush};
    std::atomic<Level> level = options.level;
    std::atomic<bool> json = false;
    std::atomic<bool> buffered = false; // the console is not
    std::atomic<bool> access_on = false;
};

// Never destroyed: other static objects may log while the process ends.
State& state()
{
    static State& state = *new State;
    return state;
}

// Lines are short and threads write many: each keeps its buffer.
std::string& line_buffer()
{
    thread_local std::string line;
    line.clear();
    return line;
}

void open_sinks(State& s, const Options& options)
{
    auto main = open_main(options);
    auto access = options.access ? open_access(options) : nullptr;
    s.main.set_sink(std::move(main));
    if (access) s.access.set_sink(std::move(access));
}

} // namespace

bool enabled(Level level) { return level >= state().level.load(std::memory_order_relaxed); }

void write(Level level, std::string_view message, Fields fields)
{
    auto& s = state();
    if (level >= Level::off || level < s.level.load(std::memory_order_relaxed)) return;
    auto& line = line_buffer();
    if (s.json.load(std::memory_order_relaxed)) append_json_members(line, message, fields);
    else append_text_line(line, message, fields);
    s.main.write(static_cast<spdlog::level::level_enum>(level), line);
    if (s.buffered.load(std::memory_order_relaxed)) s.flusher.wake();
}

bool access_enabled() { return state().access_on.load(std::memory_order_relaxed); }

void access(const Access& request)
{
    auto& s = state();
    if (!s.access_on.load(std::memory_order_relaxed)) return;
    auto& line = line_buffer();
    append_access_members(line, request);
    s.access.write(spdlog::level::info, line);
    s.flusher.wake();
}

void configure(const Options& options)
{
    auto& s = state();
    const std::lock_guard lock(s.mutex);
    try {
        open_sinks(s, options);
    } catch (const spdlog::spdlog_ex& e) {
        throw std::runtime_error("the log cannot be written to " + options.folder + ": " + e.what());
    }
    s.options = options;
    s.json = options.format == Options::Format::json;
    s.buffered = options.mode == Options::Mode::file;
    s.access_on = options.access;
    s.level = options.level;
}

void reopen()
{
    auto& s = state();
    const std::lock_guard lock(s.mutex);
    if (s.options.mode != Options::Mode::file) return;
    try {
        open_sinks(s, s.options);
    } catch (const spdlog::spdlog_ex& e) {
        error("could not reopen the log files", {{"folder", s.options.folder}, {"error", e.what()}});
    }
}

void flush()
{
    state().main.flush();
    state().access.flush();
}

} // namespace cairn::log

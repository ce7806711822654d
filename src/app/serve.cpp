#include "app/serve.hpp"

#include <malloc.h>
#include <signal.h>

#include <algorithm>
#include <cstdio>
#include <optional>
#include <thread>

#include <fmt/core.h>

#include "admin/first_administrator.hpp"
#include "admin/self_check.hpp"
#include "admin/site_settings.hpp"
#include "app/application.hpp"
#include "app/doctor/doctor.hpp"
#include "app/open_site.hpp"
#include "app/site_lock.hpp"
#include "base/freed_memory.hpp"
#include "base/log.hpp"
#include "config/load.hpp"
#include "db/database.hpp"
#include "import/import.hpp"
#include "ssh/server.hpp"

namespace cairn::app {

namespace {

http::Options server_options(const config::Settings& settings)
{
    const auto& server = settings.server;
    const bool tls = server.protocol == config::Protocol::https;
    http::Options options;
    options.address = server.http_addr;
    options.port = static_cast<std::uint16_t>(server.http_port);
    options.network_threads = static_cast<unsigned>(server.network_threads);
    options.workers = static_cast<unsigned>(server.workers);
    options.stream_workers = static_cast<unsigned>(server.stream_workers);
    options.queued_requests = static_cast<std::size_t>(server.max_queued_requests);
    options.connections = static_cast<std::size_t>(server.max_connections);
    options.bodies_in_flight = static_cast<std::uint64_t>(server.max_bodies_in_flight);
    options.one_body = static_cast<std::uint64_t>(std::max(server.max_body_bytes, server.max_json_bytes));
    options.spool_folder = server.app_data_path;
    options.head_limit = static_cast<std::size_t>(server.max_header_bytes);
    options.head_timeout = std::chrono::seconds(server.read_header_timeout);
    options.idle_timeout = std::chrono::seconds(server.idle_timeout);
    options.body_timeout = std::chrono::seconds(server.per_write_timeout);
    options.write_timeout = std::chrono::seconds(server.per_write_timeout);
    options.stop_timeout = std::chrono::seconds(server.graceful_stop_timeout);
    if (!server.enable_gzip) options.compress_from = 0;
    if (tls) {
        options.certificate_file = server.cert_file;
        options.key_file = server.key_file;
    }
    return options;
}

// A site without any account is a new one: its operator makes the first one.
void welcome(admin::FirstAdministrator& first, const config::Settings& settings)
{
    const auto token = first.make_token();
    if (token.empty()) return;
    const bool tls = settings.server.protocol == config::Protocol::https;
    const auto here = admin::is_at_this_machine(settings.server.root_url)
        ? fmt::format("on this machine at {}://localhost:{}/-/setup, or ", tls ? "https" : "http",
                      settings.server.http_port)
        : std::string();
    fmt::print("\n  This is a new site. Make its administrator at\n\n      {}-/setup?token={}\n\n"
               "  or {}at the console: cairn admin user create --admin.\n"
               "  The link is good until that is done, or until the next start.\n\n",
               settings.server.root_url, token, here);
}

// Signals are taken by one thread that does nothing else, so that none interrupts a handler's system call.
class SignalThread {
public:
    SignalThread(http::Server& server, Application& application, std::chrono::seconds drain_time)
        : thread_([&server, &application, drain_time] { wait(server, application, drain_time); })
    {
    }
    ~SignalThread()
    {
        // It does not end the thread: that one takes it with sigwait().
        pthread_kill(thread_.native_handle(), SIGTERM); // NOLINT(bugprone-bad-signal-to-kill-thread)
        thread_.join();
    }
    SignalThread(const SignalThread&) = delete;
    SignalThread& operator=(const SignalThread&) = delete;

    static sigset_t set()
    {
        sigset_t signals;
        sigemptyset(&signals);
        for (int signal : {SIGTERM, SIGINT, SIGHUP}) sigaddset(&signals, signal);
        return signals;
    }
    // Before the first thread is made, so that all of them inherit it.
    static void block()
    {
        const auto signals = set();
        pthread_sigmask(SIG_BLOCK, &signals, nullptr);
        signal(SIGPIPE, SIG_IGN);
    }

private:
    static void wait(http::Server& server, Application& application, std::chrono::seconds drain_time)
    {
        const auto signals = set();
        for (int signal = 0; sigwait(&signals, &signal) == 0;) {
            if (signal == SIGHUP) {
                log::reopen();
                continue;
            }
            application.drain();
            wait_for_another(drain_time);
            application.hurry();
            server.stop();
            return;
        }
    }

    // Who asks once more does not want to wait.
    static void wait_for_another(std::chrono::seconds longest)
    {
        if (longest.count() == 0) return;
        log::info("asked to stop; it still answers for a while", {{"seconds", std::to_string(longest.count())}});
        auto signals = set();
        sigdelset(&signals, SIGHUP);
        const timespec time{.tv_sec = longest.count(), .tv_nsec = 0};
        sigtimedwait(&signals, nullptr, &time);
    }

    std::thread thread_;
};

} // namespace

int serve(const config::Loaded& loaded)
{
    const config::Settings& settings = loaded.settings;
    // Each arena keeps what its busiest moment needed, so there are few; but those who serve the network, who come last
    // and share none, must not wait for one another.
    mallopt(M_ARENA_MAX, 4 + static_cast<int>(std::thread::hardware_concurrency()));
    // What is large goes back when it is freed. Left alone, the threshold follows what was freed, up to 32 MiB.
    mallopt(M_MMAP_THRESHOLD, 1 << 20);
    SignalThread::block();
    auto db = open_site(settings);
    const auto lock = SiteLock::take(settings.server.app_data_path, SiteLock::Use::serving);
    if (!lock) throw std::runtime_error(lock.error().message);
    if (const auto unfinished = import::unfinished_moves(*db); !unfinished.empty())
        throw std::runtime_error("moving " + unfinished.front()
                                 + " in here has begun and not ended: run `cairn import` "
                                   "again, which goes on where it was, or with --abandon to leave it at what has come");
    admin::FirstAdministrator first_administrator(*db);
    admin::SiteSettings site_settings(*db, loaded);
    Application application(*db, site_settings.current());
    admin::SelfCheck self_check([&](const std::stop_token& stop) { return examine_all(loaded, stop); });
    application.share(site_settings);
    application.add(self_check);
    application.add(first_administrator);
    application.furnish();
    application.start_cron();
    std::optional<ssh::Server> ssh_server;
    if (settings.server.start_ssh_server) ssh_server.emplace(application.site());
    http::Server server(server_options(settings), application);
    give_back_freed_memory(); // what the start has taken
    // From now on, what a page takes is wanted again by the next one: the end of an arena is not given back and taken
    // anew each time.
    mallopt(M_TRIM_THRESHOLD, 4 << 20);
    mallopt(M_TOP_PAD, 256 << 10);
    welcome(first_administrator, settings);
    fmt::print("Cairn " CAIRN_VERSION " is at {}\n", settings.server.root_url);
    std::fflush(stdout);
    {
        const SignalThread signals(server, application, std::chrono::seconds(settings.server.drain_time));
        server.run();
    }
    ssh_server.reset();
    log::info("stopped");
    return 0;
}

} // namespace cairn::app

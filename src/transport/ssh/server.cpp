#include "ssh/server.hpp"

#include <fcntl.h>
#include <poll.h>
#include <sys/eventfd.h>
#include <sys/socket.h>

#include <algorithm>
#include <list>
#include <map>
#include <mutex>
#include <stdexcept>

#include "api/call.hpp"
#include "base/log.hpp"
#include "config/settings.hpp"
#include "ssh/connection.hpp"
#include "ssh/connection_limiter.hpp"
#include "ssh/host_keys.hpp"
#include "ssh/listener.hpp"

namespace cairn::ssh {

namespace {

using Clock = std::chrono::steady_clock;

// What a key may sign with. SHA-1 is not among it.
constexpr const char* accepted_keys =
    "ssh-ed25519,ecdsa-sha2-nistp256,ecdsa-sha2-nistp384,ecdsa-sha2-nistp521,sk-ssh-ed25519@openssh.com,"
    "sk-ecdsa-sha2-nistp256@openssh.com,rsa-sha2-512,rsa-sha2-256";

constexpr unsigned desk_threads = 4;

struct FreeBind {
    void operator()(ssh_bind bind) const { ssh_bind_free(bind); }
};
using Bind = std::unique_ptr<ssh_bind_struct, FreeBind>;

// The server's part of what libssh has to know for each session.
Bind make_bind(const config::Settings& settings)
{
    if (ssh_init() != SSH_OK) throw std::runtime_error("libssh cannot be used");
    Bind bind(ssh_bind_new());
    if (!bind) throw std::bad_alloc();
    const bool reads_files = false; // of the system's own SSH
    ssh_bind_options_set(bind.get(), SSH_BIND_OPTIONS_PROCESS_CONFIG, &reads_files);
    ssh_bind_options_set(bind.get(), SSH_BIND_OPTIONS_BANNER, "Cairn");
    if (ssh_bind_options_set(bind.get(), SSH_BIND_OPTIONS_PUBKEY_ACCEPTED_KEY_TYPES, accepted_keys) != SSH_OK)
        throw std::runtime_error(std::string("libssh: ") + ssh_get_error(bind.get()));
    for (const auto& file : provide_host_keys(settings)) {
        ssh_key key = nullptr;
        if (ssh_pki_import_privkey_file(file.c_str(), nullptr, nullptr, nullptr, &key) != SSH_OK)
            throw std::runtime_error("the SSH server's key " + file + " cannot be read");
        // The bind frees it.
        if (ssh_bind_options_set(bind.get(), SSH_BIND_OPTIONS_IMPORT_KEY, key) != SSH_OK)
            throw std::runtime_error("the SSH server cannot use the key " + file);
    }
    return bind;
}

} // namespace

// Takes connections and looks after their threads, on a thread of its own.
class Server::Reception {
public:
    explicit Reception(const api::Site& site)
        : settings_(site.settings().server), certificates_(site.db, site.settings()), bind_(make_bind(site.settings())),
          executor_(desk_threads), around_{.site = site,
                                           .executor = executor_,
                                           .certificates = certificates_,
                                           .idle_timeout = std::chrono::seconds(settings_.ssh_idle_timeout),
                                           .stopping = stopping_},
          listeners_(listen_on(settings_.ssh_listen_host, settings_.ssh_listen_port)),
          limiter_({.burst = static_cast<double>(settings_.ssh_max_unauthenticated)}),
          wake_(::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK)), thread_([this] { work(); })
    {
    }
    ~Reception()
    {
        stopping_ = true;
        wake();
        thread_.join();
    }
    Reception(const Reception&) = delete;
    Reception& operator=(const Reception&) = delete;

private:
    // A connection as this side sees it.
    struct Visit {
        std::string address;
        std::string network;
        Clock::time_point since = Clock::now();
        Descriptor socket; // the same as the session's, so that it can be cut off from here
        std::atomic<bool> known = false;
        std::atomic<bool> over = false;
        bool cut = false;
        std::thread thread{};

        void cut_off()
        {
            cut = true;
            ::shutdown(socket.number(), SHUT_RDWR);
        }
        bool is_stranger() const { return !known && !cut && !over; }
    };

    void wake() const
    {
        const std::uint64_t one = 1;
        static_cast<void>(!::write(wake_.number(), &one, sizeof one));
    }

    void work()
    {
        while (!stopping_) {
            wait();
            for (const auto& listener : listeners_)
                while (auto accepted = accept_from(listener.number())) admit(std::move(*accepted));
            cut_slow_ones();
            forget_gone_ones();
        }
        listeners_.clear();
        finish();
    }

    void wait() const
    {
        constexpr int between_looks = 500; // milliseconds
        std::vector<pollfd> waiting{{wake_.number(), POLLIN, 0}};
        for (const auto& listener : listeners_) waiting.push_back({listener.number(), POLLIN, 0});
        ::poll(waiting.data(), waiting.size(), between_looks);
        std::uint64_t count = 0;
        static_cast<void>(!::read(wake_.number(), &count, sizeof count));
    }

    void admit(Accepted accepted)
    {
        forget_gone_ones();
        if (std::ssize(visits_) >= settings_.ssh_max_connections) return;
        {
            const std::lock_guard lock(mutex_);
            if (!limiter_.admit(accepted.address, Clock::now())) return;
        }
        make_room();
        ssh_session session = ssh_new();
        if (session == nullptr) return;
        Descriptor second(::fcntl(accepted.socket.number(), F_DUPFD_CLOEXEC, 0));
        if (!second || ssh_bind_accept_fd(bind_.get(), session, second.number()) != SSH_OK) {
            ssh_free(session);
            return;
        }
        static_cast<void>(second.release()); // the session's from here on
        begin(std::move(accepted), session);
    }

    void begin(Accepted accepted, ssh_session session)
    {
        auto& visit = *visits_.emplace_back(std::make_unique<Visit>());
        visit.network = ConnectionLimiter::network_of(accepted.address);
        visit.address = std::move(accepted.address);
        visit.socket = std::move(accepted.socket);
        auto connection = std::make_unique<Connection>(around_, session, visit.address, [this, &visit] {
            visit.known = true;
            const std::lock_guard lock(mutex_);
            limiter_.became_known(visit.address);
        });
        try {
            visit.thread = std::thread([this, &visit, connection = std::move(connection)]() mutable {
                attend(*connection);
                connection.reset();
                visit.over = true;
                wake();
            });
        } catch (const std::system_error& error) {
            log::error("an SSH connection could not be served", {{"error", error.what()}});
            visits_.pop_back();
        }
    }

    static void attend(Connection& connection)
    try {
        connection.run();
    } catch (const std::exception& error) {
        log::error("an SSH connection failed", {{"error", error.what()}});
    }

    // When there are too many strangers, the network that sent the most of them loses the one that waits longest.
    void make_room()
    {
        std::map<std::string_view, std::pair<std::int64_t, Visit*>> networks; // how many, and the oldest
        std::int64_t all = 0;
        for (const auto& visit : visits_) {
            if (!visit->is_stranger()) continue;
            auto& [count, oldest] = networks[visit->network];
            if (count++ == 0) oldest = visit.get();
            ++all;
        }
        if (all < settings_.ssh_max_unauthenticated) return;
        std::ranges::max_element(networks, {}, [](const auto& entry) {
            return entry.second.first;
        })->second.second->cut_off();
    }

    void cut_slow_ones()
    {
        const auto latest = Clock::now() - std::chrono::seconds(settings_.ssh_login_grace_time);
        for (const auto& visit : visits_)
            if (visit->is_stranger() && visit->since < latest) visit->cut_off();
    }

    void forget_gone_ones()
    {
        std::erase_if(visits_, [](const auto& visit) {
            if (visit->over) visit->thread.join();
            return visit->over.load();
        });
    }

    void finish()
    {
        const auto deadline = Clock::now() + std::chrono::seconds(settings_.graceful_stop_timeout);
        for (const auto& visit : visits_)
            if (visit->is_stranger()) visit->cut_off();
        while (!visits_.empty() && Clock::now() < deadline) {
            forget_gone_ones();
            if (!visits_.empty()) wait();
        }
        for (const auto& visit : visits_) visit->cut_off();
        for (const auto& visit : visits_) visit->thread.join();
    }

    const config::Server& settings_;
    std::atomic<bool> stopping_ = false;
    const accounts::Certificates certificates_;
    const Bind bind_;
    Executor executor_;
    const Connection::Surroundings around_;
    std::vector<Descriptor> listeners_;
    std::mutex mutex_; // of what follows
    ConnectionLimiter limiter_;
    std::list<std::unique_ptr<Visit>> visits_; // of the thread alone, the oldest first
    const Descriptor wake_;
    std::thread thread_;
};

Server::Server(const api::Site& site) : reception_(std::make_unique<Reception>(site))
{
    log::info("the SSH server listens", {{"port", site.settings().server.ssh_listen_port}});
}

Server::~Server() = default;

} // namespace cairn::ssh

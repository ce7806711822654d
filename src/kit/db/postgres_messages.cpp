// LISTEN and NOTIFY on a connection of their own. What is told within a moment goes out as one notification, because
// those who commit one wait for each other in the whole server.
#include <poll.h>
#include <sys/eventfd.h>

#include <mutex>
#include <set>
#include <thread>

#include "base/descriptor.hpp"
#include "base/log.hpp"
#include "db/database.hpp"
#include "db/messages.hpp"
#include "db/postgres_connection.hpp"

namespace cairn::db {

namespace {

constexpr std::chrono::milliseconds moment{50};
constexpr std::chrono::seconds before_again{2};
constexpr std::size_t most_waiting = 10'000;
constexpr std::size_t longest_notification = 7900; // bytes; the server takes 8000
constexpr std::size_t longest_name = 63;           // of a channel

std::string channel_of(const Options& options)
{
    std::string name = "cairn";
    if (!options.schema.empty()) name += "_" + options.schema;
    return name.substr(0, longest_name);
}

std::string as_identifier(std::string_view identifier)
{
    std::string text = "\"";
    for (const char c : identifier) text.append(c == '"' ? 2 : 1, c);
    return text += '"';
}

class PostgresMessages final : public Messages {
public:
    PostgresMessages(Options options, Ears ears)
        : options_(std::move(options)), channel_(channel_of(options_)), ears_(std::move(ears)),
          wake_(::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK)), thread_([this](const std::stop_token& stop) { run(stop); })
    {
    }
    ~PostgresMessages() override
    {
        thread_.request_stop();
        wake();
    }

    void tell(std::string_view message) override
    {
        const std::lock_guard lock(mutex_);
        if (waiting_.size() >= most_waiting) return;
        if (waiting_.emplace(message).second) wake();
    }

private:
    void wake() const { ::eventfd_write(wake_.number(), 1); }

    void run(const std::stop_token& stop)
    {
        while (!stop.stop_requested()) {
            try {
                postgres::Connection connection(options_);
                connection.run_script("LISTEN " + as_identifier(channel_));
                ears_.missed(); // at first, too: whoever made this has read what it hears of before
                while (!stop.stop_requested()) attend(connection);
            } catch (const std::exception& error) {
                log::warn("other nodes are not heard at the moment", {{"error", error.what()}});
                rest(stop, before_again);
            }
        }
    }

    // Waits until there is something to tell or to hear, and does it.
    void attend(postgres::Connection& connection)
    {
        std::array<pollfd, 2> ready{{{wake_.number(), POLLIN, 0}, {connection.socket(), POLLIN, 0}}};
        ::poll(ready.data(), ready.size(), -1);
        hear(connection);
        if (ready[0].revents == 0) return;
        std::this_thread::sleep_for(moment);
        eventfd_t woken = 0;
        ::eventfd_read(wake_.number(), &woken);
        for (const auto& text : take_waiting())
            connection.execute("SELECT pg_notify($1, $2)", std::array{value(channel_), value(text)});
        hear(connection); // what has come with the answers, which nothing would wake for
    }

    void hear(postgres::Connection& connection) const
    {
        for (const auto& text : connection.notifications())
            for (std::string_view rest = text; !rest.empty();) {
                const auto end = std::min(rest.find('\n'), rest.size());
                ears_.heard(rest.substr(0, end));
                rest.remove_prefix(std::min(end + 1, rest.size()));
            }
    }

    std::vector<std::string> take_waiting()
    {
        std::set<std::string, std::less<>> messages;
        {
            const std::lock_guard lock(mutex_);
            messages.swap(waiting_);
        }
        std::vector<std::string> texts;
        for (const auto& message : messages) {
            if (texts.empty() || texts.back().size() + message.size() > longest_notification) texts.emplace_back();
            texts.back() += message + '\n';
        }
        return texts;
    }

    void rest(const std::stop_token& stop, std::chrono::milliseconds pause) const
    {
        const auto end = std::chrono::steady_clock::now() + pause;
        while (!stop.stop_requested() && std::chrono::steady_clock::now() < end) std::this_thread::sleep_for(moment);
    }

    const Options options_;
    const std::string channel_;
    const Ears ears_;
    const Descriptor wake_;
    std::mutex mutex_;
    std::set<std::string, std::less<>> waiting_;
    std::jthread thread_; // last, so that it starts when all else is there
};

} // namespace

std::unique_ptr<Messages> listen(const Options& options, Messages::Ears ears)
{
    if (options.engine == Options::Engine::sqlite) return nullptr;
    return std::make_unique<PostgresMessages>(options, std::move(ears));
}

} // namespace cairn::db

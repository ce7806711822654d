#include "ssh/connection.hpp"

#include <algorithm>

#include "accounts/keys/key_uses.hpp"
#include "api/call.hpp"
#include "base/encoding.hpp"
#include "base/log.hpp"

namespace cairn::ssh {

namespace {

constexpr std::size_t most_channels = 10; // of one connection at a time, as clients that share one are used to
constexpr int most_tries = 20;            // keys that a client may offer
constexpr int most_waiting = 1000;        // milliseconds between two looks at the clock

} // namespace

Connection::Connection(const Surroundings& around, ssh_session session, std::string address,
                       std::function<void()> known)
    : around_(around), session_(session), event_(ssh_event_new()), address_(std::move(address)),
      known_(std::move(known))
{
    callbacks_.userdata = this;
    callbacks_.auth_pubkey_function = &on_key;
    callbacks_.channel_open_request_session_function = &on_channel;
    ssh_callbacks_init(&callbacks_);
    ssh_set_server_callbacks(session_, &callbacks_);
    ssh_set_message_callback(session_, &on_other_message, this);
    ssh_set_auth_methods(session_, SSH_AUTH_METHOD_PUBLICKEY);
}

Connection::~Connection()
{
    channels_.clear();
    if (event_ != nullptr) {
        ssh_event_remove_session(event_, session_);
        ssh_event_free(event_);
    }
    ssh_disconnect(session_);
    ssh_free(session_);
}

std::optional<KeyOwner> Connection::holder_of(ssh_key_struct* key) const
{
    char* text = nullptr;
    if (ssh_pki_export_pubkey_base64(key, &text) != SSH_OK) return {};
    const auto blob = base64_decode(text);
    ssh_string_free_char(text);
    if (!blob) return {};
    return around_.executor.ask([&] { return find_holder(around_.site.db, around_.certificates, *blob, address_); });
}

// Asked once when a key is offered, and again when libssh has seen that the client has its private half.
int Connection::on_key(ssh_session, const char*, ssh_key_struct* key, char state, void* self)
try {
    auto& connection = *static_cast<Connection*>(self);
    if (connection.is_known_ || ++connection.tries_ > most_tries) return SSH_AUTH_DENIED;
    if (state != SSH_PUBLICKEY_STATE_NONE && state != SSH_PUBLICKEY_STATE_VALID) return SSH_AUTH_DENIED;
    auto holder = connection.holder_of(key);
    if (!holder) return SSH_AUTH_DENIED;
    if (state == SSH_PUBLICKEY_STATE_VALID) {
        connection.visitor_ = std::move(holder->visitor);
        connection.is_known_ = true;
        if (holder->key_id != 0) connection.around_.site.get<accounts::KeyUses>().record(holder->key_id, Time::now());
        connection.known_();
    }
    return SSH_AUTH_SUCCESS;
} catch (const std::exception& error) {
    log::error("a key could not be looked up", {{"error", error.what()}});
    return SSH_AUTH_DENIED;
}

ssh_channel Connection::on_channel(ssh_session session, void* self)
try {
    auto& connection = *static_cast<Connection*>(self);
    if (!connection.is_known_ || connection.channels_.size() >= most_channels || connection.around_.stopping)
        return nullptr;
    auto channel =
        std::make_unique<Channel>(connection.around_.site, connection.around_.executor, connection.visitor_, session);
    return connection.channels_.emplace_back(std::move(channel))->handle();
} catch (const std::exception& error) {
    log::error("a channel could not be opened", {{"error", error.what()}});
    return nullptr;
}

// Everything that has no callback of its own is refused, and not kept either.
int Connection::on_other_message(ssh_session, ssh_message, void*) { return 1; }

// Waits for the client, for a command, or for so long, and lets libssh take what the client has sent. False when the
// client is gone.
bool Connection::wait(int milliseconds)
{
    const bool is_writing = (ssh_get_poll_flags(session_) & SSH_WRITE_PENDING) != 0;
    const bool is_full = std::ranges::any_of(channels_, [](const auto& channel) { return channel->is_full(); });
    const auto events = static_cast<short>((is_full ? 0 : POLLIN) | (is_writing ? POLLOUT : 0));
    std::vector<pollfd> waiting{{ssh_get_fd(session_), events, 0}};
    for (const auto& channel : channels_) waiting.push_back(channel->waits_for());
    if (::poll(waiting.data(), waiting.size(), milliseconds) < 0 && errno != EINTR) return false;
    if (waiting.front().revents == 0) return true;
    return ssh_event_dopoll(event_, 0) != SSH_ERROR
        && (ssh_get_status(session_) & (SSH_CLOSED | SSH_CLOSED_ERROR)) == 0;
}

// By number: libssh may open another channel while one of them sends.
bool Connection::move()
{
    bool moved = false;
    for (std::size_t i = 0; i < channels_.size();) moved |= channels_[i++]->move();
    return moved;
}

void Connection::run()
{
    using Clock = std::chrono::steady_clock;
    // Whoever takes too long is cut off by the server, so that none of this waits for good.
    if (event_ == nullptr || ssh_handle_key_exchange(session_) != SSH_OK) return;
    ssh_set_blocking(session_, 0);
    if (ssh_event_add_session(event_, session_) != SSH_OK) return;
    auto last_moved = Clock::now();
    bool moved = true;
    while (wait(moved ? 0 : most_waiting)) {
        const auto before = channels_.size();
        moved = move();
        std::erase_if(channels_, [](const auto& channel) { return channel->is_over(); });
        if (tries_ > most_tries && !is_known_) return;
        if (moved || channels_.size() != before) last_moved = Clock::now();
        if (Clock::now() > last_moved + around_.idle_timeout || (around_.stopping && channels_.empty())) return;
    }
}

} // namespace cairn::ssh

#include "git/child/child.hpp"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <optional>
#include <system_error>

#include "base/log.hpp"
#include "base/spending.hpp"

namespace cairn::git {

namespace {

constexpr std::size_t piece_size = 64U << 10;
constexpr std::size_t words_kept = 4096;
constexpr std::chrono::seconds silence{5};

int milliseconds_until(std::chrono::steady_clock::time_point when)
{
    const auto left = std::chrono::ceil<std::chrono::milliseconds>(when - std::chrono::steady_clock::now()).count();
    return static_cast<int>(std::clamp<std::int64_t>(left, 0, 3'600'000));
}

// A poll does not hear of a stop: where one may be asked for, it looks so often.
constexpr std::chrono::milliseconds look_for_stop{200};

std::chrono::steady_clock::time_point or_look(std::chrono::steady_clock::time_point when, const std::stop_token& stop)
{
    return stop.stop_possible() ? std::min(when, std::chrono::steady_clock::now() + look_for_stop) : when;
}

std::unexpected<Error> stopped() { return fail(Errc::unavailable, "the server stops"); }

std::unexpected<Error> too_long() { return fail(Errc::unavailable, "git took too long"); }

} // namespace

Child::Child(Child&& other) noexcept
    : slot_(std::move(other.slot_)), deadline_(other.deadline_), running_(std::move(other.running_)),
      name_(std::move(other.name_)), pid_(std::exchange(other.pid_, -1)), process_(std::move(other.process_)),
      input_(std::move(other.input_)), output_(std::move(other.output_)), error_(std::move(other.error_)),
      last_words_(std::move(other.last_words_))
{
}

Child& Child::operator=(Child&& other) noexcept
{
    std::swap(slot_, other.slot_);
    std::swap(deadline_, other.deadline_);
    std::swap(running_, other.running_);
    std::swap(name_, other.name_);
    std::swap(pid_, other.pid_);
    std::swap(process_, other.process_);
    std::swap(input_, other.input_);
    std::swap(output_, other.output_);
    std::swap(error_, other.error_);
    std::swap(last_words_, other.last_words_);
    return *this;
}

Child::~Child() { kill_and_reap(); }

void Child::kill_and_reap() noexcept
{
    if (pid_ < 0) return;
    // As long as it is not reaped nobody else can have its number, so the group is ours.
    kill(-pid_, SIGKILL);
    kill(pid_, SIGKILL); // in case it had no time to become a group
    while (waitpid(pid_, nullptr, 0) < 0 && errno == EINTR) { }
    pid_ = -1;
}

// False: it wants no more.
bool Child::feed(Input& input)
{
    const auto bytes = input.view();
    const auto sent = send(input_.number(), bytes.data(), bytes.size(), MSG_NOSIGNAL | MSG_DONTWAIT);
    if (sent >= 0) input.consume(static_cast<std::size_t>(sent));
    return sent >= 0 || errno == EAGAIN || errno == EINTR;
}

// Takes what is there; closes the descriptor at its end. Whether there was something.
bool Child::hear(Descriptor& from, const std::function<void(std::string_view)>& ear, bool keep)
{
    std::array<char, piece_size> piece; // NOLINT(*-member-init): filled by read()
    const auto got = read(from.number(), piece.data(), piece.size());
    if (got < 0 && (errno == EAGAIN || errno == EINTR)) return false;
    if (got <= 0) {
        from.reset();
        return false;
    }
    const std::string_view said(piece.data(), static_cast<std::size_t>(got));
    if (keep) {
        last_words_.append(said);
        if (last_words_.size() > words_kept) last_words_.erase(0, last_words_.size() - words_kept);
    }
    if (ear) ear(said);
    return true;
}

Result<int> Child::run(Input* input, const Ears& ears)
{
    SpendingWatch spending(&Spent::children, name_, {.kind = Step::Kind::git});
    const auto status = hear_out(input, ears);
    if (auto* step = spending.step()) {
        if (status) step->set_number(*status);
        if (!status || *status != 0) step->fail();
    }
    return status;
}

Result<int> Child::hear_out(Input* input, const Ears& ears)
{
    auto last_sign = Clock::now();
    while (output_ || error_) {
        if (input == nullptr) input_.reset();
        // A client that sends all of its request by itself is waited for here; one that waits for us, below.
        if (input_ && input->view().empty() && !input->ended() && input->descriptor() < 0) input->fill();
        if (input_ && input->view().empty() && input->ended()) input_.reset();

        const bool has_bytes = input_ && !input->view().empty();
        std::array waiting{
            pollfd{has_bytes ? input_.number() : -1, POLLOUT, 0},
            pollfd{output_.number(), POLLIN, 0},
            pollfd{error_.number(), POLLIN, 0},
            pollfd{input_ && !has_bytes ? input->descriptor() : -1, POLLIN, 0},
        };
        const auto ready = poll(waiting.data(), waiting.size(),
                                milliseconds_until(or_look(std::min(deadline_, last_sign + silence), ears.stop)));
        if (ready < 0 && errno != EINTR) throw std::system_error(errno, std::generic_category(), "poll");
        if (ears.stop.stop_requested()) return stopped();
        if (Clock::now() >= deadline_) return too_long();
        if (ready <= 0) {
            if (Clock::now() >= last_sign + silence) {
                if (ears.silence) ears.silence();
                last_sign = Clock::now();
            }
            continue;
        }
        if (waiting[0].revents != 0 && !feed(*input)) input_.reset();
        bool heard = false;
        if (waiting[1].revents != 0) heard |= hear(output_, ears.output, false);
        if (waiting[2].revents != 0) heard |= hear(error_, ears.error, true);
        if (heard) last_sign = Clock::now();
        if (waiting[3].revents != 0) input->fill();
    }
    input_.reset();
    return wait(ears.stop);
}

bool Child::wanted_too_much(int status) const
{
    if (status == 128 + SIGXCPU) return true;
    for (const std::string_view words :
         {"Out of memory", "out of memory", "over limit", "Cannot allocate memory", "signal 24"})
        if (last_words_.find(words) != std::string::npos) return true;
    return false;
}

Result<int> Child::wait(const std::stop_token& stop)
{
    pollfd end{process_.number(), POLLIN, 0};
    while (poll(&end, 1, milliseconds_until(or_look(deadline_, stop))) <= 0) {
        if (stop.stop_requested()) return stopped();
        if (Clock::now() >= deadline_) return too_long();
    }
    kill(-pid_, SIGKILL); // what it has left behind
    int status = 0;
    while (waitpid(pid_, &status, 0) < 0 && errno == EINTR) { }
    pid_ = -1;
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

Result<> pass_on(Child& child, Source* source, Sink& sink)
{
    std::optional<Input> input;
    if (source != nullptr) input.emplace(*source);
    // What it tells on its standard error, its progress above all, is no sign that somebody still listens.
    const auto status = TRY(child.run(input ? &*input : nullptr,
                                      {.output = [&](std::string_view bytes) { sink.write(bytes); },
                                       .error = [&](std::string_view) { sink.check(); },
                                       .silence = [&] { sink.check(); }}));
    if (status == 0) return {};
    log::info("git ended with an error", {{"status", status}, {"error", child.last_words()}});
    return fail(Errc::unavailable, "git ended with an error");
}

} // namespace cairn::git

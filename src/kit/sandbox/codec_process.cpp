#include "sandbox/codec_process.hpp"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <limits>
#include <system_error>

#include "base/log.hpp"
#include "sandbox/codec_main.hpp"
#include "sandbox/message.hpp"
#include "sandbox/spawn.hpp"

namespace cairn::sandbox {

namespace {

[[noreturn]] void throw_errno(const char* what) { throw std::system_error(errno, std::generic_category(), what); }

} // namespace

CodecProcess::CodecProcess(const std::string& program, const Codec& codec) : codec_(&codec), idle_since_(Clock::now())
{
    int ends[2];
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0) throw_errno("socketpair");
    channel_ = Descriptor(ends[0]);
    const Descriptor theirs(ends[1]);
    // What it might have to say is for nobody: who has taken it over would write into our log.
    const Descriptor nothing(open("/dev/null", O_RDWR | O_CLOEXEC));
    if (!nothing) throw_errno("/dev/null");
    pid_ = spawn({.program = program,
                  .arguments = {"cairn", std::string(codec_argument), std::string(codec.name)},
                  .environment = {},
                  .input = theirs.number(),
                  .output = nothing.number(),
                  .error = nothing.number()});
}

CodecProcess::~CodecProcess() { end(); }

int CodecProcess::end()
{
    if (pid_ < 0) return 0;
    channel_.reset();
    kill(pid_, SIGKILL); // there is nothing that it could lose
    int status = 0;
    while (waitpid(pid_, &status, 0) < 0 && errno == EINTR) { }
    pid_ = -1;
    return status;
}

bool CodecProcess::is_usable() const
{
    if (pid_ < 0) return false;
    // One that waits says nothing; whatever else there is to hear means that it has ended, or is out of step.
    pollfd channel{.fd = channel_.number(), .events = POLLIN, .revents = 0};
    return poll(&channel, 1, 0) == 0;
}

CodecProcess::Outcome CodecProcess::send(std::string_view bytes, Clock::time_point deadline) const
{
    while (!bytes.empty()) {
        const auto put = ::send(channel_.number(), bytes.data(), bytes.size(), MSG_NOSIGNAL | MSG_DONTWAIT);
        if (put > 0) {
            bytes.remove_prefix(static_cast<std::size_t>(put));
            continue;
        }
        if (errno == EINTR) continue;
        if (errno != EAGAIN) return Outcome::died;
        const auto left = std::chrono::ceil<std::chrono::milliseconds>(deadline - Clock::now()).count();
        pollfd channel{.fd = channel_.number(), .events = POLLOUT, .revents = 0};
        if (left <= 0 || poll(&channel, 1, static_cast<int>(left)) == 0) return Outcome::late;
    }
    return Outcome::done;
}

CodecProcess::Outcome CodecProcess::receive(char* into, std::size_t count, Clock::time_point deadline) const
{
    while (count > 0) {
        const auto left = std::chrono::ceil<std::chrono::milliseconds>(deadline - Clock::now()).count();
        pollfd channel{.fd = channel_.number(), .events = POLLIN, .revents = 0};
        const int ready = left <= 0 ? 0 : poll(&channel, 1, static_cast<int>(left));
        if (ready == 0) return Outcome::late;
        if (ready < 0) continue;
        const auto got = recv(channel_.number(), into, count, MSG_DONTWAIT);
        if (got < 0 && (errno == EINTR || errno == EAGAIN)) continue;
        if (got <= 0) return Outcome::died;
        into += got;
        count -= static_cast<std::size_t>(got);
    }
    return Outcome::done;
}

// What comes may be written by whoever has taken the codec process over: it is bounded here, and believed by nobody.
CodecProcess::Outcome CodecProcess::exchange(std::string_view request, std::string& answer, bool& refused) const
{
    const auto deadline = Clock::now() + codec_->time;
    const RequestHead head{.size = static_cast<std::uint32_t>(request.size())};
    auto outcome = send({reinterpret_cast<const char*>(&head), sizeof head}, deadline);
    if (outcome == Outcome::done) outcome = send(request, deadline);
    AnswerHead said;
    if (outcome == Outcome::done) outcome = receive(reinterpret_cast<char*>(&said), sizeof said, deadline);
    if (outcome != Outcome::done) return outcome;
    if (said.size > codec_->largest_answer || said.refused > 1) return Outcome::nonsense;
    answer.resize(said.size);
    refused = said.refused == 1;
    return receive(answer.data(), answer.size(), deadline);
}

std::unexpected<Error> CodecProcess::failure(Outcome outcome)
{
    const auto status = end();
    const auto what = std::string(codec_->what);
    const bool exited = WIFEXITED(status);
    const auto code = exited ? WEXITSTATUS(status) : 0;
    log::warn("a codec process has ended at its work",
              {{"codec", codec_->name},
               {"late", outcome == Outcome::late},
               {"exit", code},
               {"signal", exited ? 0 : WTERMSIG(status)}});
    if (code == exit_not_confined || code == exit_unknown_codec) {
        log::error("codec processes cannot be confined here: [security] SANDBOX = false does without them");
        return fail(Errc::unavailable, what + " cannot be read at the moment");
    }
    if (outcome == Outcome::late) return fail(Errc::unprocessable, what + " takes too long to read");
    if (code == exit_out_of_memory) return fail(Errc::unprocessable, what + " takes too much memory to read");
    return fail(Errc::unprocessable, what + " cannot be read: what reads it has failed at it");
}

Result<std::string> CodecProcess::ask(std::string_view request)
{
    if (pid_ < 0) return fail(Errc::unprocessable, std::string(codec_->what) + " cannot be read any further");
    if (request.size() > std::numeric_limits<std::uint32_t>::max())
        return fail(Errc::unprocessable, std::string(codec_->what) + " is too large");
    std::string answer;
    bool refused = false;
    if (const auto outcome = exchange(request, answer, refused); outcome != Outcome::done) return failure(outcome);
    idle_since_ = Clock::now();
    if (refused) return fail(Errc::unprocessable, std::move(answer));
    return answer;
}

} // namespace cairn::sandbox

#include "mail/sendmail.hpp"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <cstring>
#include <thread>
#include <vector>

#include "base/text.hpp"
#include "config/settings.hpp"

extern char** environ;

namespace cairn::mail {

namespace {

using Clock = std::chrono::steady_clock;

std::unexpected<Error> failed(const std::string& what, int error)
{
    return fail(Errc::unavailable, what + ": " + std::strerror(error));
}

// The child starts with nothing but the pipe: default signals, none blocked.
int start(const std::vector<std::string>& words, int input, pid_t& child)
{
    posix_spawnattr_t attributes;
    posix_spawnattr_init(&attributes);
    sigset_t none;
    sigset_t all;
    sigemptyset(&none);
    sigfillset(&all);
    posix_spawnattr_setsigmask(&attributes, &none);
    posix_spawnattr_setsigdefault(&attributes, &all);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
    posix_spawn_file_actions_t files;
    posix_spawn_file_actions_init(&files);
    posix_spawn_file_actions_adddup2(&files, input, STDIN_FILENO);
    posix_spawn_file_actions_addopen(&files, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);

    std::vector<char*> arguments;
    for (const auto& word : words) arguments.push_back(const_cast<char*>(word.c_str()));
    arguments.push_back(nullptr);
    const int error = posix_spawnp(&child, arguments[0], &files, &attributes, arguments.data(), environ);
    posix_spawn_file_actions_destroy(&files);
    posix_spawnattr_destroy(&attributes);
    return error;
}

// Writes until all is written, the child reads no more, or time is up. A child that has heard enough is no error here;
// its exit status tells.
void feed(int pipe, std::string_view message, Clock::time_point deadline)
{
    while (!message.empty() && Clock::now() < deadline) {
        pollfd waiting{.fd = pipe, .events = POLLOUT, .revents = 0};
        if (poll(&waiting, 1, 200) <= 0) continue;
        const auto written = write(pipe, message.data(), message.size());
        if (written < 0 && errno != EAGAIN && errno != EINTR) return;
        if (written > 0) message.remove_prefix(static_cast<std::size_t>(written));
    }
}

Result<void> wait_for(pid_t child, Clock::time_point deadline)
{
    int status = 0;
    pid_t ended = 0;
    while ((ended = waitpid(child, &status, WNOHANG)) == 0 && Clock::now() < deadline)
        std::this_thread::sleep_for(std::chrono::milliseconds(20));
    if (ended == 0) {
        kill(child, SIGKILL);
        waitpid(child, &status, 0);
        return fail(Errc::unavailable, "SENDMAIL_PATH took longer than SENDMAIL_TIMEOUT");
    }
    if (ended == child && WIFEXITED(status) && WEXITSTATUS(status) == 0) return {};
    return fail(Errc::unavailable,
                "SENDMAIL_PATH ended with status "
                    + std::to_string(WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status)));
}

} // namespace

Result<void> deliver_by_sendmail(const config::Mailer& mailer, const Envelope& envelope, const std::string& message)
{
    std::vector<std::string> words{mailer.sendmail_path, "-f", envelope.from, "-i"};
    for (const auto word : text::split_list(mailer.sendmail_args, ' ')) words.emplace_back(word);
    words.insert(words.end(), {"--", envelope.to});

    int pipe[2];
    if (pipe2(pipe, O_CLOEXEC) != 0) return failed("no pipe for a mail", errno);
    pid_t child = 0;
    const int error = start(words, pipe[0], child);
    close(pipe[0]);
    if (error != 0) {
        close(pipe[1]);
        return failed("SENDMAIL_PATH cannot be run", error);
    }
    const auto deadline = Clock::now() + std::chrono::seconds(mailer.sendmail_timeout);
    fcntl(pipe[1], F_SETFL, O_NONBLOCK);
    feed(pipe[1], message, deadline);
    close(pipe[1]);
    return wait_for(child, deadline);
}

} // namespace cairn::mail

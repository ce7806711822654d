#include "sandbox/spawn.hpp"

#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <system_error>

#include "base/descriptor.hpp"
#include "base/text.hpp"
#include "sandbox/landlock.hpp"

namespace cairn::sandbox {

namespace {

constexpr std::size_t stack_size = 64 * 1024;

std::vector<char*> pointers(const std::vector<std::string>& texts)
{
    std::vector<char*> all;
    all.reserve(texts.size() + 1);
    for (const auto& text : texts) all.push_back(const_cast<char*>(text.c_str())); // NOLINT: execve only reads
    all.push_back(nullptr);
    return all;
}

// All that the new process needs, made before it is there: it shares our memory and must not ask for any.
struct Plan {
    const Start& start;
    std::vector<char*> arguments;
    std::vector<char*> environment;
    std::array<int, 3> descriptors;
    int failure = 0; // errno of what went wrong in there
    const char* failed = "";
};

void close_others() noexcept
{
    if (syscall(SYS_close_range, 3U, ~0U, 0U) == 0) return;
    rlimit most{};
    getrlimit(RLIMIT_NOFILE, &most); // a kernel before 5.9
    for (int number = 3; number < static_cast<int>(most.rlim_cur); ++number) close(number);
}

// In the new process, on a stack of its own. System calls alone, and nothing that a sanitizer would look at: its notes
// about the stack are the parent's.
__attribute__((no_sanitize("address", "undefined"))) void give_up(Plan& plan, const char* what)
{
    plan.failure = errno;
    plan.failed = what;
    _exit(127);
}

__attribute__((no_sanitize("address", "undefined"))) int begin(void* given)
{
    auto& plan = *static_cast<Plan*>(given);
    const auto& start = plan.start;
    struct sigaction usual{};
    usual.sa_handler = SIG_DFL;
    for (int number = 1; number < NSIG; ++number) sigaction(number, &usual, nullptr);
    if (setpgid(0, 0) != 0) give_up(plan, "setpgid");
    for (int number = 0; number < 3; ++number)
        if (dup2(plan.descriptors[static_cast<std::size_t>(number)], number) != number) give_up(plan, "dup2");
    for (const auto& [what, most] : start.limits) {
        rlimit before{};
        getrlimit(what, &before);
        const auto least = before.rlim_max < most ? before.rlim_max : most; // nobody may have more than he had
        const rlimit both{least, least};
        if (setrlimit(what, &both) != 0) give_up(plan, "setrlimit");
    }
    if (start.nice != 0) setpriority(PRIO_PROCESS, 0, start.nice);
    if (start.ruleset >= 0 && !restrict_self(start.ruleset)) give_up(plan, "landlock_restrict_self");
    close_others();
    if (!start.filter.empty() && !install(start.filter)) give_up(plan, "seccomp");
    sigset_t none;
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, nullptr);
    execve(start.program.c_str(), plan.arguments.data(), plan.environment.data());
    give_up(plan, start.program.c_str());
    return 0;
}

// A handler of ours must not run in there, with our memory.
class SignalsBlocked {
public:
    SignalsBlocked()
    {
        sigset_t all;
        sigfillset(&all);
        pthread_sigmask(SIG_SETMASK, &all, &before_);
    }
    ~SignalsBlocked() { pthread_sigmask(SIG_SETMASK, &before_, nullptr); }
    SignalsBlocked(const SignalsBlocked&) = delete;
    SignalsBlocked& operator=(const SignalsBlocked&) = delete;

private:
    sigset_t before_{};
};

class Stack {
public:
    Stack() : memory_(mmap(nullptr, stack_size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_STACK, -1, 0))
    {
        if (memory_ == MAP_FAILED) throw std::system_error(errno, std::generic_category(), "mmap");
    }
    ~Stack() { munmap(memory_, stack_size); }
    Stack(const Stack&) = delete;
    Stack& operator=(const Stack&) = delete;

    void* top() const { return static_cast<char*>(memory_) + stack_size; }

private:
    void* memory_;
};

// Above those that it is to become: or the first of them would be gone before it is copied.
Descriptor above(int number)
{
    Descriptor copy(fcntl(number, F_DUPFD_CLOEXEC, 3));
    if (!copy) throw std::system_error(errno, std::generic_category(), "a descriptor for a new process");
    return copy;
}

} // namespace

pid_t spawn(const Start& start)
{
    const auto input = above(start.input);
    const auto output = above(start.output);
    const auto error = above(start.error);
    Plan plan{.start = start,
              .arguments = pointers(start.arguments),
              .environment = pointers(start.environment),
              .descriptors = {input.number(), output.number(), error.number()}};
    const Stack stack;
    pid_t pid = -1;
    {
        const SignalsBlocked blocked;
        // We stand still until its program has begun, or until it has ended.
        pid = clone(&begin, stack.top(), CLONE_VM | CLONE_VFORK | SIGCHLD, &plan);
    }
    if (pid < 0) throw std::system_error(errno, std::generic_category(), "clone");
    if (plan.failure != 0) {
        while (waitpid(pid, nullptr, 0) < 0 && errno == EINTR) { }
        throw std::system_error(plan.failure, std::generic_category(), plan.failed);
    }
    return pid;
}

std::string find_program(const std::string& name)
{
    if (name.contains('/')) return name;
    const auto* path = getenv("PATH"); // NOLINT(concurrency-mt-unsafe): nobody sets it
    for (const auto folder : text::split(path != nullptr ? path : "/usr/local/bin:/usr/bin:/bin", ':')) {
        auto place = std::string(folder) + "/" + name;
        if (access(place.c_str(), X_OK) == 0) return place;
    }
    return {};
}

} // namespace cairn::sandbox

// Starting a child: posix_spawn, which does not copy this process's page tables, however much memory it has.
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <system_error>

#include "base/blocking_guard.hpp"
#include "git/child/child.hpp"

namespace cairn::git {

namespace {

constexpr std::size_t largest_answer = 1U << 20;

void check(int failed, const char* what)
{
    if (failed != 0) throw std::system_error(failed, std::generic_category(), what);
}

struct Pair {
    int ours = -1;
    int theirs = -1;
};

// A socket, because writing to one whose reader has died can be kept from raising a signal.
Pair make_input()
{
    int ends[2];
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0) check(errno, "socketpair");
    return {ends[0], ends[1]};
}

Pair make_output()
{
    int ends[2];
    if (pipe2(ends, O_CLOEXEC) != 0) check(errno, "pipe");
    fcntl(ends[0], F_SETFL, O_NONBLOCK);
    return {ends[0], ends[1]};
}

struct Actions {
    Actions() { check(posix_spawn_file_actions_init(&actions), "posix_spawn"); }
    ~Actions() { posix_spawn_file_actions_destroy(&actions); }
    Actions(const Actions&) = delete;
    Actions& operator=(const Actions&) = delete;
    posix_spawn_file_actions_t actions;
};

struct Attributes {
    Attributes()
    {
        check(posix_spawnattr_init(&attributes), "posix_spawn");
        sigset_t none;
        sigset_t all;
        sigemptyset(&none);
        sigfillset(&all);
        posix_spawnattr_setsigmask(&attributes, &none);
        posix_spawnattr_setsigdefault(&attributes, &all);
        posix_spawnattr_setpgroup(&attributes, 0);
        posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
    }
    ~Attributes() { posix_spawnattr_destroy(&attributes); }
    Attributes(const Attributes&) = delete;
    Attributes& operator=(const Attributes&) = delete;
    posix_spawnattr_t attributes;
};

// Nothing of ours but the path; nothing of the configuration of whoever runs the server. What limits memory is here and
// not in the repositories, so that it changes with this program.
std::vector<std::string> environment(const Command& command, const Children::Options& options)
{
    // What all threads may have together of what each has for itself.
    const auto shared = std::to_string(options.memory / 8 / options.threads);
    std::vector<std::pair<std::string, std::string>> settings{
        {"safe.directory", "*"}, // the store is ours, whoever owns the volume that it is on
        {"core.bigFileThreshold", std::to_string(options.big_file)},
        {"core.packedGitLimit", "1g"},
        {"core.deltaBaseCacheLimit", shared},
        {"pack.threads", std::to_string(options.threads)},
        {"pack.windowMemory", shared},
        {"pack.deltaCacheSize", std::to_string(options.memory / 16)},
        {"gc.auto", "0"},
        {"advice.detachedHead", "false"},
    };
    settings.insert(settings.end(), command.settings.begin(), command.settings.end());
    const auto* path = getenv("PATH"); // NOLINT(concurrency-mt-unsafe): nobody sets it
    std::vector<std::string> all{
        std::string("PATH=") + (path != nullptr ? path : "/usr/local/bin:/usr/bin:/bin"),
        "HOME=/nonexistent",
        "LC_ALL=C",
        "TZ=UTC",
        "GIT_CONFIG_NOSYSTEM=1",
        "GIT_CONFIG_GLOBAL=/dev/null",
        "GIT_TERMINAL_PROMPT=0",
        "GIT_NO_LAZY_FETCH=1",
        "GIT_NO_REPLACE_OBJECTS=1", // what is shown is what was pushed; libgit2 knows no replacements at all
        "GIT_CONFIG_COUNT=" + std::to_string(settings.size()),
    };
    for (std::size_t i = 0; i < settings.size(); ++i) {
        const auto number = std::to_string(i);
        all.push_back("GIT_CONFIG_KEY_" + number + "=" + settings[i].first);
        all.push_back("GIT_CONFIG_VALUE_" + number + "=" + settings[i].second);
    }
    if (command.largest_piece > 0) all.push_back("GIT_ALLOC_LIMIT=" + std::to_string(command.largest_piece));
    all.insert(all.end(), command.environment.begin(), command.environment.end());
    return all;
}

std::vector<char*> pointers(std::vector<std::string>& texts)
{
    std::vector<char*> all;
    for (auto& text : texts) all.push_back(text.data());
    all.push_back(nullptr);
    return all;
}

// They hold also for a child that outlives us because we were killed.
void limit(pid_t child, const Command& command, const Children::Options& options)
{
    const auto set = [child](__rlimit_resource what, rlim_t most) {
        const rlimit both{most, most};
        prlimit(child, what, &both, nullptr);
    };
    set(RLIMIT_CORE, 0);
    // Memory of its own: packs are mapped, however large they are.
    set(RLIMIT_DATA, command.memory > 0 ? command.memory : options.memory);
    set(RLIMIT_AS, std::max(options.address_space, command.memory));
    // Several threads use up the time of several processors.
    const auto seconds = static_cast<rlim_t>(command.time_limit.count()) * options.threads + 10;
    const auto most = static_cast<rlim_t>(options.processor_time.count());
    set(RLIMIT_CPU, command.unhurried ? seconds : std::min(seconds, most));
    if (command.largest_file > 0) set(RLIMIT_FSIZE, command.largest_file);
    if (command.nice != 0) setpriority(PRIO_PROCESS, static_cast<id_t>(child), command.nice);
}

} // namespace

Children::Children(Options options)
    : options_(std::move(options)), slots_(options_.at_once), background_slots_(options_.in_background)
{
}

Result<Child> Children::start(const Command& command)
{
    before_blocking();
    const bool waited_for = WorkFor::lane() == WorkFor::Lane::request;
    auto slot = TRY(
        (waited_for ? slots_ : background_slots_).enter(waited_for ? options_.patience : options_.background_patience));
    Child child(std::move(slot), Child::Clock::now() + command.time_limit);
    Descriptor their_input;
    Descriptor their_output;
    Descriptor their_error;
    if (command.takes_input) {
        const auto pair = make_input();
        child.input_ = Descriptor(pair.ours);
        their_input = Descriptor(pair.theirs);
    } else {
        their_input = Descriptor(open("/dev/null", O_RDONLY | O_CLOEXEC));
    }
    auto pair = make_output();
    child.output_ = Descriptor(pair.ours);
    their_output = Descriptor(pair.theirs);
    pair = make_output();
    child.error_ = Descriptor(pair.ours);
    their_error = Descriptor(pair.theirs);

    Actions files;
    check(posix_spawn_file_actions_adddup2(&files.actions, their_input.number(), 0), "posix_spawn");
    check(posix_spawn_file_actions_adddup2(&files.actions, their_output.number(), 1), "posix_spawn");
    check(posix_spawn_file_actions_adddup2(&files.actions, their_error.number(), 2), "posix_spawn");
    check(posix_spawn_file_actions_addclosefrom_np(&files.actions, 3), "posix_spawn");
    const Attributes attributes;
    auto arguments = command.arguments;
    arguments.insert(arguments.begin(), "git");
    auto variables = environment(command, options_);
    pid_t pid = -1;
    check(posix_spawnp(&pid, options_.git.c_str(), &files.actions, &attributes.attributes, pointers(arguments).data(),
                       pointers(variables).data()),
          options_.git.c_str());
    child.pid_ = pid;
    child.process_ = Descriptor(static_cast<int>(syscall(SYS_pidfd_open, pid, 0))); // glibc 2.36 declares it for C only
    if (!child.process_) check(errno, "pidfd_open");
    limit(pid, command, options_);
    return child;
}

Result<Children::Answer> Children::ask(Command command, std::string_view input)
{
    command.takes_input = !input.empty();
    auto child = TRY(start(command));
    TextSource text(input);
    Input source(text);
    Answer answer{};
    bool too_much = false;
    answer.status = TRY(child.run(command.takes_input ? &source : nullptr, {.output = [&](std::string_view bytes) {
                                      too_much = too_much || answer.output.size() + bytes.size() > largest_answer;
                                      if (!too_much) answer.output.append(bytes);
                                  }}));
    if (too_much) return fail(Errc::too_large, "git said more than was expected");
    answer.error = child.last_words();
    return answer;
}

} // namespace cairn::git

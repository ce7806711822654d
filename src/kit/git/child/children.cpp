// Starting a child, with its environment, its limits, and what it may reach.
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <optional>
#include <system_error>

#include "base/blocking_guard.hpp"
#include "base/figures.hpp"
#include "base/spending.hpp"
#include "git/child/child.hpp"
#include "sandbox/landlock.hpp"
#include "sandbox/spawn.hpp"

namespace cairn::git {

namespace {

constexpr std::size_t largest_answer = 1U << 20;

// Children for whom somebody waits, or those in the background.
struct Lane {
    explicit Lane(std::string_view labels)
        : started("cairn_git_children_started_total", labels, "Processes of git that were started."),
          refused("cairn_git_children_refused_total", labels, "Processes of git for which there was no place in time."),
          waited("cairn_git_children_wait_seconds_total", labels, "Time of waiting for a place for a process of git."),
          running("cairn_git_children_running", labels, "Processes of git at work.")
    {
    }

    Counter started;
    Counter refused;
    TimeCounter waited;
    Gauge running;
};
Lane lane_of_requests(R"(lane="request")");
Lane lane_in_background(R"(lane="background")");

Result<Slots::Slot> enter(Slots& slots, std::chrono::milliseconds patience, Lane& lane)
{
    const TimeCounter::Watch watch(lane.waited);
    auto slot = slots.enter(patience);
    if (!slot) lane.refused.add();
    return slot;
}

// What it is to do, without what it does that to.
std::string name_of(const Command& command)
{
    const auto word = std::ranges::find_if(command.arguments, [](const std::string& argument) {
        return std::ranges::all_of(argument, [](char c) { return (c >= 'a' && c <= 'z') || c == '-'; })
            && !argument.starts_with('-');
    });
    return word == command.arguments.end() ? std::string() : *word;
}

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

// They hold also for a child that outlives us because we were killed.
std::vector<std::pair<__rlimit_resource, rlim_t>> limits(const Command& command, const Children::Options& options)
{
    // Several threads use up the time of several processors.
    const auto seconds = static_cast<rlim_t>(command.time_limit.count()) * options.threads + 10;
    const auto most = static_cast<rlim_t>(options.processor_time.count());
    std::vector<std::pair<__rlimit_resource, rlim_t>> all{
        {RLIMIT_CORE, 0},
        // Memory of its own: packs are mapped, however large they are.
        {RLIMIT_DATA, command.memory > 0 ? command.memory : options.memory},
        {RLIMIT_AS, std::max(options.address_space, command.memory)},
        {RLIMIT_CPU, command.unhurried ? seconds : std::min(seconds, most)},
    };
    if (command.largest_file > 0) all.emplace_back(RLIMIT_FSIZE, command.largest_file);
    return all;
}

// What git and the programs beside it are made of. Found out once: every child is told each of them.
std::vector<std::string> installation_of(const std::string& program)
{
    namespace fs = std::filesystem;
    std::vector<fs::path> places{"/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/nix/store", "/gnu/store"};
    std::error_code none;
    if (!program.empty()) {
        // One that was installed elsewhere has its parts around it.
        for (const auto& place : {fs::path(program), fs::canonical(program, none)}) {
            places.push_back(place);
            for (const auto* part : {"libexec/git-core", "lib", "lib64", "share/git-core"})
                places.push_back(place.parent_path().parent_path() / part);
        }
    }
    std::vector<std::string> all;
    for (const auto& place : places) {
        const auto real = fs::canonical(place, none).string(); // nothing of what is not there
        const auto covers = [&](const std::string& other) { return real == other || real.starts_with(other + "/"); };
        if (!real.empty() && std::ranges::none_of(all, covers)) all.push_back(real);
    }
    return all;
}

// Of /etc only what libraries look for: there may be secrets beside.
constexpr std::array settings_of_libraries{"/etc/ld.so.cache",   "/etc/ld.so.preload", "/etc/localtime",
                                           "/etc/alternatives",  "/etc/passwd",        "/etc/group",
                                           "/etc/nsswitch.conf", "/etc/gitattributes"};
constexpr std::array settings_of_network{
    "/etc/resolv.conf",     "/etc/hosts",           "/etc/host.conf",       "/etc/gai.conf", "/etc/services",
    "/etc/protocols",       "/etc/ssl/certs",       "/etc/ssl/openssl.cnf", "/etc/pki/tls",  "/etc/pki/ca-trust",
    "/etc/ca-certificates", "/etc/crypto-policies", "/etc/gnutls",          "/etc/pkcs11"};
constexpr std::array devices{"/dev/zero", "/dev/urandom", "/dev/random", "/sys/devices/system/cpu"};

// Nothing where the kernel cannot hold a child to it.
std::optional<sandbox::Ruleset> reach(const Command& command, const std::vector<std::string>& installation)
{
    const auto version = sandbox::landlock_version();
    // git moves files from one folder to another, which the first version has no word for.
    if (version == 0 || (version == 1 && !command.writes.empty())) return {};
    std::optional<sandbox::Ruleset> rules(command.network ? sandbox::Network::outgoing : sandbox::Network::none);
    for (const auto& place : installation) rules->let_run(place);
    for (const auto* place : settings_of_libraries) rules->let_read(place);
    if (command.network)
        for (const auto* place : settings_of_network) rules->let_read(place);
    for (const auto* place : devices) rules->let_read(place);
    rules->let_write("/dev/null");
    for (const auto& place : command.reads) rules->let_read(place);
    for (const auto& place : command.writes) rules->let_write(place);
    return rules;
}

} // namespace

Children::Children(Options options)
    : options_(std::move(options)), program_(sandbox::find_program(options_.git)),
      installation_(installation_of(program_)), slots_(options_.at_once), background_slots_(options_.in_background)
{
}

Result<Child> Children::start(const Command& command)
{
    before_blocking();
    const SpendingWatch spending(&Spent::children, "start git", {.least = std::chrono::milliseconds(1)});
    const bool waited_for = WorkFor::lane() == WorkFor::Lane::request;
    auto& lane = waited_for ? lane_of_requests : lane_in_background;
    auto slot = TRY(waited_for ? enter(slots_, options_.patience, lane)
                               : enter(background_slots_, options_.background_patience, lane));
    Child child(std::move(slot), Child::Clock::now() + command.time_limit, lane.running);
    child.name_ = name_of(command);
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

    if (program_.empty()) check(ENOENT, options_.git.c_str());
    std::optional<sandbox::Ruleset> rules;
    if (options_.confined) rules = reach(command, installation_);
    sandbox::Start start{.program = program_,
                         .arguments = command.arguments,
                         .environment = environment(command, options_),
                         .input = their_input.number(),
                         .output = their_output.number(),
                         .error = their_error.number(),
                         .limits = limits(command, options_),
                         .nice = command.nice,
                         .ruleset = rules ? rules->number() : -1};
    start.arguments.insert(start.arguments.begin(), "git");
    if (options_.confined && sandbox::kernel_has_seccomp()) start.filter = sandbox::filter_of_programs(command.network);
    const pid_t pid = sandbox::spawn(start);
    child.pid_ = pid;
    lane.started.add();
    child.process_ = Descriptor(static_cast<int>(syscall(SYS_pidfd_open, pid, 0))); // glibc 2.36 declares it for C only
    if (!child.process_) check(errno, "pidfd_open");
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
    answer.wanted_too_much = answer.status != 0 && child.wanted_too_much(answer.status);
    return answer;
}

} // namespace cairn::git

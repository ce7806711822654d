#include "remotes/git_remote.hpp"

#include <algorithm>

#include "base/encoding.hpp"
#include "base/log.hpp"
#include "base/text.hpp"
#include "git/receive/strictness.hpp"
#include "git/references/ref_name.hpp"
#include "git/store/store.hpp"
#include "remotes/client.hpp"
#include "remotes/connecting.hpp"
#include "remotes/credentials.hpp"

namespace cairn::remotes {

namespace {

// References that are the other side's own business (refs/pull and the like) stay there.
constexpr std::string_view branches = "+refs/heads/*:refs/heads/*";
constexpr std::string_view tags = "+refs/tags/*:refs/tags/*";

struct Stopped { };

std::string_view service(GitRemote::Direction direction)
{
    return direction == GitRemote::Direction::push ? "git-receive-pack" : "git-upload-pack";
}

// "Receiving objects:  45% (9/20)": what a person would see last.
void read_progress(std::string_view words, Progress& progress)
{
    const auto percent = words.rfind("% (");
    if (percent == words.npos) return;
    const auto slash = words.find('/', percent);
    const auto end = words.find(')', percent);
    if (slash == words.npos || end == words.npos || slash > end) return;
    const auto begin = words.find_last_of("\r\n", percent);
    const auto line = words.substr(begin == words.npos ? 0 : begin + 1, percent);
    const auto done = text::parse_integer(words.substr(percent + 3, slash - percent - 3));
    const auto total = text::parse_integer(words.substr(slash + 1, end - slash - 1));
    if (!done || !total) return;
    progress.done = *done;
    progress.total = *total;
    auto stage = line.substr(0, line.find(':'));
    if (const auto remote = std::string_view("remote"); stage == remote) {
        const auto rest = line.substr(remote.size() + 1);
        stage = rest.substr(0, rest.find(':'));
    }
    progress.stage = text::trim(stage);
}

// What of a child's last words says why it failed.
std::string complaint(std::string_view words)
{
    if (words.find("signal 25") != words.npos) return "the repository is larger than this site takes";
    if (words.find("mismatched algorithms") != words.npos) return std::string(git::only_sha1);
    std::string told;
    for (auto line : text::split(words, '\n')) {
        if (const auto shown = line.rfind('\r'); shown != line.npos) line.remove_prefix(shown + 1);
        line = text::trim(line);
        const bool matters = line.starts_with("fatal: ") || line.starts_with("error: ") || line.starts_with("! ");
        if (matters) told.append(told.empty() ? "" : "; ").append(line.substr(line.find(' ') + 1));
    }
    return told.empty() ? "git failed" : told;
}

} // namespace

Result<GitRemote> GitRemote::reach(git::Children& children, const config::Settings& settings, const Remote& remote,
                                   Direction direction, const Watch& watch)
{
    GitRemote reached(children, settings, remote);
    TRY(reached.locate(direction, watch));
    return reached;
}

Result<> GitRemote::locate(Direction direction, const Watch& watch)
{
    const Client client(*settings_);
    auto& address = remote_.address;
    if (address.scheme == "git") {
        const auto ips = TRY(by_them(client.resolve(address.host, address.port)));
        ip_ = TRY(
            by_them(first_that_answers(ips, address.port, [&] { return !watch || watch({.stage = "connecting"}); })));
        return {};
    }
    const auto ending = "/info/refs?service=" + std::string(service(direction));
    while (address.path.ends_with('/')) address.path.pop_back();
    const auto reply = client.get({.url = address.text() + ending,
                                   .credentials = remote_.credentials,
                                   .seconds = 120,
                                   .only_head = true,
                                   .goes_on = [&] { return !watch || watch({.stage = "connecting"}); }});
    if (!reply) {
        if (reply.error().code == Errc::forbidden || reply.error().code == Errc::conflict)
            return std::unexpected(reply.error());
        return fail(Errc::unprocessable, without_secrets(reply.error().message, remote_.credentials));
    }
    if (reply->status == 401 || reply->status == 403)
        return fail(Errc::unprocessable, "the server does not let us in: it wants other credentials");
    if (reply->status != 200)
        return fail(Errc::unprocessable,
                    "there is no repository at this address: the server answers " + std::to_string(reply->status));
    if (!reply->url.ends_with(ending)) return fail(Errc::unprocessable, "there is no repository at this address");
    const auto found = TRY(parse_remote(std::string_view(reply->url).substr(0, reply->url.size() - ending.size())));
    // Who leads us on does not give away what is for him alone.
    if (found.address.scheme != address.scheme || found.address.authority() != address.authority())
        remote_.credentials = {};
    address = found.address;
    ip_ = reply->ip;
    proxy_ = reply->proxy;
    return {};
}

git::Command GitRemote::command(std::vector<std::string> arguments) const
{
    const auto& address = remote_.address;
    git::Command command{.arguments = std::move(arguments),
                         .environment = {"GIT_ALLOW_PROTOCOL=" + address.scheme},
                         .network = true,
                         .settings = {{"http.followRedirects", "false"},
                                      {"http.proxy", proxy_},
                                      {"http.sslVerify", settings_->migrations.skip_tls_verify ? "false" : "true"},
                                      // A large repository is packed for a while before the first byte comes.
                                      {"http.lowSpeedLimit", "1"},
                                      {"http.lowSpeedTime", "300"},
                                      {"credential.helper", ""},
                                      {"core.askPass", "false"},
                                      {"core.hooksPath", "/dev/null"},
                                      {"fetch.recurseSubmodules", "false"},
                                      {"transfer.bundleURI", "false"}},
                         .time_limit = std::chrono::seconds(settings_->git.fetch_timeout)};
    const bool is_v6 = ip_.find(':') != ip_.npos;
    const auto ip = is_v6 ? "[" + ip_ + "]" : ip_;
    if (address.scheme == "git") {
        // It connects to the address that was looked at and asks for the host that was meant.
        command.arguments.push_back("git://" + ip + ":" + std::to_string(address.port) + address.path);
        command.environment.push_back("GIT_OVERRIDE_VIRTUAL_HOST=" + address.authority());
        return command;
    }
    command.arguments.push_back(address.text());
    // A host that is an address needs no name to be resolved, and a proxy does that by itself.
    if (proxy_.empty() && address.host.find(':') == address.host.npos)
        command.settings.emplace_back("http.curloptResolve",
                                      address.host + ":" + std::to_string(address.port) + ":" + ip);
    // In the environment, which nobody else can read, and not in the address, which git repeats in its errors.
    if (!remote_.credentials.empty())
        command.settings.emplace_back("http.extraHeader",
                                      "Authorization: Basic "
                                          + base64_encode(remote_.credentials.name + ":" + remote_.credentials.secret));
    return command;
}

Result<std::string> GitRemote::default_branch(const Watch& watch) const
{
    auto asking = command({"ls-remote", "--symref", "--quiet"});
    asking.arguments.emplace_back("HEAD");
    asking.environment.emplace_back("GIT_DIR=/nonexistent"); // not what happens to be around the server's folder
    asking.time_limit = std::min(asking.time_limit, std::chrono::seconds(300));
    std::string said;
    TRY(run(asking, watch, &said));
    constexpr std::string_view begin = "ref: refs/heads/";
    if (!said.starts_with(begin)) return std::string();
    auto name = said.substr(begin.size(), said.find('\t') - begin.size());
    return git::is_branch_name(name) ? name : std::string();
}

Result<> GitRemote::run(const git::Command& command, const Watch& watch, std::string* output) const
{
    constexpr std::size_t most_output = 1U << 20U;
    auto child = TRY(children_->start(command));
    Progress progress;
    auto next = std::chrono::steady_clock::now();
    const auto look = [&] {
        if (std::chrono::steady_clock::now() < next) return;
        next = std::chrono::steady_clock::now() + std::chrono::seconds(1);
        if (watch && !watch(progress)) throw Stopped{};
    };
    git::Child::Ears ears{.silence = look};
    ears.error = [&](std::string_view words) {
        read_progress(words, progress);
        look();
    };
    if (output != nullptr)
        ears.output = [&](std::string_view words) {
            if (output->size() < most_output) output->append(words);
        };
    try {
        const auto status = child.run(nullptr, ears);
        if (!status)
            return fail(Errc::unprocessable, status.error().message); // it is the other server that git waits for
        if (*status == 0) return {};
    } catch (const Stopped&) {
        return fail(Errc::conflict, "it was stopped"); // the child goes with its object
    }
    const auto why = without_secrets(complaint(child.last_words()), remote_.credentials);
    log::info("git could not speak to another server", {{"host", remote_.address.host}, {"error", why}});
    return fail(Errc::unprocessable, why);
}

Result<> GitRemote::fetch(const std::string& path, bool prune, const Watch& watch) const
{
    return fetch(path, prune, {std::string(branches), std::string(tags)}, watch);
}

Result<> GitRemote::fetch_pull_heads(const std::string& path, const Watch& watch) const
{
    return fetch(path, false, {"+refs/pull/*/head:refs/pull/*/head"}, watch);
}

Result<> GitRemote::fetch(const std::string& path, bool prune, const std::vector<std::string>& references,
                          const Watch& watch) const
{
    std::vector<std::string> arguments{"fetch",
                                       "--progress",
                                       "--no-write-fetch-head",
                                       "--no-tags",
                                       "--force",
                                       "--no-auto-maintenance",
                                       "--no-recurse-submodules"};
    if (prune) arguments.emplace_back("--prune");
    arguments.emplace_back("--");
    auto fetching = command(std::move(arguments));
    fetching.arguments.insert(fetching.arguments.end(), references.begin(), references.end());
    fetching.environment.push_back("GIT_DIR=" + path);
    fetching.writes = {path};
    fetching.settings.emplace_back("fetch.fsckObjects", "true");
    for (const auto check : git::ignored_checks)
        fetching.settings.emplace_back("fetch.fsck." + std::string(check), "ignore");
    // As a push is bounded. How many objects there are, of which each costs memory, is not known before.
    fetching.largest_file = static_cast<std::uint64_t>(settings_->git.max_push_size) << 20U;
    fetching.largest_piece =
        static_cast<std::uint64_t>(std::max(settings_->limits.receive_object, settings_->limits.git_memory / 2));
    return run(fetching, watch);
}

Result<> GitRemote::push(const std::string& path, const Watch& watch) const
{
    auto pushing = command({"push", "--progress", "--force", "--prune", "--no-verify", "--"});
    pushing.arguments.insert(pushing.arguments.end(), {std::string(branches), std::string(tags)});
    pushing.environment.push_back("GIT_DIR=" + path);
    pushing.reads = {path};
    return run(pushing, watch);
}

} // namespace cairn::remotes

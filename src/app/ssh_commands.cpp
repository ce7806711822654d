#include "app/ssh_commands.hpp"

#include <fmt/core.h>
#include <signal.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <filesystem>

#include "admin/site_settings.hpp"
#include "app/application.hpp"
#include "app/open_site.hpp"
#include "base/log.hpp"
#include "base/text.hpp"
#include "config/settings.hpp"
#include "crypto/ssh_key.hpp"
#include "db/database.hpp"
#include "ssh/keys.hpp"
#include "ssh/prepared_command.hpp"
#include "ssh/streams.hpp"

namespace cairn::app {

namespace {

constexpr std::string_view key_prefix = "key-";

// As a word for the shell that sshd starts, inside of the quotes of authorized_keys.
std::string in_quotes(std::string_view word)
{
    std::string text = "'";
    for (const char c : word) {
        if (c == '\'') text += "'\\''";
        else text += c;
    }
    text += "'";
    std::string escaped;
    for (const char c : text) {
        if (c == '"' || c == '\\') escaped += '\\';
        escaped += c;
    }
    return escaped;
}

std::string variable(const char* name)
{
    const char* value = std::getenv(name); // NOLINT(concurrency-mt-unsafe): there is one thread
    return value != nullptr ? value : "";
}

int refuse(std::string_view words)
{
    fmt::print(stderr, "Cairn: {}\n", words);
    return 1;
}

} // namespace

Result<void> print_key(db::Database& db, const std::string& config_file, const WhichKey& which)
{
    if (!which.username.empty() && which.username != which.expected) return {};
    const auto line = TRY(crypto::read_ssh_key(which.type + " " + which.content));
    const auto holder = ssh::find_holder(db, line.key);
    if (!holder) return {};
    const auto program = std::filesystem::read_symlink("/proc/self/exe").string();
    const auto file = std::filesystem::absolute(config_file).string();
    fmt::print("command=\"{} --config {} serv {}{}\",restrict {}\n", in_quotes(program), in_quotes(file), key_prefix,
               holder->key_id, line.key.content());
    return {};
}

int serve_key(const config::Loaded& loaded, const std::string& key)
{
    // What goes to standard error is shown to the client; a broken server is told by the exit code and these words.
    log::configure({.level = log::Level::off});
    signal(SIGPIPE, SIG_IGN);
    const auto id = key.starts_with(key_prefix) ? text::parse_integer(key.substr(key_prefix.size()), 1) : std::nullopt;
    if (!id) return refuse("this is no key");
    const auto db = open_site(loaded.settings);
    const auto holder = ssh::find_holder(*db, *id);
    if (!holder) return refuse("the key is not registered any more");
    const auto over = admin::settings_of_site(*db, loaded);
    Application application(*db, over.loaded.settings);
    const auto& site = application.site();
    site.get<accounts::KeyUses>().record(*id, Time::now());
    const auto command = variable("SSH_ORIGINAL_COMMAND");
    ssh::DescriptorSource source(STDIN_FILENO);
    ssh::DescriptorSink sink(STDOUT_FILENO);
    try {
        const ssh::Request request{.command = command, .protocol = variable("GIT_PROTOCOL")};
        const auto outcome = command.empty()
            ? ssh::greet(holder->visitor)
            : ssh::run_command(site, holder->visitor, ssh::prepare_command(site, holder->visitor, request), source,
                               sink);
        fmt::print(stderr, "{}", outcome.words);
        return outcome.status;
    } catch (const ssh::Hangup&) {
        return 1;
    }
}

} // namespace cairn::app

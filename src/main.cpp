// The command line.
#include <CLI/CLI.hpp>
#include <fmt/core.h>
#include <sys/stat.h>

#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <functional>

#include "admin/site_settings.hpp"
#include "app/backup_command.hpp"
#include "app/codecs.hpp"
#include "app/config_command.hpp"
#include "app/doctor/doctor.hpp"
#include "app/import_command.hpp"
#include "app/open_site.hpp"
#include "app/serve.hpp"
#include "app/ssh_commands.hpp"
#include "app/start_log.hpp"
#include "app/user_commands.hpp"
#include "app/usual_config.hpp"
#include "config/load.hpp"
#include "config/secrets.hpp"
#include "config/show.hpp"
#include "db/database.hpp"
#include "identity/signing_keys.hpp"
#include "misc/server.hpp"
#include "sandbox/codec_main.hpp"

namespace cairn {

namespace {

constexpr int failed = 1;
constexpr int misused = 2;

// What a command does, once the whole line has been read. Returns the exit code.
using Action = std::function<int()>;

void complain(std::string_view message) { fmt::print(stderr, "cairn: {}\n", message); }

// The settings, or nothing after having said what is wrong with them.
std::optional<config::Loaded> load_settings(const std::string& file)
{
    auto loaded = config::load(file);
    if (!loaded) {
        for (const auto& error : loaded.error()) complain(error);
        return {};
    }
    for (const auto& warning : loaded->warnings) complain(warning);
    return std::move(*loaded);
}

// What a command does with the settings; where it fails it says why.
int with_settings(const std::string& file, const std::function<Result<>(config::Loaded&)>& work)
{
    auto loaded = load_settings(file);
    if (!loaded) return failed;
    const auto done = work(*loaded);
    if (!done) complain(done.error().message);
    return done ? 0 : failed;
}

int with_site(const std::string& file, const std::function<Result<void>(db::Database&, const config::Settings&)>& work)
{
    return with_settings(file, [&](config::Loaded& loaded) {
        const auto db = app::open_site(loaded.settings);
        return work(*db, admin::settings_of_site(*db, loaded).loaded.settings);
    });
}

int serve(const std::string& file)
{
    auto loaded = load_settings(file);
    if (!loaded) return failed;
    if (const auto made = config::ensure_secrets(*loaded); !made) {
        complain(made.error().message);
        return failed;
    }
    app::start_log(loaded->settings);
    const auto processes = app::open_codec_processes(loaded->settings);
    app::tell_what_is_not_confined(loaded->settings);
    return app::serve(*loaded);
}

bool allows_root(bool by_flag)
{
    const char* told = std::getenv("CAIRN_ALLOW_ROOT"); // NOLINT(concurrency-mt-unsafe): there are no threads yet
    return by_flag || (told != nullptr && std::string_view(told) == "1");
}

// Whoever finds a hole in a program of root's has the whole machine; and what root makes in the data folder, the site's
// own account cannot write to any more.
bool may_run(bool root_is_allowed)
{
    if (geteuid() != 0 || allows_root(root_is_allowed)) return true;
    complain("this does not run as root. Run it as the account of the site (of Debian's package: sudo -u cairn cairn), "
             "give it "
             "one (docs/cairn.service does), or say --allow-root or CAIRN_ALLOW_ROOT=1 if you mean it");
    return false;
}

// The line is read to its end before anything happens.
void does(CLI::App* command, Action& action, Action work)
{
    command->callback([&action, work = std::move(work)] { action = work; });
}

void add_user_commands(CLI::App& admin, const std::string& file, Action& action)
{
    auto* user = admin.add_subcommand("user", "Manage accounts")->require_subcommand(1);

    auto* create = user->add_subcommand("create", "Make an account");
    auto wanted = std::make_shared<app::CreateUser>();
    create->add_option("--username,--name", wanted->username, "The name to sign in with")->required();
    create->add_option("--email", wanted->email, "The primary e-mail address")->required();
    create->add_option("--password", wanted->password, "The password");
    create->add_option("--fullname", wanted->full_name, "The name of the person");
    create->add_flag("--random-password", wanted->random_password, "Make up a password and print it");
    create->add_option("--random-password-length", wanted->random_password_length, "How long that one is")
        ->check(CLI::Range(8, 255));
    create->add_flag("--admin", wanted->admin, "Let it administer the site");
    create->add_flag("--restricted", wanted->restricted, "Let it see only what it is explicitly given");
    create->add_flag_function(
        "--must-change-password", [wanted](std::int64_t given) { wanted->must_change_password = given > 0; },
        "Refuse everything until the password was changed; =false for not (default: true, except for the first "
        "account)");
    create->add_flag("--access-token", wanted->access_token, "Make an API token, too, and print it");
    create->add_option("--access-token-name", wanted->access_token_name, "The name of that token");
    create->add_option("--access-token-scopes", wanted->access_token_scopes, "Its scopes")->delimiter(',');
    does(create, action, [&file, wanted] {
        return with_site(file, [&](auto& db, auto& settings) { return create_user(db, settings, *wanted); });
    });

    auto* list = user->add_subcommand("list", "List the accounts");
    auto only_admins = std::make_shared<bool>(false);
    list->add_flag("--admin", *only_admins, "Only those who administer the site");
    does(list, action, [&file, only_admins] {
        return with_site(file, [&](auto& db, auto&) { return app::list_users(db, *only_admins); });
    });

    struct NewPassword {
        std::string username;
        std::string password;
        bool must_change = true;
    };
    auto* change = user->add_subcommand("change-password", "Set an account's password");
    auto changed = std::make_shared<NewPassword>();
    change->add_option("--username,-u", changed->username, "Whose")->required();
    change->add_option("--password,-p", changed->password, "The new password")->required();
    change->add_flag("--must-change-password", changed->must_change,
                     "Have it changed at the next sign-in; =false for not");
    does(change, action, [&file, changed] {
        return with_site(file, [&](auto& db, auto& settings) {
            return app::change_password(db, settings, changed->username, changed->password, changed->must_change);
        });
    });

    auto* remove = user->add_subcommand("delete", "Delete an account");
    auto which = std::make_shared<app::WhichUser>();
    remove->add_option("--id", which->id, "Its id");
    remove->add_option("--username,-u", which->username, "Its name");
    remove->add_option("--email,-e", which->email, "One of its e-mail addresses");
    does(remove, action,
         [&file, which] { return with_site(file, [&](auto& db, auto&) { return app::delete_user(db, *which); }); });

    struct NewToken {
        std::string username;
        std::string name = "made-by-the-operator";
        std::vector<std::string> scopes;
        bool raw = false;
    };
    auto* generate = user->add_subcommand("generate-access-token", "Make an API token for an account and print it");
    auto token = std::make_shared<NewToken>();
    generate->add_option("--username,-u", token->username, "Whose")->required();
    generate->add_option("--token-name,-t", token->name, "A name for it");
    generate
        ->add_option("--scopes", token->scopes, "What it may be used for, such as read:user,write:repository or all")
        ->delimiter(',');
    generate->add_flag("--raw", token->raw, "Print the token and nothing else");
    does(generate, action, [&file, token] {
        return with_site(file, [&](auto& db, auto&) {
            return app::generate_access_token(db, token->username, token->name, token->scopes, token->raw);
        });
    });

    auto* reset =
        user->add_subcommand("reset-mfa", "Take an account's second step away: one-time codes and security keys");
    auto whose = std::make_shared<std::string>();
    reset->add_option("--username,-u", *whose, "Whose")->required();
    does(reset, action,
         [&file, whose] { return with_site(file, [&](auto& db, auto&) { return app::reset_mfa(db, *whose); }); });

    struct MustChange {
        std::vector<std::string> usernames;
        std::vector<std::string> except;
        bool all = false;
        bool unset = false;
    };
    auto* must = user->add_subcommand("must-change-password", "Have accounts change their passwords, or not any more");
    auto demand = std::make_shared<MustChange>();
    must->add_option("usernames", demand->usernames, "Whose");
    must->add_flag("--all,-A", demand->all, "Everybody's");
    must->add_option("--exclude,-e", demand->except, "But not of these")->delimiter(',');
    must->add_flag("--unset", demand->unset, "Not any more");
    does(must, action, [&file, demand] {
        return with_site(file, [&](auto& db, auto&) {
            return app::set_must_change_password(db, demand->all, demand->usernames, demand->except, !demand->unset);
        });
    });
}

void add_oauth_commands(CLI::App& admin, const std::string& file, Action& action)
{
    auto* oauth = admin.add_subcommand("oauth", "Manage the OAuth2 provider")->require_subcommand(1);
    auto* rotate = oauth->add_subcommand("rotate-key", "Make a new key to sign tokens with");
    auto at_once = std::make_shared<bool>(false);
    rotate->add_flag(
        "--now", *at_once,
        "Sign with it at once, and trust no other any more, because somebody else may have the old one; otherwise it "
        "is published a day before, so that nobody meets a key that they have not seen");
    does(rotate, action, [&file, at_once] {
        const auto loaded = load_settings(file);
        if (!loaded) return failed;
        const auto id = identity::rotate_key(loaded->settings, *at_once);
        fmt::print("{} {}.\n", id,
                   *at_once ? "signs, and no other key is trusted any more"
                            : "is published, and signs from tomorrow on");
        if (loaded->settings.oauth2.jwt_signing_algorithm <= config::JwtAlgorithm::HS512)
            fmt::print(
                "That is the key for RS256. What is signed with [oauth2] JWT_SECRET ends when you change that.\n");
        return 0;
    });
}

void add_ssh_commands(CLI::App& cli, const std::string& file, Action& action)
{
    auto* keys = cli.add_subcommand("keys", "Tell a system's sshd which keys there are (AuthorizedKeysCommand)");
    auto which = std::make_shared<app::WhichKey>();
    keys->add_option("--expected,-e", which->expected, "The system's account for git")->capture_default_str();
    keys->add_option("--username,-u", which->username, "Whom the client wants to be: %u");
    keys->add_option("--type,-t", which->type, "The type of the key: %t")->required();
    keys->add_option("--content,-k", which->content, "The key in Base64: %k")->required();
    does(keys, action,
         [&file, which] { return with_site(file, [&](auto& db, auto&) { return app::print_key(db, file, *which); }); });

    auto* serv = cli.add_subcommand("serv", "Do what a client of a system's sshd wants; `keys` has sshd call it");
    auto key = std::make_shared<std::string>();
    serv->add_option("key", *key, "Whose: key-ID")->required();
    does(serv, action, [&file, key] {
        const auto loaded = load_settings(file);
        if (!loaded) return failed;
        const auto processes = app::open_codec_processes(loaded->settings);
        return app::serve_key(*loaded, *key);
    });
}

void add_import_command(CLI::App& cli, const std::string& file, Action& action)
{
    auto* import = cli.add_subcommand("import", "Move a site of Gitea or Forgejo on this machine into this one");
    auto wanted = std::make_shared<app::ImportWish>();
    auto* from = import->add_option("--from-app-ini", wanted->app_ini, "The app.ini of the old server");
    auto abandon = std::make_shared<bool>(false);
    import->add_flag("--abandon", *abandon, "Of an import that has begun and not ended, leave it at what has come")
        ->excludes(from);
    import->add_option("--work-path", wanted->work_path,
                       "The folder that relative paths in that file are counted from, where the file does not say it");
    import->add_option(
        "--same", wanted->same_people,
        "The name of an account that is here and there, and the same: what it has there becomes its own");
    import->add_flag("--dry-run", wanted->dry_run, "Say what would be moved and what would not, and write nothing");
    import->add_flag("--json", wanted->json, "The report as JSON");
    does(import, action, [&file, wanted, abandon] {
        return with_settings(file, [&](config::Loaded& loaded) -> Result<> {
            if (!*abandon && wanted->app_ini.empty())
                return fail(Errc::bad_request, "--from-app-ini says where the old site is");
            const auto processes = app::open_codec_processes(loaded.settings);
            return *abandon ? app::abandon_import(loaded) : app::import_site(loaded, *wanted);
        });
    });
}

void add_backup_commands(CLI::App& cli, const std::string& file, Action& action)
{
    constexpr auto places = "A folder, FILE.tar, s3://BUCKET/PREFIX, or - for a tar";
    constexpr auto older = "An older backup elsewhere, whose parts are not written again";
    constexpr auto older_too = "The older backups that the backup was made with --since of";
    auto* backup = cli.add_subcommand("backup", "Back the site up, also while it runs");
    auto wanted = std::make_shared<app::BackupWish>();
    backup->add_option("where", wanted->where, places);
    backup->add_option("--since", wanted->since, older);
    backup->add_flag("--secrets", wanted->secrets, "Put SECRET_KEY, JWT_SECRET and the files of keys into it, too");
    auto* verify = backup->add_subcommand("verify", "Read all of a backup, and say what is damaged");
    auto checked = std::make_shared<app::BackupWish>();
    verify->add_option("where", checked->where, places)->required();
    verify->add_option("--since", checked->since, older_too);
    // The command above is the last to be called.
    does(backup, action, [&file, wanted, checked, verify] {
        return with_settings(file, [&](auto& loaded) {
            return verify->parsed() ? app::verify_backup(loaded, *checked) : app::back_up(loaded, *wanted);
        });
    });
    auto* restore = cli.add_subcommand("restore", "Make an empty site, which does not run, what a backup has");
    auto wish = std::make_shared<app::RestoreWish>();
    restore->add_option("where", wish->where, places)->required();
    restore->add_option("--since", wish->since, older_too);
    restore->add_option("--url", wish->url, "The address of the site from now on, in links within texts as well");
    restore->add_flag("--new-secrets", wish->new_secrets,
                      "Go on without the SECRET_KEY that second factors and other secrets are sealed with");
    does(restore, action,
         [&file, wish] { return with_settings(file, [&](auto& loaded) { return app::restore(loaded, *wish); }); });
}

int run(int argc, char** argv)
{
    CLI::App cli("Cairn: a place for git repositories, with issues, pull requests and an API", "cairn");
    cli.require_subcommand(1);
    cli.fallthrough();
    std::string file = app::usual_config(app::config_places());
    cli.add_option("--config,-c", file, "The file with the settings")->capture_default_str();
    bool root_is_allowed = false;
    cli.add_flag("--allow-root", root_is_allowed, "Run as root, for a first try or in a container of its own");
    Action action;

    does(cli.add_subcommand("serve", "Run the site")->alias("web"), action, [&] { return serve(file); });
    auto* admin = cli.add_subcommand("admin", "Administer the site")->require_subcommand(1);
    add_user_commands(*admin, file, action);
    add_oauth_commands(*admin, file, action);
    add_ssh_commands(cli, file, action);
    add_import_command(cli, file, action);
    add_backup_commands(cli, file, action);
    auto* doctor = cli.add_subcommand("doctor", "Examine what the site stands on, and say what to do");
    app::DoctorWish wish;
    doctor->add_flag("--list", wish.list, "Tell what is looked at, and what can be repaired");
    doctor->add_option("--only", wish.only, "Look at this alone; it may be given several times")->delimiter(',');
    doctor->add_flag("--repair", wish.repair, "Repair what can be; nothing that a person wrote is deleted");
    does(doctor, action, [&] {
        const auto loaded = load_settings(file);
        if (!loaded) return failed;
        const auto well = app::examine(*loaded, wish);
        if (!well) complain(well.error().message);
        return well ? (*well ? 0 : failed) : misused;
    });
    auto* config = cli.add_subcommand("config", "Look at the settings")->require_subcommand(1);
    does(config->add_subcommand("show", "Print the settings in effect, without secrets"), action, [&] {
        const auto loaded = load_settings(file);
        return loaded ? app::show_config(*loaded, allows_root(root_is_allowed)) : failed;
    });
    does(config->add_subcommand("example", "Print every setting with its explanation and default"), action,
         [] { return fmt::print("{}", config::example()), 0; });
    auto* version = cli.add_subcommand("version", "Print the version");
    does(version, action, [] { return fmt::print("cairn " CAIRN_VERSION " (API {})\n", misc::api_version), 0; });

    try {
        cli.parse(argc, argv);
    } catch (const CLI::ParseError& error) {
        return cli.exit(error) == 0 ? 0 : misused;
    }
    // These two touch nothing of a site's.
    if (!config->parsed() && !version->parsed() && !may_run(root_is_allowed)) return failed;
    return action();
}

} // namespace

} // namespace cairn

int main(int argc, char** argv)
{
    // What is made here, and by the programs that are called, is nobody else's to read.
    ::umask(077);
    try {
        cairn::sandbox::become_codec_if_told(argc, argv, cairn::app::codecs());
        return cairn::run(argc, argv);
    } catch (const std::exception& error) {
        cairn::complain(error.what());
        return cairn::failed;
    }
}

// The sections about what people keep here: repositories, attachments, and how code moves in and out.
#pragma once

#include "base/reflect.hpp"

namespace cairn::config {

enum class DefaultPrivate : std::uint8_t { last, private_, public_ };
BOOST_DESCRIBE_ENUM(DefaultPrivate, last, private_, public_)

struct Repository {
    std::string root;
    std::string default_branch = "main";
    DefaultPrivate default_private = DefaultPrivate::last;
    bool force_private = false;
    std::int64_t max_creation_limit = -1;
    bool disable_http_git = false;
    bool disable_stars = false;
    bool disable_migrations = false;
    bool disable_download_source_archives = false;
    bool enable_push_create_user = false;
    bool enable_push_create_org = false;
    bool default_push_create_private = true;
    std::vector<std::string> disabled_repo_units;
    bool allow_adoption_of_unadopted_repositories = false;
    bool allow_deletion_of_unadopted_repositories = false;
};
BOOST_DESCRIBE_STRUCT(Repository, (),
                      (root, default_branch, default_private, force_private, max_creation_limit, disable_http_git,
                       disable_stars, disable_migrations, disable_download_source_archives, enable_push_create_user,
                       enable_push_create_org, default_push_create_private, disabled_repo_units,
                       allow_adoption_of_unadopted_repositories, allow_deletion_of_unadopted_repositories))
constexpr auto notes(const Repository*)
{
    return std::array{
        Note{"", "Repositories."},
        Note{.member = "root",
             .doc = "The folder that they are kept in. Empty: repositories in the data folder.",
             .format = "path"},
        Note{"default_branch", "The first branch of a new one."},
        Note{"default_private", "What the form for a new one proposes: private, public, or as `last` time."},
        Note{"force_private", "Every new one is private."},
        Note{.member = "max_creation_limit",
             .doc = "How many an account may have; -1 is any number.",
             .minimum = -1,
             .maximum = 1'000'000'000},
        Note{"disable_http_git", "Refuses git over HTTP."},
        Note{"disable_stars", "Offers no stars."},
        Note{"disable_migrations", "Lets nobody import from elsewhere."},
        Note{"disable_download_source_archives", "Offers no archives of what is in a repository."},
        Note{"enable_push_create_user", "A push to a repository that does not exist makes it, for one's own account."},
        Note{"enable_push_create_org", "The same for organizations."},
        Note{"default_push_create_private", "A repository that a push made is private."},
        Note{"disabled_repo_units", "Parts that no repository has, such as `repo.wiki`."},
        Note{"allow_adoption_of_unadopted_repositories",
             "Lets people adopt folders below ROOT that bear their name and that the database does not know."},
        Note{"allow_deletion_of_unadopted_repositories", "Lets people delete such folders."},
    };
}

struct Git {
    std::string path = "git";
    std::int64_t max_processes = 64;
    std::int64_t fetch_timeout = 6 * 3600;
    std::int64_t push_timeout = 3600;
    std::int64_t archive_timeout = 1800;
    std::int64_t max_push_size = 0;
    std::string auth_realm = "Gitea";
    std::int64_t push_cert_slop = 600;
    std::vector<std::string> receive_refs{"refs/heads/", "refs/tags/", "refs/notes/",
                                          "refs/for/",   "refs/bugs/", "refs/identities/"};
};
BOOST_DESCRIBE_STRUCT(Git, (),
                      (path, max_processes, fetch_timeout, push_timeout, archive_timeout, max_push_size, auth_realm,
                       push_cert_slop, receive_refs))
constexpr auto notes(const Git*)
{
    return std::array{
        Note{"", "The git program, which sends and packs what repositories hold."},
        Note{"path", "Where it is: a path, or a name that is looked for in PATH."},
        Note{.member = "max_processes",
             .doc = "How many may run at once. Who comes then waits a moment, and is asked to come again later.",
             .minimum = 1,
             .maximum = 10'000},
        Note{.member = "fetch_timeout",
             .doc = "How long a clone or a fetch may take.",
             .format = "duration",
             .minimum = 1},
        Note{.member = "push_timeout", .doc = "How long a push may take.", .format = "duration", .minimum = 1},
        Note{.member = "archive_timeout",
             .doc = "How long the download of an archive may take.",
             .format = "duration",
             .minimum = 1},
        Note{.member = "max_push_size",
             .doc = "The largest push, in MiB. 0: any.",
             .minimum = 0,
             .maximum = std::int64_t{1} << 30},
        Note{"auth_realm",
             "The realm that git over HTTP asks for credentials of. Git Credential Manager and git-credential-oauth "
             "know by it what runs here; with another one they have to be told."},
        Note{.member = "push_cert_slop",
             .doc = "How long the nonce of a signed push (`git push --signed`) is good for over HTTP, where a push "
                    "takes several requests.",
             .format = "duration",
             .minimum = 1,
             .maximum = 86400},
        Note{"receive_refs",
             "What the names of references begin with that a push may make or move; refs/ takes all of them. Whatever "
             "is set here, refs/replace/ and refs/original/ are never taken: with those git shows one object in place "
             "of another. Any reference can be deleted."},
    };
}

enum class SigningFormat : std::uint8_t { openpgp, ssh };
BOOST_DESCRIBE_ENUM(SigningFormat, openpgp, ssh)

enum class SigningCondition : std::uint8_t {
    never,
    pubkey,
    twofa,
    parentsigned,
    basesigned,
    commitssigned,
    approved,
    always
};
BOOST_DESCRIBE_ENUM(SigningCondition, never, pubkey, twofa, parentsigned, basesigned, commitssigned, approved, always)

// Whose signatures a repository trusts that says nothing about it. committer: of whoever committed; collaborator: of
// those who may write to it; collaboratorcommitter: of those who are both.
enum class TrustModel : std::uint8_t { collaborator, committer, collaboratorcommitter };
BOOST_DESCRIBE_ENUM(TrustModel, collaborator, committer, collaboratorcommitter)

struct Signing {
    std::string signing_key;
    SigningFormat signing_format = SigningFormat::openpgp;
    std::string signing_name = "Cairn";
    std::string signing_email;
    TrustModel default_trust_model = TrustModel::collaborator;
    std::vector<SigningCondition> initial_commit{SigningCondition::always};
    std::vector<SigningCondition> crud_actions{SigningCondition::always};
    std::vector<SigningCondition> wiki{SigningCondition::never};
    std::vector<SigningCondition> merges{SigningCondition::always};
};
BOOST_DESCRIBE_STRUCT(Signing, (),
                      (signing_key, signing_format, signing_name, signing_email, default_trust_model, initial_commit,
                       crud_actions, wiki, merges))
constexpr auto notes(const Signing*)
{
    return std::array{
        Note{"", "Signing the commits that the site makes for people."},
        Note{.member = "signing_key",
             .doc = "A file with a private key of Ed25519 in PEM, counted from the data folder; made if it is missing. "
                    "Empty: nothing is signed.",
             .format = "data-path"},
        Note{"signing_format", "The form of the signatures."},
        Note{"signing_name", "Who is said to have signed."},
        Note{"signing_email", "With which address. Empty: `noreply` at NO_REPLY_ADDRESS."},
        Note{"default_trust_model",
             "Whose signatures a repository trusts that has no choice of its own: those of people who may write to it "
             "(collaborator), of whoever committed (committer), or of whoever committed and may write to it "
             "(collaboratorcommitter). A signature that is right and not trusted is shown as that."},
        Note{"initial_commit",
             "Which first commits of repositories that begin with files are signed, see CRUD_ACTIONS."},
        Note{"crud_actions",
             "Which commits of the contents operations are signed: those for which all of these hold. pubkey: the "
             "person "
             "has registered a key; twofa: has a second factor; parentsigned: the commits before are verified."},
        Note{"wiki", "Which commits to wikis are signed."},
        Note{"merges",
             "Which commits of merges are signed. basesigned: the commit before, on the base branch, is verified; "
             "commitssigned: so are all commits that are merged; approved: the pull request is."},
    };
}

struct PullRequests {
    bool merge_queue = false;
    std::int64_t merge_queue_timeout = 60;
    std::int64_t merge_queue_at_once = 5;
};
BOOST_DESCRIBE_STRUCT(PullRequests, (), (merge_queue, merge_queue_timeout, merge_queue_at_once))
constexpr auto notes(const PullRequests*)
{
    return std::array{
        Note{"", "Pull requests."},
        Note{"merge_queue",
             "Lets the rule of a branch say that pull requests get into it by a queue: merged in turn on top of each "
             "other, and checked so, before the branch moves."},
        Note{.member = "merge_queue_timeout",
             .doc = "So many minutes the checks of one in the queue may take. Then it leaves.",
             .minimum = 1,
             .maximum = 10'080},
        Note{.member = "merge_queue_at_once",
             .doc = "So many of a branch's queue are checked at a time.",
             .minimum = 1,
             .maximum = 50},
    };
}

struct Release {
    std::vector<std::string> allowed_types;
    std::int64_t file_max_size = 2048;
    std::int64_t max_files = 5;
};
BOOST_DESCRIBE_STRUCT(Release, (), (allowed_types, file_max_size, max_files))
constexpr auto notes(const Release*)
{
    return std::array{
        Note{"", "Files of releases."},
        Note{"allowed_types", "File endings (.zip) and media types (text/plain, image/*). Empty: all."},
        Note{.member = "file_max_size", .doc = "The largest file, in MiB.", .minimum = 0, .maximum = 1 << 20},
        Note{.member = "max_files", .doc = "How many can be uploaded at once.", .minimum = 1, .maximum = 1000},
    };
}

struct Attachment {
    bool enabled = true;
    std::vector<std::string> allowed_types{
        ".avif", ".cpuprofile", ".csv",  ".dmp", ".docx", ".fodg",  ".fodp",  ".fods", ".fodt",
        ".gif",  ".gz",         ".jpeg", ".jpg", ".json", ".jsonc", ".log",   ".md",   ".mov",
        ".mp4",  ".odf",        ".odg",  ".odp", ".ods",  ".odt",   ".patch", ".pdf",  ".png",
        ".pptx", ".svg",        ".tgz",  ".txt", ".webm", ".webp",  ".xls",   ".xlsx", ".zip"};
    std::int64_t max_size = 100;
    std::int64_t max_files = 5;
};
BOOST_DESCRIBE_STRUCT(Attachment, (), (enabled, allowed_types, max_size, max_files))
constexpr auto notes(const Attachment*)
{
    return std::array{
        Note{"", "Files attached to issues, pull requests and comments."},
        Note{"enabled", "Whether files can be attached."},
        Note{"allowed_types", "File endings (.zip) and media types (text/plain, image/*). Empty: all."},
        Note{.member = "max_size", .doc = "The largest file, in MiB.", .minimum = 0, .maximum = 1 << 20},
        Note{.member = "max_files", .doc = "How many can be attached at once.", .minimum = 1, .maximum = 1000},
    };
}

struct Packages {
    bool enabled = true;
    std::int64_t limit_total_owner_count = -1;
    std::int64_t limit_total_owner_size = -1;
    std::int64_t limit_size_generic = -1;
};
BOOST_DESCRIBE_STRUCT(Packages, (), (enabled, limit_total_owner_count, limit_total_owner_size, limit_size_generic))
constexpr auto notes(const Packages*)
{
    return std::array{
        Note{"", "Files that are published as versions of packages."},
        Note{"enabled", "Whether there are packages at all."},
        Note{.member = "limit_total_owner_count",
             .doc = "How many versions of packages an account or an organization may have. -1: any number.",
             .minimum = -1},
        Note{.member = "limit_total_owner_size",
             .doc = "How large all of their files may be together. -1: any size.",
             .format = "bytes",
             .minimum = -1},
        Note{.member = "limit_size_generic",
             .doc = "The largest file of a generic package. -1: any size.",
             .format = "bytes",
             .minimum = -1},
    };
}

struct Mirror {
    bool enabled = true;
    bool disable_new_pull = false;
    bool disable_new_push = false;
    std::int64_t default_interval = 8 * 3600;
    std::int64_t min_interval = 600;
};
BOOST_DESCRIBE_STRUCT(Mirror, (), (enabled, disable_new_pull, disable_new_push, default_interval, min_interval))
constexpr auto notes(const Mirror*)
{
    return std::array{
        Note{"", "Repositories that follow, or are followed by, one elsewhere."},
        Note{"enabled", "Keeps mirrors up to date."},
        Note{"disable_new_pull", "Lets nobody make a mirror of a repository elsewhere."},
        Note{"disable_new_push", "Lets nobody mirror a repository to elsewhere."},
        Note{.member = "default_interval",
             .doc = "How often a new mirror is updated.",
             .format = "duration",
             .minimum = 60},
        Note{.member = "min_interval",
             .doc = "The shortest interval that people may choose.",
             .format = "duration",
             .minimum = 60},
    };
}

struct Migrations {
    bool allow_localnetworks = false;
    std::vector<std::string> allowed_domains;
    std::vector<std::string> blocked_domains;
    std::vector<std::string> linked_servers;
    bool skip_tls_verify = false;
    std::int64_t max_attempts = 3;
    std::int64_t retry_backoff = 3;
};
BOOST_DESCRIBE_STRUCT(Migrations, (),
                      (allow_localnetworks, allowed_domains, blocked_domains, linked_servers, skip_tls_verify,
                       max_attempts, retry_backoff))
constexpr auto notes(const Migrations*)
{
    return std::array{
        Note{"", "Importing from elsewhere."},
        Note{"allow_localnetworks", "Also from private, link-local and loopback addresses."},
        Note{"allowed_domains", "The only hosts to import from, such as *.example.org. Empty: all public ones."},
        Note{"blocked_domains", "Hosts that nothing is imported from."},
        Note{"linked_servers",
             "Servers whose word is taken on who wrote what, as host or host:port: what comes from there becomes that "
             "of "
             "the account here that has the author's verified address or, failing that, name. Of all others authors "
             "are only named."},
        Note{"skip_tls_verify", "Takes any certificate. Only for tests."},
        Note{.member = "max_attempts",
             .doc = "How often a request that failed is tried in all.",
             .minimum = 1,
             .maximum = 100},
        Note{.member = "retry_backoff",
             .doc = "How long to wait before trying again.",
             .format = "duration",
             .minimum = 0,
             .maximum = 3600},
    };
}

struct Proxy {
    bool proxy_enabled = false;
    std::string proxy_url;
    std::vector<std::string> proxy_hosts;
};
BOOST_DESCRIBE_STRUCT(Proxy, (), (proxy_enabled, proxy_url, proxy_hosts))
constexpr auto notes(const Proxy*)
{
    return std::array{
        Note{"", "The way to other servers for migrations and mirrors, by HTTP; git:// always goes straight."},
        Note{"proxy_enabled", "Goes through PROXY_URL."},
        Note{.member = "proxy_url",
             .doc = "Such as http://user:password@proxy.example.org:3128. Names are then resolved there: what "
                    "[migrations] says about hosts is held against names as ALLOWED_HOST_LIST of [webhook] is.",
             .format = "password"},
        Note{"proxy_hosts", "The hosts that are called through it, such as *.example.org. Empty: all."},
    };
}

struct Webhook {
    std::vector<std::string> allowed_host_list{"external"};
    std::int64_t deliver_timeout = 5;
    std::int64_t retry_delay = 10;
    std::int64_t retry_for = std::int64_t{24} * 3600;
    std::int64_t keep_deliveries = std::int64_t{7} * 24 * 3600;
    bool skip_tls_verify = false;
    std::string proxy_url;
    std::vector<std::string> proxy_hosts;
};
BOOST_DESCRIBE_STRUCT(Webhook, (),
                      (allowed_host_list, deliver_timeout, retry_delay, retry_for, keep_deliveries, skip_tls_verify,
                       proxy_url, proxy_hosts))
constexpr auto notes(const Webhook*)
{
    return std::array{
        Note{"", "Calls to other servers when something happens here."},
        Note{"allowed_host_list",
             "Whom they may go to: `loopback`, `private`, `external`, `*`, networks such as "
             "10.0.0.0/8, and host names with wildcards."},
        Note{.member = "deliver_timeout",
             .doc = "How long the other server may take to answer.",
             .format = "duration",
             .minimum = 1,
             .maximum = 600},
        Note{.member = "retry_delay",
             .doc = "When a call that failed is tried again; each time after twice as long, but at least once an hour.",
             .format = "duration",
             .minimum = 1,
             .maximum = 3600},
        Note{.member = "retry_for",
             .doc = "How long it is tried before it is given up. What follows for the same hook waits until then.",
             .format = "duration",
             .minimum = 0,
             .maximum = 7 * 24 * 3600},
        Note{.member = "keep_deliveries",
             .doc = "How long what was sent, and what was answered, can be looked up.",
             .format = "duration",
             .minimum = 0},
        Note{"skip_tls_verify", "Takes any certificate. Only for tests."},
        Note{.member = "proxy_url",
             .doc = "Calls go through this proxy. Names are then resolved there, and where they lead is for the proxy "
                    "to allow: ALLOWED_HOST_LIST is held against names, and against addresses in place of names. "
                    "`external` stands for every name with a dot in it, `private` for those that only a local network "
                    "knows, such as intranet or nas.local, and `loopback` for localhost.",
             .format = "password"},
        Note{"proxy_hosts", "The hosts that are called through it, such as *.example.org. Empty: all."},
    };
}

// Whom the announcement of the site is shown.
enum class Listeners : std::uint8_t { everybody, signed_in };
BOOST_DESCRIBE_ENUM(Listeners, everybody, signed_in)

struct Ui {
    std::string announcement;
    Listeners announcement_for = Listeners::everybody;
    std::string default_theme = "cairn-auto";
    std::vector<std::string> themes{"cairn-auto", "cairn-light", "cairn-dark"};
    std::vector<std::string> reactions{"+1", "-1", "laugh", "hooray", "confused", "heart", "rocket", "eyes"};
    std::vector<std::string> custom_emojis{"git", "cairn", "codeberg", "gitlab", "github", "gogs"};
};
BOOST_DESCRIBE_STRUCT(Ui, (), (announcement, announcement_for, default_theme, themes, reactions, custom_emojis))
constexpr auto notes(const Ui*)
{
    return std::array{
        Note{"", "What people see."},
        Note{"announcement", "Words above every page, in Markdown: what is about to happen to the site. Empty: none."},
        Note{"announcement_for", "Whom they are shown."},
        Note{"default_theme", "The theme of people who have chosen none."},
        Note{"themes", "The themes that they may choose."},
        Note{"reactions", "The reactions that issues and comments can have."},
        Note{"custom_emojis", "Emoji of this site, beside those of Unicode."},
    };
}

struct I18n {
    std::vector<std::string> langs;
    std::vector<std::string> names;
};
BOOST_DESCRIBE_STRUCT(I18n, (), (langs, names))
constexpr auto notes(const I18n*)
{
    return std::array{
        Note{"", "The languages of the pages and mails."},
        Note{"langs",
             "The languages that people may choose, the usual one first, by codes such as en-US and de-DE. Codes of "
             "languages that there are not are left out. Empty: all that there are, English first."},
        Note{"names", "Taken for the sake of other servers' files. Each language knows its own name."},
    };
}

} // namespace cairn::config

// Everything that can be set in app.ini. The structs are the table: a section is a member of Settings, a key is a
// member of its section in upper case, a default is its initializer, its documentation is its note. Reading, checking,
// the environment's overrides, `config show` and docs/app.example.ini are made from this, so none of them can go stale.
//
// Formats that a note may name: "path" (counted from WORK_PATH; absolute after loading), "data-path" (counted from the
// data folder), "duration" (in seconds; may be written as 10m), "bytes" (may be written as 32 MiB), "ratio" (a part of
// all, from 0 to 1), "uri", "schedule" (see config/schedule.hpp), and "password" for what must never be shown or
// logged.
#pragma once

#include "config/account_settings.hpp"
#include "config/actions_settings.hpp"
#include "config/content_settings.hpp"
#include "config/cron_settings.hpp"
#include "config/indexer_settings.hpp"
#include "config/limits_settings.hpp"
#include "config/rate_limit_settings.hpp"
#include "config/site_settings.hpp"
#include "config/tracing_settings.hpp"
#include "config/upkeep_settings.hpp"

namespace cairn::config {

struct Sections {
    General general;
    Server server;
    MinimumKeySizes ssh_minimum_key_sizes;
    Database database;
    Cache cache;
    Log log;
    Api api;
    Cors cors;
    Metrics metrics;
    Security security;
    RateLimit rate_limit;
    Service service;
    OAuth2 oauth2;
    Session session;
    Admin admin;
    Mailer mailer;
    Repository repository;
    Git git;
    Indexer indexer;
    Limits limits;
    Signing repository_signing;
    PullRequests repository_pull_request;
    Release repository_release;
    Attachment attachment;
    Packages packages;
    Actions actions;
    Storage storage;
    Webhook webhook;
    Migrations migrations;
    Mirror mirror;
    Proxy proxy;
    Ui ui;
    I18n i18n;
    Other other;
};
BOOST_DESCRIBE_STRUCT(Sections, (),
                      (general, server, ssh_minimum_key_sizes, database, cache, log, api, cors, metrics, security,
                       rate_limit, service, oauth2, session, admin, mailer, repository, git, indexer, limits,
                       repository_signing, repository_pull_request, repository_release, attachment, packages, actions,
                       storage, webhook, migrations, mirror, proxy, ui, i18n, other))
constexpr auto notes(const Sections*)
{
    return std::array{Note{.member = "ssh_minimum_key_sizes", .alias = "ssh.minimum_key_sizes"},
                      Note{.member = "repository_signing", .alias = "repository.signing"},
                      Note{.member = "repository_pull_request", .alias = "repository.pull-request"},
                      Note{.member = "repository_release", .alias = "repository.release"}};
}

// Boost.Describe takes no longer lists than one base can have.
struct Settings : Sections, CronSettings, TracingSettings { };
BOOST_DESCRIBE_STRUCT(Settings, (Sections, CronSettings, TracingSettings), ())

} // namespace cairn::config

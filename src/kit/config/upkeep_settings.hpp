// The sections about what the site writes down and sends out: log, storage, mail.
#pragma once

#include "base/reflect.hpp"

namespace cairn::config {

enum class LogLevel : std::uint8_t { trace, debug, info, warn, error, critical, none };
BOOST_DESCRIBE_ENUM(LogLevel, trace, debug, info, warn, error, critical, none)

enum class LogMode : std::uint8_t { console, file };
BOOST_DESCRIBE_ENUM(LogMode, console, file)

enum class LogFormat : std::uint8_t { text, json };
BOOST_DESCRIBE_ENUM(LogFormat, text, json)

struct Log {
    LogLevel level = LogLevel::info;
    LogMode mode = LogMode::console;
    LogFormat format = LogFormat::text;
    std::string root_path;
    bool enable_access_log = false;
    std::int64_t slow_request = 5;
    std::int64_t max_file_size = 256 * 1024 * 1024;
    std::int64_t max_files = 7;
};
BOOST_DESCRIBE_STRUCT(Log, (),
                      (level, mode, format, root_path, enable_access_log, slow_request, max_file_size, max_files))
constexpr auto notes(const Log*)
{
    return std::array{
        Note{"", "What the server tells its operator."},
        Note{"level", "The least important messages that are still written."},
        Note{"mode", "Where they go: the standard error of the process, or cairn.log in ROOT_PATH."},
        Note{"format", "Lines for people, or a JSON object on each line."},
        Note{.member = "root_path",
             .doc = "The folder of the log files. Empty: log in the data folder.",
             .format = "path"},
        Note{"enable_access_log",
             "Writes a JSON object for each request: to access.log in ROOT_PATH, or to the standard "
             "output with MODE = console."},
        Note{.member = "slow_request",
             .doc =
                 "A request that takes longer is a warning, which says how long the database, its slowest statements "
                 "and processes of git took. 0: none is.",
             .format = "duration",
             .minimum = 0,
             .maximum = 86400},
        Note{.member = "max_file_size",
             .doc = "A log file that has grown to this size is set aside and a new one begun.",
             .format = "bytes",
             .minimum = 64 * 1024},
        Note{.member = "max_files",
             .doc = "How many files that were set aside are kept.",
             .minimum = 1,
             .maximum = 1000},
    };
}

struct Cache {
    bool verify = false;
};
BOOST_DESCRIBE_STRUCT(Cache, (), (verify))
constexpr auto notes(const Cache*)
{
    return std::array{
        Note{"", "What the server keeps in memory of what it has read. There is nothing to set up for it."},
        Note{"verify",
             "For tests: whatever is kept is made anew as well and compared. Where it is not the same, the request is "
             "answered with a 500 and both are in the log. It takes longer than keeping nothing."},
    };
}

enum class StorageType : std::uint8_t { local, minio };
BOOST_DESCRIBE_ENUM(StorageType, local, minio)

struct Storage {
    StorageType storage_type = StorageType::local;
    std::string path;
    std::string minio_endpoint = "localhost:9000";
    std::string minio_access_key_id;
    std::string minio_secret_access_key;
    std::string minio_bucket = "cairn";
    std::string minio_location = "us-east-1";
    bool minio_use_ssl = false;
};
BOOST_DESCRIBE_STRUCT(Storage, (),
                      (storage_type, path, minio_endpoint, minio_access_key_id, minio_secret_access_key, minio_bucket,
                       minio_location, minio_use_ssl))
constexpr auto notes(const Storage*)
{
    return std::array{
        Note{"", "Where attachments, release assets, avatars, LFS objects and archives are kept."},
        Note{"storage_type", "A local folder, or any server that speaks S3 (`minio`)."},
        Note{.member = "path", .doc = "The local folder. Empty: storage in the data folder.", .format = "path"},
        Note{"minio_endpoint", "Host and port of the S3 server."},
        Note{"minio_access_key_id", "The name of the key that requests are signed with."},
        Note{.member = "minio_secret_access_key", .doc = "The key.", .format = "password"},
        Note{"minio_bucket", "The bucket; it must exist."},
        Note{"minio_location", "The region of the bucket."},
        Note{"minio_use_ssl", "Speaks TLS with the S3 server."},
    };
}

enum class MailProtocol : std::uint8_t { smtp, smtps, smtp_starttls, smtp_unix, sendmail, dummy };
BOOST_DESCRIBE_ENUM(MailProtocol, smtp, smtps, smtp_starttls, smtp_unix, sendmail, dummy)
constexpr auto words(const MailProtocol*)
{
    return std::array<std::string_view, 6>{"smtp", "smtps", "smtp+starttls", "smtp+unix", "sendmail", "dummy"};
}

struct Mailer {
    bool enabled = false;
    MailProtocol protocol = MailProtocol::smtp_starttls;
    std::string smtp_addr;
    std::int64_t smtp_port = 587;
    std::string from;
    std::string envelope_from;
    std::string user;
    std::string passwd;
    std::string helo_hostname;
    std::string subject_prefix;
    bool send_as_plain_text = false;
    bool force_trust_server_cert = false;
    std::string sendmail_path = "sendmail";
    std::string sendmail_args;
    std::int64_t sendmail_timeout = 300;
    std::int64_t notifications_per_hour = 60;
};
BOOST_DESCRIBE_STRUCT(Mailer, (),
                      (enabled, protocol, smtp_addr, smtp_port, from, envelope_from, user, passwd, helo_hostname,
                       subject_prefix, send_as_plain_text, force_trust_server_cert, sendmail_path, sendmail_args,
                       sendmail_timeout, notifications_per_hour))
constexpr auto notes(const Mailer*)
{
    return std::array{
        Note{"", "Mail to people: confirmations, forgotten passwords, notifications."},
        Note{"enabled", "Sends mail at all."},
        Note{"protocol",
             "How mail leaves: to a mail server in the clear, by TLS, by TLS after STARTTLS, or through a socket of "
             "this "
             "machine; to the program SENDMAIL_PATH; or nowhere (`dummy`)."},
        Note{"smtp_addr", "The host of the mail server; with `smtp+unix` the path of its socket."},
        Note{.member = "smtp_port",
             .doc = "Its port. Not set: 25 for `smtp`, 465 for `smtps`, 587 for `smtp+starttls`.",
             .minimum = 1,
             .maximum = 65535},
        Note{"from", "The sender of every mail: an address, or a name and the address in angle brackets."},
        Note{"envelope_from", "Where the mail server returns what it cannot deliver. Empty: the address of FROM."},
        Note{"user", "Who signs in at the mail server. Empty: nobody does."},
        Note{.member = "passwd", .doc = "The password of USER.", .format = "password"},
        Note{"helo_hostname", "What we call ourselves to the mail server. Empty: the name of this machine."},
        Note{"subject_prefix", "What stands before each subject."},
        Note{"send_as_plain_text", "Sends no HTML along with the plain text."},
        Note{"force_trust_server_cert", "Takes any certificate of the mail server. Only for tests."},
        Note{"sendmail_path", "The program that PROTOCOL = sendmail runs."},
        Note{"sendmail_args", "What it is given beside the sender and the recipient, separated by blanks."},
        Note{.member = "sendmail_timeout",
             .doc = "How long it may take.",
             .format = "duration",
             .minimum = 1,
             .maximum = 3600},
        Note{.member = "notifications_per_hour",
             .doc = "How many notifications somebody gets by mail in an hour; more are seen on the site alone. 0: all.",
             .minimum = 0},
    };
}

} // namespace cairn::config

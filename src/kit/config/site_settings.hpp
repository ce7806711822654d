// The sections about the site itself: where it listens, where it keeps things, what it writes down.
#pragma once

#include "base/reflect.hpp"

namespace cairn::config {

enum class RunMode : std::uint8_t { prod, dev };
BOOST_DESCRIBE_ENUM(RunMode, prod, dev)

// The keys that stand before the first section.
struct General {
    std::string app_name = "Cairn";
    RunMode run_mode = RunMode::prod;
    std::string work_path;
};
BOOST_DESCRIBE_STRUCT(General, (), (app_name, run_mode, work_path))
constexpr auto notes(const General*)
{
    return std::array{
        Note{"app_name", "The name of the site, as pages and mails show it."},
        Note{"run_mode", "Accepted because other servers need it: errors say the same in both."},
        Note{.member = "work_path",
             .doc = "The folder that relative paths in this file are counted from. Empty: the folder of this file.",
             .format = "path"},
    };
}

// What a person may register as a principal of SSH certificates.
enum class PrincipalKind : std::uint8_t { off, username, email, anything };
BOOST_DESCRIBE_ENUM(PrincipalKind, off, username, email, anything)

enum class Protocol : std::uint8_t { http, https };
BOOST_DESCRIBE_ENUM(Protocol, http, https)

struct Server {
    Protocol protocol = Protocol::http;
    std::string domain = "localhost";
    std::string http_addr = "127.0.0.1";
    std::int64_t http_port = 3000;
    std::string root_url;
    std::string cert_file;
    std::string key_file;
    std::string app_data_path;
    std::string landing_page = "home";
    bool enable_gzip = true;
    std::int64_t network_threads = 0;
    std::int64_t workers = 32;
    std::int64_t stream_workers = 32;
    std::int64_t max_queued_requests = 4096;
    std::int64_t max_connections = 16384;
    std::int64_t max_header_bytes = 32 * 1024;
    std::int64_t max_body_bytes = 128 * 1024 * 1024;
    std::int64_t max_json_bytes = 4 * 1024 * 1024;
    std::int64_t max_bodies_in_flight = 1024 * 1024 * 1024;
    std::int64_t read_header_timeout = 15;
    std::int64_t idle_timeout = 75;
    std::int64_t per_write_timeout = 30;
    std::int64_t graceful_stop_timeout = 10;
    std::int64_t drain_time = 0;
    bool start_ssh_server = false;
    std::string ssh_domain;
    std::int64_t ssh_port = 22;
    std::string ssh_listen_host;
    std::int64_t ssh_listen_port = 0;
    std::string ssh_user = "git";
    std::vector<std::string> ssh_trusted_user_ca_keys;
    std::vector<PrincipalKind> ssh_authorized_principals_allow{PrincipalKind::username, PrincipalKind::email};
    std::vector<std::string> ssh_server_host_keys{"ssh/host_ed25519"};
    std::int64_t ssh_max_connections = 512;
    std::int64_t ssh_max_unauthenticated = 128;
    std::int64_t ssh_login_grace_time = 30;
    std::int64_t ssh_idle_timeout = 1800;
    bool lfs_start_server = false;
    std::int64_t lfs_http_auth_expiry = 24 * 3600;
    std::int64_t lfs_max_file_size = 0;
    std::int64_t lfs_locks_paging_num = 50;
    std::int64_t lfs_max_batch_size = 0;
};
BOOST_DESCRIBE_STRUCT(Server, (),
                      (protocol, domain, http_addr, http_port, root_url, cert_file, key_file, app_data_path,
                       landing_page, enable_gzip, network_threads, workers, stream_workers, max_queued_requests,
                       max_connections, max_header_bytes, max_body_bytes, max_json_bytes, max_bodies_in_flight,
                       read_header_timeout, idle_timeout, per_write_timeout, graceful_stop_timeout, drain_time,
                       start_ssh_server, ssh_domain, ssh_port, ssh_listen_host, ssh_listen_port, ssh_user,
                       ssh_trusted_user_ca_keys, ssh_authorized_principals_allow, ssh_server_host_keys,
                       ssh_max_connections, ssh_max_unauthenticated, ssh_login_grace_time, ssh_idle_timeout,
                       lfs_start_server, lfs_http_auth_expiry, lfs_max_file_size, lfs_locks_paging_num,
                       lfs_max_batch_size))
constexpr auto notes(const Server*)
{
    constexpr std::int64_t day = 86400;
    return std::array{
        Note{"", "How the site is reached, and what a stranger can ask of it at most."},
        Note{"protocol", "What HTTP_PORT speaks. With `https`, CERT_FILE and KEY_FILE are needed."},
        Note{"domain", "The name of the host in addresses that the site makes up."},
        Note{"http_addr", "The address to listen on; 0.0.0.0 is every IPv4 one, :: every one."},
        Note{.member = "http_port",
             .doc = "The port to listen on; 0 lets the system choose a free one.",
             .minimum = 0,
             .maximum = 65535},
        Note{.member = "root_url",
             .doc = "The address by which people reach the site, also when a proxy stands in front of it. Empty: made "
                    "of PROTOCOL, DOMAIN and HTTP_PORT.",
             .format = "uri"},
        Note{.member = "cert_file", .doc = "The certificate and its chain, PEM.", .format = "path"},
        Note{.member = "key_file", .doc = "The certificate's private key, PEM.", .format = "path"},
        Note{.member = "app_data_path",
             .doc = "The folder that everything is kept in unless its own key says otherwise. Empty: WORK_PATH.",
             .format = "path"},
        Note{"landing_page",
             "What a visitor sees at the root of the site: `home`, `explore`, `organizations`, `login`, "
             "or a path of the site."},
        Note{"enable_gzip", "Compresses answers where it pays and the client can read it."},
        Note{.member = "network_threads",
             .doc = "Threads that read and write sockets; 0 is one for each core.",
             .minimum = 0,
             .maximum = 1024},
        Note{.member = "workers", .doc = "Threads that requests are answered on.", .minimum = 1, .maximum = 4096},
        Note{.member = "stream_workers",
             .doc =
                 "Threads for large uploads and downloads, apart from WORKERS so that slow ones hold up nobody else.",
             .minimum = 1,
             .maximum = 4096},
        Note{.member = "max_queued_requests",
             .doc = "Requests that may wait for a worker; more are answered 503 with Retry-After.",
             .minimum = 1,
             .maximum = 1'000'000},
        Note{.member = "max_connections",
             .doc = "Connections that may be open at once; more are closed at once.",
             .minimum = 1,
             .maximum = 1'000'000},
        Note{.member = "max_header_bytes",
             .doc = "The largest request line and headers together; more is answered 431.",
             .format = "bytes",
             .minimum = 1024,
             .maximum = 1 << 20},
        Note{.member = "max_body_bytes",
             .doc = "The largest request body of operations that take whole files in their JSON; more is answered 413.",
             .format = "bytes",
             .minimum = 1024},
        Note{.member = "max_json_bytes",
             .doc = "The largest JSON of all other operations; more is answered 413.",
             .format = "bytes",
             .minimum = 1024},
        Note{.member = "max_bodies_in_flight",
             .doc =
                 "What the bodies that are being received or worked on may have together, in memory and in temporary "
                 "files; beyond it the answer is 503 with Retry-After. A quarter of it is the most for one client.",
             .format = "bytes",
             .minimum = 1024 * 1024},
        Note{.member = "read_header_timeout",
             .doc = "How long a client may take to send the headers of a request.",
             .format = "duration",
             .minimum = 1,
             .maximum = day},
        Note{.member = "idle_timeout",
             .doc = "How long a connection may wait for its next request.",
             .format = "duration",
             .minimum = 1,
             .maximum = day},
        Note{.member = "per_write_timeout",
             .doc = "How long a client may take for each 64 KiB that it sends or is sent.",
             .format = "duration",
             .minimum = 1,
             .maximum = day},
        Note{.member = "graceful_stop_timeout",
             .doc = "How long requests under way may go on when the server stops.",
             .format = "duration",
             .minimum = 0,
             .maximum = day},
        Note{.member = "drain_time",
             .doc =
                 "How long the server, asked to stop, goes on to answer while /api/readyz says that it is to be given "
                 "nothing new. For a site of several nodes: as long as whatever shares requests out between them "
                 "takes to notice.",
             .format = "duration",
             .minimum = 0,
             .maximum = day},
        Note{"start_ssh_server", "Starts the built-in SSH server for git."},
        Note{"ssh_domain", "The host in SSH addresses of repositories. Empty: DOMAIN."},
        Note{.member = "ssh_port", .doc = "The port in SSH addresses of repositories.", .minimum = 1, .maximum = 65535},
        Note{"ssh_listen_host", "The address that the SSH server listens on. Empty: every one."},
        Note{.member = "ssh_listen_port",
             .doc = "The port that the SSH server listens on; 0 is SSH_PORT.",
             .minimum = 0,
             .maximum = 65535},
        Note{"ssh_user", "The user name in SSH addresses of repositories."},
        Note{"ssh_trusted_user_ca_keys",
             "Public keys of the authorities whose SSH certificates are accepted from people, separated by commas."},
        Note{"ssh_authorized_principals_allow",
             "What people may register as a principal of their SSH certificates: `username`, `email` (their "
             "own verified addresses), `anything`, or `off`."},
        Note{"ssh_server_host_keys",
             "The files of the SSH server's own private keys, counted from the data folder. One that is missing is "
             "made, of type ed25519."},
        Note{.member = "ssh_max_connections",
             .doc = "SSH connections that may be open at once; more are closed at once.",
             .minimum = 1,
             .maximum = 100'000},
        Note{.member = "ssh_max_unauthenticated",
             .doc = "Connections of people who have not shown a key yet. When there are more, the oldest one of the "
                    "address that has the most is closed.",
             .minimum = 1,
             .maximum = 100'000},
        Note{.member = "ssh_login_grace_time",
             .doc = "How long a client may take until it has shown its key.",
             .format = "duration",
             .minimum = 1,
             .maximum = 3600},
        Note{.member = "ssh_idle_timeout",
             .doc = "How long an SSH connection may be silent in both directions.",
             .format = "duration",
             .minimum = 1,
             .maximum = day},
        Note{"lfs_start_server", "Offers Git LFS."},
        Note{.member = "lfs_http_auth_expiry",
             .doc = "How long a client may use for LFS what SSH has given it for that.",
             .format = "duration",
             .minimum = 60,
             .maximum = 30 * day},
        Note{.member = "lfs_max_file_size", .doc = "The largest LFS object. 0: any.", .format = "bytes", .minimum = 0},
        Note{.member = "lfs_locks_paging_num",
             .doc = "How many locks of files an answer has at most.",
             .minimum = 1,
             .maximum = 10'000},
        Note{.member = "lfs_max_batch_size",
             .doc = "How many LFS objects a client may ask for at once. 0: any number.",
             .minimum = 0,
             .maximum = 1'000'000},
    };
}

struct Other {
    bool enable_feed = true;
};
BOOST_DESCRIBE_STRUCT(Other, (), (enable_feed))
constexpr auto notes(const Other*)
{
    return std::array{
        Note{"", "What belongs nowhere else."},
        Note{"enable_feed", "Offers RSS and Atom of people, organizations, repositories, branches and releases."},
    };
}

enum class DatabaseType : std::uint8_t { sqlite3, postgres };
BOOST_DESCRIBE_ENUM(DatabaseType, sqlite3, postgres)

enum class SslMode : std::uint8_t { disable, allow, prefer, require, verify_ca, verify_full };
BOOST_DESCRIBE_ENUM(SslMode, disable, allow, prefer, require, verify_ca, verify_full)
constexpr auto words(const SslMode*)
{
    return std::array<std::string_view, 6>{"disable", "allow", "prefer", "require", "verify-ca", "verify-full"};
}

struct Database {
    DatabaseType db_type = DatabaseType::sqlite3;
    std::string path;
    std::string host = "127.0.0.1:5432";
    std::string name = "cairn";
    std::string user = "cairn";
    std::string passwd;
    SslMode ssl_mode = SslMode::disable;
    std::string schema;
    std::int64_t max_open_conns = 16;
};
BOOST_DESCRIBE_STRUCT(Database, (), (db_type, path, host, name, user, passwd, ssl_mode, schema, max_open_conns))
constexpr auto notes(const Database*)
{
    return std::array{
        Note{"", "SQLite needs nothing here; the other keys are PostgreSQL's unless they say otherwise."},
        Note{"db_type", "The engine."},
        Note{.member = "path",
             .doc = "The file of the SQLite database. Empty: cairn.db in the data folder.",
             .format = "path"},
        Note{"host", "Host and port, or the folder of the server's socket."},
        Note{"name", "The database; it must exist."},
        Note{"user", "Who connects."},
        Note{.member = "passwd", .doc = "The password of USER.", .format = "password"},
        Note{"ssl_mode", "Whether the connection is encrypted, and how far the server's certificate is checked."},
        Note{"schema", "The schema of the tables. Empty: what the server takes for USER."},
        Note{.member = "max_open_conns", .doc = "Connections that may be open at once.", .minimum = 1, .maximum = 1000},
    };
}

struct Api {
    bool enable_swagger = true;
    std::int64_t max_response_items = 50;
    std::int64_t default_paging_num = 30;
    std::int64_t default_git_trees_per_page = 1000;
    std::int64_t default_max_blob_size = 10 * 1024 * 1024;
    std::int64_t default_max_response_size = 100 * 1024 * 1024;
};
BOOST_DESCRIBE_STRUCT(Api, (),
                      (enable_swagger, max_response_items, default_paging_num, default_git_trees_per_page,
                       default_max_blob_size, default_max_response_size))
constexpr auto notes(const Api*)
{
    return std::array{
        Note{"", "The REST API."},
        Note{"enable_swagger", "Serves the interactive reference at /api/swagger."},
        Note{.member = "max_response_items",
             .doc = "The most items that a page of a list has, whatever the client asks for.",
             .minimum = 1,
             .maximum = 10000},
        Note{.member = "default_paging_num",
             .doc = "How many items a page of a list has when the client does not say.",
             .minimum = 1,
             .maximum = 10000},
        Note{.member = "default_git_trees_per_page",
             .doc = "How many entries a page of a git tree has.",
             .minimum = 1,
             .maximum = 100000},
        Note{.member = "default_max_blob_size",
             .doc = "The largest file whose content is part of an answer.",
             .format = "bytes",
             .minimum = 0},
        Note{.member = "default_max_response_size",
             .doc = "How much file content an answer about several files has in all.",
             .format = "bytes",
             .minimum = 0},
    };
}

struct Cors {
    bool enabled = false;
    std::vector<std::string> allow_domain{"*"};
    std::vector<std::string> methods{"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"};
    std::vector<std::string> headers{"Authorization", "Content-Type", "User-Agent"};
    std::int64_t max_age = 600;
    bool allow_credentials = false;
    std::string x_frame_options = "SAMEORIGIN";
};
BOOST_DESCRIBE_STRUCT(Cors, (), (enabled, allow_domain, methods, headers, max_age, allow_credentials, x_frame_options))
constexpr auto notes(const Cors*)
{
    return std::array{
        Note{"", "Which pages of other sites may call this one from a browser."},
        Note{"enabled", "Answers preflight requests and sends the headers that browsers ask for."},
        Note{"allow_domain", "Origins that may call: `*`, https://example.org, or https://*.example.org."},
        Note{"methods", "Methods that they may use."},
        Note{"headers", "Request headers that they may send, beside those that browsers always allow."},
        Note{.member = "max_age",
             .doc = "How long a browser may remember the answer to a preflight request.",
             .format = "duration",
             .minimum = 0,
             .maximum = 7 * 86400},
        Note{"allow_credentials", "Whether they may send cookies along. It needs ALLOW_DOMAIN without a lone `*`."},
        Note{"x_frame_options", "The header X-Frame-Options of pages; `unset` leaves it out."},
    };
}

struct MinimumKeySizes {
    std::int64_t ed25519 = 256;
    std::int64_t ed25519_sk = 256;
    std::int64_t ecdsa = 256;
    std::int64_t ecdsa_sk = 256;
    std::int64_t rsa = 3071;
};
BOOST_DESCRIBE_STRUCT(MinimumKeySizes, (), (ed25519, ed25519_sk, ecdsa, ecdsa_sk, rsa))
constexpr auto notes(const MinimumKeySizes*)
{
    return std::array{
        Note{"", "How many bits an SSH public key must have to be registered; -1 refuses all of its type."},
        Note{.member = "ed25519", .doc = "Type ed25519; it always has 256.", .minimum = -1},
        Note{.member = "ed25519_sk",
             .doc = "Type ed25519 on a security key; it always has 256.",
             .alias = "ed25519-sk",
             .minimum = -1},
        Note{.member = "ecdsa", .doc = "Type ecdsa; it has 256, 384 or 521.", .minimum = -1},
        Note{.member = "ecdsa_sk",
             .doc = "Type ecdsa on a security key; it always has 256.",
             .alias = "ecdsa-sk",
             .minimum = -1},
        Note{.member = "rsa", .doc = "Type rsa; some programs count one bit less than asked for.", .minimum = -1},
    };
}

struct Metrics {
    bool enabled = false;
    std::string token;
};
BOOST_DESCRIBE_STRUCT(Metrics, (), (enabled, token))
constexpr auto notes(const Metrics*)
{
    return std::array{
        Note{"", "Figures for Prometheus."},
        Note{"enabled", "Serves them at /metrics."},
        Note{.member = "token",
             .doc = "What a reader must send as bearer token. Empty: anybody may read them.",
             .format = "password"},
    };
}

} // namespace cairn::config

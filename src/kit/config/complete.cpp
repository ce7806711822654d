#include "config/complete.hpp"

#include <algorithm>
#include <filesystem>

#include "base/encoding.hpp"
#include "base/text.hpp"
#include "config/file.hpp"
#include "config/header_list.hpp"

namespace cairn::config {

namespace {

constexpr std::size_t largest_secret = 64 * 1024;

std::string resolved(const std::string& folder, const std::string& path)
{
    auto joined = (std::filesystem::path(folder) / path).lexically_normal().string();
    if (joined.size() > 1 && joined.ends_with('/')) joined.pop_back();
    return joined;
}

void set_default(std::string& setting, std::string value)
{
    if (setting.empty()) setting = std::move(value);
}

class Completion {
public:
    Completion(Loaded& loaded, LoadErrors& errors) : loaded_(loaded), settings_(loaded.settings), errors_(errors) { }

    void run()
    {
        complete_paths();
        complete_addresses();
        complete_actions_url();
        read_secret(settings_.security.secret_key, settings_.security.secret_key_uri, "security", "SECRET_KEY");
        read_secret(settings_.oauth2.jwt_secret, settings_.oauth2.jwt_secret_uri, "oauth2", "JWT_SECRET");
        check();
    }

private:
    void complain(std::string_view section, std::string_view name, const std::string& problem)
    {
        errors_.push_back(place(section, name) + ": " + label(section, name) + ": " + problem);
    }

    // The line or variable that set the key; the file where nobody did.
    std::string place(std::string_view section, std::string_view name) const
    {
        const auto origin = loaded_.origins.find(find_key(section, name));
        return origin == loaded_.origins.end() ? loaded_.file : origin->second.place;
    }

    void resolve_all(std::string_view format, const std::string& folder)
    {
        for (const auto& section : sections())
            for (const auto& key : section.keys) {
                if (key.field->note.format != format) continue;
                auto& path = *static_cast<std::string*>(key.in(settings_));
                if (!path.empty()) path = resolved(folder, path);
            }
    }

    void complete_paths()
    {
        auto& work = settings_.general.work_path;
        work = resolved(std::filesystem::path(loaded_.file).parent_path(), work);
        resolve_all("path", work);
        auto& data = settings_.server.app_data_path;
        set_default(data, work);
        resolve_all("data-path", data);
        set_default(settings_.database.path, resolved(data, "cairn.db"));
        set_default(settings_.repository.root, resolved(data, "repositories"));
        set_default(settings_.log.root_path, resolved(data, "log"));
        set_default(settings_.storage.path, resolved(data, "storage"));
    }

    void complete_addresses()
    {
        auto& server = settings_.server;
        if (server.root_url.empty()) server.root_url = made_root_url();
        else check_root_url();
        set_default(server.ssh_domain, server.domain);
        if (server.ssh_listen_port == 0) server.ssh_listen_port = server.ssh_port;
        set_default(settings_.service.no_reply_address, "noreply." + server.domain);
        set_default(settings_.oauth2.jwt_claim_issuer, server.root_url.substr(0, server.root_url.size() - 1));
        if (!loaded_.is_set(*find_key("session", "COOKIE_SECURE")))
            settings_.session.cookie_secure = server.root_url.starts_with("https:");
        auto& mailer = settings_.mailer;
        if (!loaded_.is_set(*find_key("mailer", "SMTP_PORT")))
            mailer.smtp_port = mailer.protocol == MailProtocol::smtps ? 465
                : mailer.protocol == MailProtocol::smtp               ? 25
                                                                      : 587;
    }

    std::string made_root_url() const
    {
        const auto& server = settings_.server;
        const bool https = server.protocol == Protocol::https;
        const bool is_ipv6 = server.domain.find(':') != std::string::npos && !server.domain.starts_with('[');
        auto url =
            std::string(word_of(server.protocol)) + "://" + (is_ipv6 ? "[" + server.domain + "]" : server.domain);
        if (server.http_port != (https ? 443 : 80)) url += ":" + std::to_string(server.http_port);
        return url + "/";
    }

    // Scheme and host in lower case and a slash at the end, since addresses are made by appending to it.
    void check_root_url()
    {
        auto& url = settings_.server.root_url;
        const auto separator = std::min(url.find("://"), url.size());
        const auto host = std::min(separator + 3, url.size());
        const auto scheme = text::to_lower(url.substr(0, separator));
        const auto path = std::min(url.find('/', host), url.size());
        const bool known = scheme == "http" || scheme == "https";
        const bool plain = std::ranges::all_of(url, [](char c) { return c > ' ' && c != 0x7F && c != '\\'; });
        if (!known || !plain || path == host || url.find_first_of("?#@") != url.npos)
            return complain("server", "ROOT_URL", "expected an address such as https://git.example.org/, found " + url);
        url = scheme + "://" + text::to_lower(url.substr(host, path - host)) + url.substr(path);
        if (!url.ends_with('/')) url += '/';
    }

    void read_secret(std::string& secret, const std::string& uri, std::string_view section, const std::string& name)
    {
        if (uri.empty()) return;
        if (!secret.empty()) return complain(section, name + "_URI", name + " is set as well; keep one of them");
        std::string_view path = uri;
        if (!path.starts_with("file:")) return complain(section, name + "_URI", "expected file:/PATH, found " + uri);
        path.remove_prefix(5);
        if (path.starts_with("//")) path.remove_prefix(2);
        const auto content = read_file(resolved(settings_.general.work_path, std::string(path)), largest_secret);
        if (!content) return complain(section, name + "_URI", content.error());
        secret = text::trim(*content);
        if (secret.empty()) complain(section, name + "_URI", "the file " + std::string(path) + " is empty");
    }

    void check()
    {
        const auto& server = settings_.server;
        if (server.protocol == Protocol::https && (server.cert_file.empty() || server.key_file.empty()))
            complain("server", "PROTOCOL", "https needs CERT_FILE and KEY_FILE");
        const auto& jwt_secret = settings_.oauth2.jwt_secret;
        if (!jwt_secret.empty() && base64url_decode(jwt_secret).value_or("").size() != 32)
            complain("oauth2", "JWT_SECRET", "expected 32 bytes in base64url, which are 43 characters without padding");
        const auto& cors = settings_.cors;
        if (cors.enabled && cors.allow_credentials && std::ranges::count(cors.allow_domain, "*") != 0)
            complain("cors", "ALLOW_CREDENTIALS", "with it, ALLOW_DOMAIN must name the origins instead of *");
        check_mailer();
        check_tracing();
        check_workflow_folders();
        for (const auto& word : settings_.security.password_complexity)
            if (!is_one_of(word, {"lower", "upper", "digit", "spec", "off"}))
                complain("security", "PASSWORD_COMPLEXITY", "expected lower, upper, digit, spec or off, found " + word);
        for (const auto& word : settings_.service.allowed_user_visibility_modes)
            if (!is_one_of(word, {"public", "limited", "private"}))
                complain("service", "ALLOWED_USER_VISIBILITY_MODES",
                         "expected public, limited or private, found " + word);
        if (const auto& algorithm = settings_.security.password_hash_algo; !algorithm.starts_with("argon2"))
            loaded_.warnings.push_back(place("security", "PASSWORD_HASH_ALGO")
                                       + ": new passwords are hashed with argon2, not with " + algorithm
                                       + "; hashes that were brought along are still read");
    }

    void complete_actions_url()
    {
        auto& url = settings_.actions.default_actions_url;
        if (text::iequals(url, "github")) url = "https://github.com";
        else if (text::iequals(url, "self")) url = settings_.server.root_url;
        else if (!text::istarts_with(url, "https://") && !text::istarts_with(url, "http://"))
            complain("actions", "DEFAULT_ACTIONS_URL",
                     "expected github, self or an address such as https://code.example.org, found " + url);
        while (url.ends_with('/')) url.pop_back();
    }

    // They become paths in repositories, where nothing leads upward.
    void check_workflow_folders()
    {
        const auto& folders = settings_.actions.workflow_dirs;
        if (folders.empty()) complain("actions", "WORKFLOW_DIRS", "expected at least one folder");
        for (const auto& folder : folders)
            if (folder.empty() || folder.starts_with('/') || folder.ends_with('/') || folder.contains("//"))
                complain("actions", "WORKFLOW_DIRS", "expected a folder such as .github/workflows, found " + folder);
    }

    void check_mailer()
    {
        const auto& mailer = settings_.mailer;
        if (!mailer.enabled) return;
        const bool local = mailer.protocol == MailProtocol::sendmail || mailer.protocol == MailProtocol::dummy;
        if (mailer.from.empty() || (mailer.smtp_addr.empty() && !local))
            complain("mailer", "ENABLED", "mail needs SMTP_ADDR and FROM");
        for (const auto* name : {"FROM", "ENVELOPE_FROM"}) {
            const std::string_view text = name == std::string_view("FROM") ? mailer.from : mailer.envelope_from;
            if (std::ranges::any_of(text, [](char c) { return static_cast<unsigned char>(c) < ' '; })
                || (!text.empty() && text.find('@') == text.npos))
                complain("mailer", name, "expected an address such as cairn@example.org, found " + std::string(text));
        }
    }

    void check_tracing()
    {
        const auto& tracing = settings_.tracing;
        const auto& url = tracing.endpoint;
        const auto separator = url.find("://");
        const auto scheme = text::to_lower(url.substr(0, std::min(separator, url.size())));
        const bool plain = std::ranges::all_of(url, [](char c) { return c > ' ' && c != 0x7F && c != '\\'; });
        const auto host = separator == url.npos ? "" : url.substr(separator + 3);
        if ((scheme != "http" && scheme != "https") || !plain || host.empty() || host.starts_with('/')
            || host.find_first_of("@#") != host.npos)
            complain("tracing", "ENDPOINT",
                     "expected an address such as http://127.0.0.1:4318/v1/traces, without a password");
        if (!parse_header_list(tracing.headers))
            complain("tracing", "HEADERS", "expected NAME=VALUE, several separated by commas");
        if (tracing.service_name.empty()) complain("tracing", "SERVICE_NAME", "it is needed");
    }

    static bool is_one_of(std::string_view word, std::initializer_list<std::string_view> words)
    {
        return std::ranges::any_of(words, [&](std::string_view w) { return text::iequals(w, word); });
    }

    Loaded& loaded_;
    Settings& settings_;
    LoadErrors& errors_;
};

} // namespace

void complete(Loaded& loaded, LoadErrors& errors) { Completion(loaded, errors).run(); }

} // namespace cairn::config

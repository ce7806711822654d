#include "import/old_site.hpp"

#include <unistd.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <optional>

#include "base/text.hpp"
#include "config/file.hpp"
#include "config/ini.hpp"

namespace cairn::import {

namespace fs = std::filesystem;

namespace {

constexpr std::size_t largest_file = 1024 * 1024;

// Values by section and key; names are found in any case, and the last of two wins.
class Values {
public:
    explicit Values(config::Ini ini) : ini_(std::move(ini)) { }

    std::string at(std::string_view section, std::string_view key, std::string fallback = {}) const
    {
        for (auto entry = ini_.entries.rbegin(); entry != ini_.entries.rend(); ++entry)
            if (text::iequals(entry->section, section) && text::iequals(entry->key, key) && !entry->value.empty())
                return entry->value;
        return fallback;
    }

private:
    config::Ini ini_;
};

std::unexpected<Error> refuse(std::string sentence) { return fail(Errc::unprocessable, std::move(sentence)); }

bool is_folder(const fs::path& path)
{
    std::error_code error;
    return fs::is_directory(path, error);
}

// Where nobody says it: the packages put app.ini into /etc and the data elsewhere, everything else follows the layout
// WORK_PATH/custom/conf/app.ini.
fs::path guess_work_path(const fs::path& app_ini)
{
    const auto folder = app_ini.parent_path();
    if (folder.filename() == "conf" && folder.parent_path().filename() == "custom")
        return folder.parent_path().parent_path();
    for (const fs::path usual : {"/var/lib/gitea", "/var/lib/forgejo"})
        if (is_folder(usual / "data")) return usual;
    // The container image has /data/gitea/conf/app.ini.
    if (folder.filename() == "conf") return folder.parent_path();
    return folder;
}

std::string absolute(const fs::path& base, const std::string& path)
{
    return (fs::path(path).is_absolute() ? fs::path(path) : base / path).lexically_normal().string();
}

class Reader {
public:
    Reader(const Values& values, const fs::path& work_path)
        : values_(values), work_path_(work_path),
          data_(absolute(work_path, values.at("server", "APP_DATA_PATH", "data")))
    {
    }

    const std::string& data() const { return data_; }

    // [attachment] PATH or [storage.attachments] PATH, whichever is set; else a folder of the data.
    OldFolder folder(std::string_view section, std::string_view key, std::string_view storage,
                     std::string_view usual) const
    {
        const auto own = "storage." + std::string(storage);
        for (const auto& where : {std::string(section), own, std::string("storage")})
            if (const auto type = values_.at(where, "STORAGE_TYPE"); !type.empty() && !text::iequals(type, "local"))
                return {.path = {}, .why = "they are kept on another server (" + type + ") and not on this disk"};
        for (const auto& where : {values_.at(section, key), values_.at(own, "PATH")})
            if (!where.empty()) return {.path = absolute(work_path_, where)};
        if (const auto shared = values_.at("storage", "PATH"); !shared.empty())
            return {.path = absolute(work_path_, shared) + "/" + std::string(storage)};
        return {.path = data_ + "/" + std::string(usual)};
    }

    OldFolder lfs() const
    {
        if (const auto old = values_.at("server", "LFS_CONTENT_PATH"); !old.empty())
            return {.path = absolute(work_path_, old)};
        return folder("lfs", "PATH", "lfs", "lfs");
    }

    Result<db::Options> database() const
    {
        const auto type = text::to_lower(values_.at("database", "DB_TYPE"));
        db::Options options;
        if (type == "sqlite3") {
            options.path = sqlite_path();
            std::error_code error;
            if (!fs::is_regular_file(options.path, error))
                return refuse("the database " + options.path
                              + " is not there: say with --work-path which folder the old server runs in");
            if (::access(options.path.c_str(), R_OK) != 0)
                return refuse("the database " + options.path + " cannot be read by this user");
            return options;
        }
        if (type == "postgres" || type == "postgresql") {
            options.engine = db::Options::Engine::postgres;
            options.host = values_.at("database", "HOST", "127.0.0.1:5432");
            options.name = values_.at("database", "NAME", "gitea");
            options.user = values_.at("database", "USER");
            options.password = values_.at("database", "PASSWD");
            options.ssl_mode = values_.at("database", "SSL_MODE", "disable");
            options.schema = values_.at("database", "SCHEMA");
            options.connections = 1;
            return options;
        }
        if (type.empty()) return refuse("the file says nothing about a database: is it the app.ini of the old server?");
        return refuse("the old server keeps its data in '" + type
                      + "', and SQLite and PostgreSQL are what can be read: have it moved to one of them first "
                        "(its own `dump --database sqlite3` makes such a copy)");
    }

    std::string repositories() const
    {
        const auto set = values_.at("repository", "ROOT");
        if (!set.empty()) return absolute(work_path_, set);
        for (const auto* usual : {"/gitea-repositories", "/forgejo-repositories"})
            if (is_folder(data_ + usual)) return data_ + usual;
        return data_ + "/gitea-repositories";
    }

    Result<std::string> secret_key() const
    {
        const auto uri = values_.at("security", "SECRET_KEY_URI");
        constexpr std::string_view scheme = "file:";
        if (!uri.starts_with(scheme)) return values_.at("security", "SECRET_KEY");
        const auto read = config::read_file(uri.substr(scheme.size()), largest_file);
        if (!read) return refuse("SECRET_KEY_URI: " + read.error());
        return std::string(text::trim(*read));
    }

private:
    std::string sqlite_path() const
    {
        if (const auto set = values_.at("database", "PATH"); !set.empty()) return absolute(work_path_, set);
        std::error_code error;
        if (fs::exists(data_ + "/forgejo.db", error)) return data_ + "/forgejo.db";
        return data_ + "/gitea.db";
    }

    const Values& values_;
    fs::path work_path_;
    std::string data_;
};

std::string name_of(const db::Options& options)
{
    if (options.engine == db::Options::Engine::sqlite) {
        std::error_code error;
        const auto path = fs::canonical(options.path, error);
        return "sqlite:" + (error ? options.path : path.string());
    }
    return "postgres:" + options.host + "/" + options.name + (options.schema.empty() ? "" : "/" + options.schema);
}

} // namespace

Result<OldSite> read_old_site(const std::string& app_ini, const std::string& work_path)
{
    std::error_code error;
    const auto file = fs::absolute(app_ini, error);
    const auto text = config::read_file(file.string(), largest_file);
    if (!text) return refuse(text.error());
    const Values values(config::parse_ini(*text));

    fs::path base = work_path.empty() ? fs::path(values.at("", "WORK_PATH")) : fs::absolute(work_path, error);
    if (base.empty()) base = guess_work_path(file);
    const Reader reader(values, base);

    OldSite site;
    site.database = TRY(reader.database());
    site.name = name_of(site.database);
    site.repositories = reader.repositories();
    if (!is_folder(site.repositories))
        return refuse("the folder of repositories " + site.repositories
                      + " is not there: see [repository] ROOT, or say with --work-path where the old server runs");
    if (::access(site.repositories.c_str(), R_OK | X_OK) != 0)
        return refuse("the folder of repositories " + site.repositories + " cannot be read by this user");
    site.lfs = reader.lfs();
    site.attachments = reader.folder("attachment", "PATH", "attachments", "attachments");
    site.avatars = reader.folder("picture", "AVATAR_UPLOAD_PATH", "avatars", "avatars");
    site.repository_avatars = reader.folder("picture", "REPOSITORY_AVATAR_UPLOAD_PATH", "repo-avatars", "repo-avatars");
    site.packages = reader.folder("packages", "PATH", "packages", "packages");
    site.logs = reader.folder("storage.actions_log", "PATH", "actions_log", "actions_log");
    site.secret_key = TRY(reader.secret_key());
    site.root_url = values.at("server", "ROOT_URL");
    if (values.at("server", "PROTOCOL", "http").starts_with("http"))
        site.port = text::parse_integer(values.at("server", "HTTP_PORT", "3000"), 1, 65535).value_or(0);
    return site;
}

} // namespace cairn::import

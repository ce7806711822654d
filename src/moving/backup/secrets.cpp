#include "backup/secrets.hpp"

#include <filesystem>
#include <system_error>

#include "base/encoding.hpp"
#include "base/text.hpp"
#include "config/file.hpp"
#include "config/secrets.hpp"
#include "config/settings.hpp"
#include "crypto/digest.hpp"

namespace cairn::backup {

namespace fs = std::filesystem;

namespace {

constexpr std::size_t largest_key = 1U << 20;
constexpr std::string_view setting = "setting/";

struct KeyFile {
    std::string name; // in the backup: the same for every site, wherever that has it
    fs::path path;
};

// Where a site has its keys, or would have them.
std::vector<KeyFile> places_of_keys(const config::Settings& settings)
{
    std::vector<KeyFile> files;
    const fs::path data = settings.server.app_data_path;
    for (const auto& name : settings.server.ssh_server_host_keys)
        files.push_back({"ssh-host-key/" + fs::path(name).filename().string(), data / name});
    if (!settings.repository_signing.signing_key.empty())
        files.push_back({"commit-signing-key/key", settings.repository_signing.signing_key});
    return files;
}

// Beside its file stand those of other algorithms.
std::vector<KeyFile> keys_of_tokens(const config::Settings& settings)
{
    std::vector<KeyFile> files;
    const fs::path first = settings.oauth2.jwt_signing_private_key_file;
    std::error_code none;
    for (const auto& entry : fs::directory_iterator(first.parent_path(), none))
        if (const auto name = entry.path().filename().string(); name.starts_with(first.filename().string()))
            files.push_back({"token-key/key" + name.substr(first.filename().string().size()), entry.path()});
    return files;
}

// Where this site has what the other one called so; empty: it has no place for it.
fs::path place_of(const config::Settings& settings, const std::string& name)
{
    constexpr std::string_view tokens = "token-key/key";
    if (name.starts_with(tokens) && name.find('/', tokens.size()) == name.npos)
        return settings.oauth2.jwt_signing_private_key_file + name.substr(tokens.size());
    for (const auto& file : places_of_keys(settings))
        if (file.name == name) return file.path;
    return {};
}

} // namespace

std::string mark_of_secret(const config::Settings& settings)
{
    const auto code = crypto::hmac_sha256(settings.security.secret_key, "the site that a backup is of");
    const std::string_view bytes(reinterpret_cast<const char*>(code.data()), 12);
    return settings.security.secret_key.empty() ? "" : base64url_encode(bytes);
}

void write_secrets(const config::Settings& settings, PartWriter& parts, const std::function<void(const Line&)>& tell)
{
    const auto add = [&](const std::string& name, const std::string& value) {
        const auto part = parts.keep(value);
        tell({.kind = LineKind::secret, .name = name, .sha256 = part.sha256, .size = part.size});
    };
    for (const auto& secret : config::secrets_of(settings))
        add(std::string(setting) + secret.section + "/" + secret.name, secret.value);
    auto files = places_of_keys(settings);
    for (auto& file : keys_of_tokens(settings)) files.push_back(std::move(file));
    for (const auto& file : files)
        if (const auto key = config::read_file(file.path.string(), largest_key)) add(file.name, *key);
}

Result<> read_secrets(config::Loaded& loaded, const std::vector<Line>& lines, const PartReader& parts)
{
    std::vector<config::NamedSecret> given;
    for (const auto& line : lines) {
        if (!line.name.starts_with(setting)) continue;
        const auto words = text::split(std::string_view(line.name).substr(setting.size()), '/');
        if (words.size() != 2) return fail(Errc::unprocessable, "this is no secret of a site: " + line.name);
        given.push_back({std::string(words[0]), std::string(words[1]), parts.read(line.part())});
    }
    TRY(config::ensure_secrets(loaded, given));
    for (const auto& line : lines) {
        const auto path = place_of(loaded.settings, line.name);
        std::error_code error;
        if (path.empty() || fs::exists(path, error)) continue;
        fs::create_directories(path.parent_path());
        if (const auto written = config::replace_file(path.string(), parts.read(line.part())); !written)
            return fail(Errc::unavailable, written.error());
    }
    return {};
}

} // namespace cairn::backup

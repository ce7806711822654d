#include "config/secrets.hpp"

#include <sys/random.h>

#include <cerrno>
#include <filesystem>
#include <system_error>

#include "base/encoding.hpp"
#include "base/text.hpp"
#include "config/file.hpp"
#include "config/ini.hpp"

namespace cairn::config {

namespace {

constexpr std::size_t largest_file = 1 << 20;

struct Secret {
    const Key* key;
    std::size_t bytes;
};

const std::vector<Secret>& all_secrets()
{
    static const std::vector<Secret> secrets{{find_key("security", "SECRET_KEY"), 48},
                                             {find_key("oauth2", "JWT_SECRET"), 32}};
    return secrets;
}

std::string& value_of(const Secret& secret, Settings& settings)
{
    return *static_cast<std::string*>(secret.key->in(settings));
}

std::string random_secret(std::size_t bytes)
{
    std::string random(bytes, '\0');
    for (std::size_t filled = 0; filled < bytes;) {
        const auto count = ::getrandom(random.data() + filled, bytes - filled, 0);
        if (count < 0 && errno == EINTR) continue;
        if (count < 0) throw std::system_error(errno, std::generic_category(), "getrandom");
        filled += static_cast<std::size_t>(count);
    }
    return base64url_encode(random);
}

std::string variable_of(const Key& key) { return "CAIRN__" + text::to_upper(key.section) + "__" + key.name; }

std::unexpected<Error> cannot_save(const Loaded& loaded, const std::vector<Secret>& missing, const std::string& why)
{
    std::vector<std::string> names;
    std::vector<std::string> variables;
    for (const auto& secret : missing) {
        names.push_back(secret.key->label());
        variables.push_back(variable_of(*secret.key));
    }
    return fail(Errc::unavailable,
                "nobody has set " + text::join(names, ", ") + ", and new ones cannot be saved: " + why + ". Make "
                    + loaded.file + " and its folder writable for the first start, or set "
                    + text::join(variables, ", "));
}

// What another process may have saved since the file was loaded.
std::string saved_value(const Ini& ini, const Key& key)
{
    std::string value;
    for (const auto& entry : ini.entries)
        if (text::iequals(entry.section, key.section) && text::iequals(entry.key, key.name)) value = entry.value;
    return value;
}

std::string given_value(std::span<const NamedSecret> given, const Key& key)
{
    for (const auto& secret : given)
        if (secret.section == key.section && secret.name == key.name) return secret.value;
    return {};
}

} // namespace

std::vector<NamedSecret> secrets_of(const Settings& settings)
{
    auto copy = settings;
    std::vector<NamedSecret> found;
    for (const auto& secret : all_secrets())
        if (const auto& value = value_of(secret, copy); !value.empty())
            found.push_back({std::string(secret.key->section), std::string(secret.key->name), value});
    return found;
}

Result<> ensure_secrets(Loaded& loaded, std::span<const NamedSecret> given)
{
    std::vector<Secret> missing;
    for (const auto& secret : all_secrets())
        if (value_of(secret, loaded.settings).empty()) missing.push_back(secret);
    if (missing.empty()) return {};

    const auto folder = std::filesystem::path(loaded.file).parent_path();
    std::error_code error;
    std::filesystem::create_directories(folder, error);
    if (error) return cannot_save(loaded, missing, folder.string() + " cannot be made: " + error.message());
    const FolderLock lock(folder);

    std::string text = "; The settings of this site. What can be set, and how, is in docs/app.example.ini.\n";
    if (std::filesystem::exists(loaded.file, error) || error) {
        auto content = read_file(loaded.file, largest_file);
        if (!content) return cannot_save(loaded, missing, content.error());
        text = std::move(*content);
    }
    const auto ini = parse_ini(text);
    bool changed = false;
    for (const auto& secret : missing) {
        auto value = saved_value(ini, *secret.key);
        if (value.empty()) {
            value = given_value(given, *secret.key);
            if (value.empty()) value = random_secret(secret.bytes);
            text = set_in_ini(text, secret.key->section, secret.key->name, value);
            changed = true;
        }
        value_of(secret, loaded.settings) = std::move(value);
        loaded.origins[secret.key] = {Origin::Source::file, loaded.file};
    }
    if (!changed) return {};
    if (const auto saved = replace_file(loaded.file, text); !saved) return cannot_save(loaded, missing, saved.error());
    return {};
}

} // namespace cairn::config

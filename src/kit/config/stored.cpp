#include "config/stored.hpp"

#include <algorithm>

#include "base/text.hpp"
#include "config/check.hpp"
#include "config/value.hpp"

namespace cairn::config {

namespace {

// By "section.NAME". What is read once, when the program starts, must not be among them.
constexpr std::string_view names[] = {
    "ui.ANNOUNCEMENT",
    "ui.ANNOUNCEMENT_FOR",
    "service.DISABLE_REGISTRATION",
    "service.REGISTER_MANUAL_CONFIRM",
    "service.REGISTER_EMAIL_CONFIRM",
    "service.ENABLE_CAPTCHA",
    "service.CAPTCHA_TYPE",
    "service.EMAIL_DOMAIN_ALLOWLIST",
    "service.EMAIL_DOMAIN_BLOCKLIST",
    "service.REQUIRE_SIGNIN_VIEW",
    "service.DEFAULT_USER_VISIBILITY",
    "service.ALLOWED_USER_VISIBILITY_MODES",
    "service.DEFAULT_USER_IS_RESTRICTED",
    "service.DEFAULT_KEEP_EMAIL_PRIVATE",
    "service.DEFAULT_ALLOW_CREATE_ORGANIZATION",
    "service.DEFAULT_ORG_VISIBILITY",
    "service.DEFAULT_ORG_MEMBER_VISIBLE",
    "service.ENABLE_USER_HEATMAP",
    "admin.DISABLE_REGULAR_ORG_CREATION",
    "repository.DEFAULT_BRANCH",
    "repository.DEFAULT_PRIVATE",
    "repository.FORCE_PRIVATE",
    "repository.MAX_CREATION_LIMIT",
    "repository.ENABLE_PUSH_CREATE_USER",
    "repository.ENABLE_PUSH_CREATE_ORG",
    "repository.DEFAULT_PUSH_CREATE_PRIVATE",
    "repository.DISABLE_MIGRATIONS",
    "repository.DISABLE_DOWNLOAD_SOURCE_ARCHIVES",
    "repository.DISABLE_STARS",
    "repository.signing.DEFAULT_TRUST_MODEL",
    "server.LANDING_PAGE",
    "ui.DEFAULT_THEME",
    "other.ENABLE_FEED",
};

std::vector<const Key*> find_all()
{
    std::vector<const Key*> found;
    for (const auto name : names)
        if (const auto* key = find_named(name)) found.push_back(key);
    return found;
}

// In app.ini an empty value is the default, and only a list can be meant to be empty. Here it can be a text as well
// whose default is that.
bool is_missing(const Key& key, std::string_view text)
{
    if (!text.empty() || key.field->type().kind == Kind::list) return false;
    if (key.field->type().kind != Kind::string) return true;
    const Settings defaults;
    return !write_value(*key.field, key.in(defaults)).empty();
}

// Sets it, or says why not and leaves it as it was.
std::string set(Settings& settings, const Key& key, std::string_view text)
{
    if (is_missing(key, text)) return "expected " + expected_value(*key.field);
    const auto before = write_value(*key.field, key.in(settings));
    if (!read_value(*key.field, key.in(settings), text)) {
        read_value(*key.field, key.in(settings), before); // a list may have got a part of it
        return "expected " + expected_value(*key.field);
    }
    for (const auto& complaint : check(settings))
        if (complaint.key == &key) {
            read_value(*key.field, key.in(settings), before);
            return complaint.problem;
        }
    return {};
}

std::string reason(const Loaded& loaded, const Key& key)
{
    switch (fixed_by(loaded, key)) {
    case FixedBy::environment: return "the environment has it: " + loaded.origins.at(&key).place;
    case FixedBy::file: return "[admin] FIXED_SETTINGS leaves it to the file";
    case FixedBy::nobody: break;
    }
    return {};
}

} // namespace

std::span<const Key* const> changeable()
{
    static const auto found = find_all();
    return found;
}

bool is_changeable(const Key& key) { return std::ranges::find(changeable(), &key) != changeable().end(); }

FixedBy fixed_by(const Loaded& loaded, const Key& key)
{
    const auto origin = loaded.origins.find(&key);
    if (origin != loaded.origins.end() && origin->second.source == Origin::Source::environment)
        return FixedBy::environment;
    const auto is_named = [&](const std::string& name) { return name == "*" || find_named(name) == &key; };
    return std::ranges::any_of(loaded.settings.admin.fixed_settings, is_named) ? FixedBy::file : FixedBy::nobody;
}

Overlaid lay_over(const Loaded& loaded, std::span<const StoredValue> values)
{
    Overlaid over{.loaded = loaded, .passed_over = {}};
    for (const auto& stored : values) {
        const auto* key = find_key(stored.section, stored.name);
        auto why = key == nullptr || !is_changeable(*key) ? "this version does not let it be changed here"
                                                          : reason(loaded, *key);
        if (why.empty()) why = set(over.loaded.settings, *key, stored.value);
        if (why.empty()) over.loaded.origins[key] = {Origin::Source::database, stored.place};
        else over.passed_over.push_back({stored, std::move(why)});
    }
    return over;
}

std::expected<std::string, std::string> accept_value(const Loaded& loaded, const Key& key, std::string_view text)
{
    auto settings = loaded.settings;
    if (auto problem = set(settings, key, text); !problem.empty()) return std::unexpected(std::move(problem));
    return write_value(*key.field, key.in(settings));
}

} // namespace cairn::config

#include "admin/site_settings.hpp"

#include <algorithm>

#include "accounts/audit/audit.hpp"
#include "base/log.hpp"
#include "base/text.hpp"
#include "config/value.hpp"
#include "db/database.hpp"

namespace cairn::admin {

using accounts::AuditKind;
using api::Call;

namespace {

struct SettingRow {
    std::string section;
    std::string name;
    std::string value;
    std::string changed_by;
    Time changed_at{};
};
BOOST_DESCRIBE_STRUCT(SettingRow, (), (section, name, value, changed_by, changed_at))

struct ToldSetting {
    std::string setting;
    std::string before;
    std::string after;
    bool back_to_file = false;
};
BOOST_DESCRIBE_STRUCT(ToldSetting, (), (setting, before, after, back_to_file))

std::vector<config::StoredValue> stored_values(db::Queries& db)
{
    std::vector<config::StoredValue> values;
    for (auto& row : db.all<SettingRow>("SELECT section, name, value, changed_by, changed_at FROM site_setting"
                                        " ORDER BY section, name"))
        values.push_back({.section = std::move(row.section),
                          .name = std::move(row.name),
                          .value = std::move(row.value),
                          .place = row.changed_by + ", " + to_rfc3339(row.changed_at).substr(0, 10)});
    return values;
}

// What tells one state of the settings from another.
std::string mark_of(const config::Overlaid& over)
{
    std::string mark;
    for (const auto* key : config::changeable()) {
        const auto value = config::write_value(*key->field, key->in(over.loaded.settings));
        mark += std::to_string(value.size()) + ':' + value;
    }
    return mark;
}

std::string value_of(const config::Loaded& loaded, const config::Key& key)
{
    return config::write_value(*key.field, key.in(loaded.settings));
}

Result<> check_may_change(const config::Loaded& said, const config::Key& key)
{
    if (!config::is_changeable(key)) return fail(Errc::forbidden, "this setting is changed in the file alone");
    switch (config::fixed_by(said, key)) {
    case config::FixedBy::environment:
        return fail(Errc::forbidden,
                    "this setting is fixed by the environment of the server: " + said.origins.at(&key).place);
    case config::FixedBy::file: return fail(Errc::forbidden, "this setting is fixed by [admin] FIXED_SETTINGS");
    case config::FixedBy::nobody: break;
    }
    return {};
}

} // namespace

config::Overlaid settings_of_site(db::Database& db, const config::Loaded& said)
{
    return config::lay_over(said, stored_values(db));
}

SiteSettings::SiteSettings(db::Database& db, config::Loaded said) : db_(db), said_(std::move(said))
{
    reload();
    for (const auto& [stored, why] : in_force()->passed_over)
        log::warn("a setting in the database does not hold",
                  {{"setting", config::label(stored.section, stored.name)}, {"why", why}});
}

std::shared_ptr<const config::Overlaid> SiteSettings::in_force() const
{
    const std::lock_guard lock(state_);
    return in_force_;
}

void SiteSettings::reload()
{
    const std::lock_guard reading(reading_);
    auto over = std::make_shared<const config::Overlaid>(settings_of_site(db_, said_));
    const std::lock_guard lock(state_);
    auto& kept = kept_[mark_of(*over)];
    if (kept == nullptr) kept = std::make_unique<const config::Settings>(over->loaded.settings);
    in_force_ = std::move(over);
    now_.store(kept.get(), std::memory_order_release);
}

Result<> SiteSettings::change(const Call& call, const config::Key& key, std::string_view value, std::string_view seen)
{
    TRY(check_may_change(said_, key));
    const auto accepted = config::accept_value(in_force()->loaded, key, value);
    if (!accepted) return fail(Errc::unprocessable, "[value]: " + accepted.error());
    return put(call, key, &*accepted, seen);
}

Result<> SiteSettings::reset(const Call& call, const config::Key& key, std::string_view seen)
{
    TRY(check_may_change(said_, key));
    return put(call, key, nullptr, seen);
}

Result<> SiteSettings::put(const Call& call, const config::Key& key, const std::string* value, std::string_view seen)
{
    auto event = accounts::audit_event(call, AuditKind::setting_changed);
    const auto changed_by = event.actor;
    const auto written = db_.write([&](db::Transaction& tx) -> Result<> {
        const auto over = config::lay_over(said_, stored_values(tx));
        const auto before = value_of(over.loaded, key);
        if (before != seen)
            return fail(Errc::conflict, "somebody else has changed this setting meanwhile; now it is as shown here");
        const auto after = value != nullptr ? *value : value_of(said_, key);
        if (value == nullptr)
            tx.run("DELETE FROM site_setting WHERE section = $1 AND name = $2", key.section, key.name);
        else
            tx.run("INSERT INTO site_setting (section, name, value, changed_by, changed_at)"
                   " VALUES ($1, $2, $3, $4, $5) ON CONFLICT (section, name) DO UPDATE"
                   " SET value = excluded.value, changed_by = excluded.changed_by, changed_at = excluded.changed_at",
                   key.section, key.name, *value, changed_by, Time::now());
        event.details = accounts::audit_details(
            ToldSetting{.setting = key.label(), .before = before, .after = after, .back_to_file = value == nullptr});
        accounts::audit(tx, event);
        return {};
    });
    reload(); // also where it is not as it seemed
    if (written && tell_others_) tell_others_();
    return written;
}

} // namespace cairn::admin

#include "packages/cleanup.hpp"

#include "base/deadline.hpp"
#include "base/glob.hpp"
#include "base/text.hpp"
#include "db/database.hpp"
#include "packages/publishing.hpp"

namespace cairn::packages {

namespace {

constexpr db::SqlText select_rules =
    "SELECT id, owner_id, type, enabled, keep_count, keep_pattern, remove_days, remove_pattern, updated_at"
    " FROM package_cleanup_rule";
constexpr auto rule_of_owner = select_rules + " WHERE owner_id = $1 AND type = $2";
constexpr auto rules_in_force = select_rules + " WHERE enabled = $1 AND id > $2 ORDER BY id LIMIT 100";

// Behind the newest ones of their packages, and old enough.
constexpr auto old_versions = select_versions
    + " JOIN (SELECT n.id, row_number() OVER (PARTITION BY n.package_id ORDER BY n.id DESC) AS place"
      " FROM package_version n JOIN package q ON q.id = n.package_id WHERE q.owner_id = $1 AND q.type = $2) ranked"
      " ON ranked.id = v.id WHERE ranked.place > $3 AND v.created_at < $4 AND v.id > $5 ORDER BY v.id LIMIT $6";

constexpr std::int64_t day_seconds = 86'400;
constexpr std::int64_t most_kept = 1000;
constexpr std::int64_t most_days = 36'500;

Result<void> check_range(std::string_view member, std::int64_t value, std::int64_t most)
{
    if (value >= 0 && value <= most) return {};
    return fail(Errc::unprocessable, "[" + std::string(member) + "]: must be from 0 to " + std::to_string(most));
}

Result<void> check_pattern(std::string_view member, const std::string& pattern)
{
    if (pattern.empty() || Glob::parse(pattern, "")) return {};
    return fail(Errc::unprocessable, "[" + std::string(member) + "]: is not a pattern");
}

// All signs of a version may be meant by a star.
std::optional<Glob> pattern_of(const std::string& text) { return text.empty() ? std::nullopt : Glob::parse(text, ""); }

// Those behind the one with the id `after`.
std::vector<StoredVersion> old_versions_of(db::Queries& db, const CleanupRule& rule, std::int64_t after,
                                           std::int64_t most)
{
    const auto now = Time::now().seconds;
    return db.all<StoredVersion>(old_versions.text, rule.owner_id, rule.type, rule.keep_count,
                                 rule.remove_days == 0 ? now + 1 : now - rule.remove_days * day_seconds, after, most);
}

// What the patterns of a rule say.
class Sieve {
public:
    explicit Sieve(const CleanupRule& rule)
        : keep_(pattern_of(rule.keep_pattern)), remove_(pattern_of(rule.remove_pattern))
    {
    }

    bool removes(const std::string& version) const
    {
        return !(keep_ && keep_->matches(version)) && (!remove_ || remove_->matches(version));
    }

private:
    std::optional<Glob> keep_;
    std::optional<Glob> remove_;
};

// In parts, so that those which stay do not hide those behind them; and as long as the rule is as it was.
void apply_rule(const api::Site& site, const CleanupRule& rule, const std::stop_token& stop)
{
    constexpr std::int64_t at_once = 1000;
    const Sieve sieve(rule);
    std::int64_t last = 0;
    for (;;) {
        const auto now = find_cleanup_rule(site.db, rule.owner_id, rule.type);
        if (!now || !now->enabled || now->updated_at != rule.updated_at) return;
        const auto versions = old_versions_of(site.db, rule, last, at_once);
        if (versions.empty()) return;
        for (const auto& version : versions) {
            if (stop.stop_requested()) return;
            last = version.id;
            if (sieve.removes(version.version)) delete_version(site, version.id, rule.owner_id);
        }
    }
}

} // namespace

std::optional<CleanupRule> find_cleanup_rule(db::Queries& db, std::int64_t owner_id, std::string_view type)
{
    return db.first<CleanupRule>(rule_of_owner.text, owner_id, type);
}

Result<void> save_cleanup_rule(db::Database& db, std::int64_t owner_id, std::string_view type,
                               const CleanupRuleOption& wanted)
{
    const std::string keep(text::trim(wanted.keep_pattern));
    const std::string remove(text::trim(wanted.remove_pattern));
    TRY(check_range("keep_count", wanted.keep_count, most_kept));
    TRY(check_range("remove_days", wanted.remove_days, most_days));
    TRY(check_pattern("keep_pattern", keep));
    TRY(check_pattern("remove_pattern", remove));
    if (wanted.keep_count == 0 && wanted.remove_days == 0 && remove.empty())
        return fail(Errc::unprocessable,
                    "[keep_count]: the rule would remove every version: keep some, wait some days, or say which");
    db.write([&](db::Transaction& tx) {
        tx.run("INSERT INTO package_cleanup_rule (owner_id, type, enabled, keep_count, keep_pattern, remove_days,"
               " remove_pattern, updated_at) VALUES ($1, $2, $3, $4, $5, $6, $7, $8)"
               " ON CONFLICT (owner_id, type) DO UPDATE SET enabled = excluded.enabled,"
               " keep_count = excluded.keep_count, keep_pattern = excluded.keep_pattern,"
               " remove_days = excluded.remove_days, remove_pattern = excluded.remove_pattern,"
               " updated_at = excluded.updated_at",
               owner_id, type, wanted.enabled, wanted.keep_count, keep, wanted.remove_days, remove, Time::now());
    });
    return {};
}

Result<void> delete_cleanup_rule(db::Database& db, std::int64_t owner_id, std::string_view type)
{
    return db.write([&](db::Transaction& tx) -> Result<void> {
        if (tx.run("DELETE FROM package_cleanup_rule WHERE owner_id = $1 AND type = $2", owner_id, type) == 0)
            return not_found("the rule");
        return {};
    });
}

RemovedVersions removed_by(db::Queries& db, const CleanupRule& rule, std::size_t most)
{
    constexpr std::int64_t looked_at = 20'000;
    // Both the patterns and the versions are the owner's to make long.
    const Deadline patience(std::chrono::seconds(2));
    const Sieve sieve(rule);
    RemovedVersions removed;
    auto versions = old_versions_of(db, rule, 0, looked_at);
    removed.cut = std::ssize(versions) == looked_at;
    for (auto& version : versions) {
        if (!Deadline::is_ahead_now()) {
            removed.cut = true;
            break;
        }
        if (!sieve.removes(version.version)) continue;
        ++removed.total;
        if (removed.items.size() < most) removed.items.push_back(std::move(version));
    }
    return removed;
}

void apply_cleanup_rules(const api::Site& site, const std::stop_token& stop)
{
    std::int64_t last = 0;
    for (;;) {
        const auto rules = site.db.all<CleanupRule>(rules_in_force.text, true, last);
        if (rules.empty()) return;
        for (const auto& rule : rules) {
            if (stop.stop_requested()) return;
            last = rule.id;
            apply_rule(site, rule, stop);
        }
    }
}

} // namespace cairn::packages

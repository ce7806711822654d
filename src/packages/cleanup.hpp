// Rules by which old versions of packages go by themselves: one for each owner and kind of package.
#pragma once

#include <stop_token>

#include "packages/package.hpp"

namespace cairn::packages {

struct CleanupRule {
    std::int64_t id = 0;
    std::int64_t owner_id = 0;
    std::string type;
    bool enabled = true;
    std::int64_t keep_count = 0;  // of the newest versions of each package
    std::string keep_pattern;     // versions that stay, such as release-*
    std::int64_t remove_days = 0; // only versions that are older
    std::string remove_pattern;   // only versions that fit; empty: all of them
    Time updated_at;
};
BOOST_DESCRIBE_STRUCT(CleanupRule, (),
                      (id, owner_id, type, enabled, keep_count, keep_pattern, remove_days, remove_pattern, updated_at))

struct CleanupRuleOption {
    bool enabled = true;
    std::int64_t keep_count = 5;
    std::string keep_pattern;
    std::int64_t remove_days = 30;
    std::string remove_pattern;
};
BOOST_DESCRIBE_STRUCT(CleanupRuleOption, (), (enabled, keep_count, keep_pattern, remove_days, remove_pattern))
constexpr auto notes(const CleanupRuleOption*)
{
    return std::array{Note{.member = "keep_pattern", .max_length = 255},
                      Note{.member = "remove_pattern", .max_length = 255}};
}

// The owner's rule for that kind of package, if there is one.
std::optional<CleanupRule> find_cleanup_rule(db::Queries&, std::int64_t owner_id, std::string_view type);

// Makes the rule, or changes it. Errc::unprocessable for numbers out of range, for a pattern that is none, and for a
// rule that would leave nothing: it keeps some versions, waits some days, or says which ones are meant.
Result<void> save_cleanup_rule(db::Database&, std::int64_t owner_id, std::string_view type, const CleanupRuleOption&);

// Errc::not_found
Result<void> delete_cleanup_rule(db::Database&, std::int64_t owner_id, std::string_view type);

// What the rule would remove now, the oldest first.
struct RemovedVersions {
    std::vector<StoredVersion> items{}; // at most as many as were asked for
    std::int64_t total = 0;
    bool cut = false; // there are more versions than are looked at while somebody waits
};
RemovedVersions removed_by(db::Queries&, const CleanupRule&, std::size_t most);

// Does what all rules say, for their owners.
void apply_cleanup_rules(const api::Site&, const std::stop_token&);

} // namespace cairn::packages

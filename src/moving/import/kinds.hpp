// Everything that moves, in the order in which it must: what others refer to comes before them.
#pragma once

#include <span>

#include "import/kind.hpp"

namespace cairn::import {

std::span<const Kind* const> all_kinds();

// Tables there that hold nothing anybody would miss, or that are made anew here.
bool is_dispensable(std::string_view table);

// Why a table is not read; empty for one that nobody here knows.
std::string_view reason_for_leaving(std::string_view table);

// A deadline that nobody has set is written there as one in a distant future.
Time without_far_future(Time deadline);

extern const Kind accounts_kind;
extern const Kind addresses_kind;
extern const Kind codes_kind;
extern const Kind security_keys_kind;
extern const Kind keys_kind;
extern const Kind gpg_keys_kind;
extern const Kind tokens_kind;
extern const Kind avatars_kind;
extern const Kind account_redirects_kind;
extern const Kind follows_kind;
extern const Kind blocks_kind;
extern const Kind forgejo_blocks_kind;
extern const Kind teams_kind;
extern const Kind seats_kind;
extern const Kind members_kind;
extern const Kind repositories_kind;
extern const Kind repository_avatars_kind;
extern const Kind origins_kind;
extern const Kind team_repositories_kind;
extern const Kind collaborations_kind;
extern const Kind stars_kind;
extern const Kind watches_kind;
extern const Kind repository_redirects_kind;
extern const Kind deploy_keys_kind;
extern const Kind branch_rules_kind;
extern const Kind tag_rules_kind;
extern const Kind statuses_kind;
extern const Kind labels_kind;
extern const Kind milestones_kind;
extern const Kind issues_kind;
extern const Kind pins_kind;
extern const Kind issue_labels_kind;
extern const Kind assignees_kind;
extern const Kind dependencies_kind;
extern const Kind subscriptions_kind;
extern const Kind times_kind;
extern const Kind pulls_kind;
extern const Kind schedules_kind;
extern const Kind projects_kind;
extern const Kind columns_kind;
extern const Kind cards_kind;
extern const Kind reviews_kind;
extern const Kind comments_kind;
extern const Kind reactions_kind;
extern const Kind releases_kind;
extern const Kind attachments_kind;
extern const Kind large_files_kind;
extern const Kind locks_kind;
extern const Kind webhooks_kind;
extern const Kind applications_kind;
extern const Kind grants_kind;
extern const Kind pull_mirrors_kind;
extern const Kind push_mirrors_kind;
extern const Kind transfers_kind;
extern const Kind stopwatches_kind;
extern const Kind notifications_kind;
extern const Kind secrets_kind;
extern const Kind variables_kind;
extern const Kind packages_kind;
extern const Kind package_versions_kind;
extern const Kind package_files_kind;

} // namespace cairn::import

// The tasks of upkeep that are about repositories.
#pragma once

#include <stop_token>

namespace cairn::api {
struct Site;
} // namespace cairn::api

namespace cairn::repositories {

// Counters that are kept beside what they count are counted anew.
void recount(const api::Site&, const std::stop_token&);

// git fsck on each; what it finds is in the log.
void check_health(const api::Site&, const std::stop_token&);

// Packs each as it is best read.
void repack_all(const api::Site&, const std::stop_token&);

// Repositories whose folder is gone: made anew, empty, or deleted from the database as well. If all folders are gone,
// it is the disk that is missing, and nothing is done.
void make_missing(const api::Site&, const std::stop_token&);
void delete_missing(const api::Site&, const std::stop_token&);

// What happened more than a year ago leaves the feeds.
void forget_old_activities(const api::Site&, const std::stop_token&);

// Pushes that nobody has recorded (repositories/references/branch_check.hpp).
void record_missed(const api::Site&, const std::stop_token&);

// Sizes, languages and licenses of all are counted anew, one after the other.
void count_all_licenses(const api::Site&, const std::stop_token&);

// Folders that belong to nobody (repositories/lifecycle/create.hpp).
void remove_leftovers(const api::Site&, const std::stop_token&);

} // namespace cairn::repositories

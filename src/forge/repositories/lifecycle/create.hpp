// Making repositories and removing them: the database and the disk in steps that may be interrupted anywhere.
//
// A folder that is about to be made, and one whose repository is gone, stand in doomed_storage. So whatever is in the
// store either belongs to a repository or is known to have to go, and remove_doomed() finishes what a crash cut short.
#pragma once

#include <functional>

#include "api/call.hpp"
#include "repositories/repository.hpp"

namespace cairn::repositories {

struct NewRepository {
    std::string name;
    std::string description{};
    std::string website{};
    bool private_ = false;
    bool template_ = false;
    bool mirror = false;
    std::string default_branch{}; // empty: the site's default
    ObjectFormat object_format = ObjectFormat::sha1;
    TrustModel trust_model = TrustModel::default_;
    access::Units units = default_units;
    std::int64_t fork_of = 0;
    std::string fork_storage{}; // the folder of what it is a fork of
    std::string found_folder{}; // a repository on the disk that it begins as a copy of
    std::int64_t template_of = 0;
    bool copies_labels = false; // of the template, as the two that follow
    bool copies_webhooks = false;
    bool copies_protections = false;
    std::string original_url{};
    std::string licenses{};
    std::string label_template{};

    static constexpr access::Units default_units{access::Unit::code,     access::Unit::issues, access::Unit::pulls,
                                                 access::Unit::releases, access::Unit::wiki,   access::Unit::projects,
                                                 access::Unit::packages, access::Unit::actions};
};

// Puts into the new folder what it begins with: called once, before anybody can see the repository.
using Filling = std::function<Result<void>(const std::string& storage)>;

// The units that this site has.
access::Units available_units(const config::Settings&);

// Whether `creator` may have repositories of `owner` made was decided before, except for the owner's limit.
// Errc::conflict when the owner has one of that name.
Result<StoredRepository> create_repository(const api::Site&, const accounts::Account& owner,
                                           const accounts::Account& creator, const NewRepository&,
                                           const Filling& fill = {});

void delete_repository(const api::Site&, const StoredRepository&, std::int64_t actor_id);

// All that an account owns, by the caller; says how many there were.
std::size_t delete_all_of(const api::Call&, std::int64_t owner_id);

// Removes the folders that nobody needs any more; those that somebody may be filling right now are left alone.
std::size_t remove_doomed(const api::Site&);

} // namespace cairn::repositories

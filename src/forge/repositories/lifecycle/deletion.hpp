// Removing a repository with all that belongs to it. One with much of it goes in steps, between which others write: at
// first nobody finds it any more, then what it has is removed piece by piece, and itself at last. A job finishes what a
// crash cut short.
#pragma once

#include "jobs/job.hpp"
#include "repositories/lifecycle/create.hpp"

namespace cairn::repositories {

inline constexpr std::string_view deletion_job = "delete_repository";

Result<jobs::Outcome> finish_deletion_job(const api::Site&, const jobs::Job&, const std::stop_token&);
inline constexpr jobs::KindOf<api::Site> deletion_kind{
    .name = deletion_job, .handler = &finish_deletion_job, .order = jobs::Order::merged};

} // namespace cairn::repositories

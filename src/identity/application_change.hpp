// Registering, changing and deleting applications for whom they belong to, and taking back what was approved for them:
// what the API and the pages do. All of it is told to the audit trail, as what happened to that account.
#pragma once

#include <functional>

#include "identity/application_owner.hpp"

namespace cairn::identity {

// The page of those of a person or an organization, newest first.
Page<Application> list_applications(db::Queries&, std::int64_t owner_id, const Paging&);

// Errc::not_found for one of another owner, Errc::forbidden for one that came with the site.
Result<Application> find_changeable(db::Queries&, const ApplicationOwner&, std::int64_t id);

WithSecret register_application(const api::Call&, const ApplicationOwner&, const ApplicationDraft&);

// What an application shall be, made from what it is: it may have changed since somebody looked.
using DraftOf = std::function<Result<ApplicationDraft>(const Application& before)>;
// Errors are those of find_changeable() and of the draft. It keeps its secret.
Result<void> edit_application(const api::Call&, const ApplicationOwner&, std::int64_t id, const DraftOf&);
// The same with a new secret: today's clients of the API know no other way to get one.
Result<WithSecret> edit_application_and_secret(const api::Call&, const ApplicationOwner&, std::int64_t id,
                                               const DraftOf&);

// The old secret is good for nothing from now on.
Result<WithSecret> renew_application_secret(const api::Call&, const ApplicationOwner&, std::int64_t id);

// With everything that was approved for it, so that its tokens end.
Result<void> delete_application(const api::Call&, const ApplicationOwner&, std::int64_t id);

// Ends everything that an application was given by the account. Errc::not_found for what was not approved, or has been
// approved anew since.
Result<void> revoke_approval(const api::Call&, const accounts::Account&, std::int64_t application_id,
                             std::int64_t grant_id);

} // namespace cairn::identity

// Who applications belong to, as the pages that manage them see it: a person, an organization, or the site.
#pragma once

#include "accounts/account.hpp"
#include "api/call.hpp"
#include "identity/application.hpp"

namespace cairn::identity {

struct ApplicationOwner {
    std::optional<std::int64_t> owner_id; // nothing: the site
    std::string name;                     // of the organization; empty otherwise
    std::string list;                     // the address of the page that lists its applications
    std::string base;                     // before an application's id

    std::string address_of(std::int64_t application_id) const { return base + "/" + std::to_string(application_id); }
};
ApplicationOwner application_owner_of(const accounts::Account&);

// Newest first; of the site those that came with it last, and then those that have registered themselves, if somebody
// uses them.
std::vector<Application> applications_of(db::Queries&, const ApplicationOwner&);
// Errc::not_found for one of another holder.
Result<Application> find_application_of(db::Queries&, const ApplicationOwner&, std::int64_t id);

struct ShownApplication {
    std::string name;
    std::string client_id;
    std::string address; // of its page; empty where nobody changes it
    bool confidential = false;
    bool locked = false;
    bool dynamic = false;
    Time created_at;
};
BOOST_DESCRIBE_STRUCT(ShownApplication, (), (name, client_id, address, confidential, locked, dynamic, created_at))
std::vector<ShownApplication> shown_applications(db::Queries&, const ApplicationOwner&);

// What the form for a new application holds, so that a mistake does not cost what was typed.
struct ApplicationForm {
    std::string name;
    std::string redirect_uris; // one a line
    bool confidential_client = false;
    bool skip_secondary_authorization = false;
    std::string id_token_signed_response_alg{};
    std::string post_logout_redirect_uris{}; // one a line
    std::string backchannel_logout_uri{};
    bool backchannel_logout_session_required = false;
    std::string frontchannel_logout_uri{};
    bool frontchannel_logout_session_required = false;
    std::string initiate_login_uri{};
    std::string jwks{};
    bool require_signed_request_object = false;
    bool require_pushed_authorization_requests = false;
    bool dpop_bound_access_tokens = false;
};
BOOST_DESCRIBE_STRUCT(ApplicationForm, (),
                      (name, redirect_uris, confidential_client, skip_secondary_authorization,
                       id_token_signed_response_alg, post_logout_redirect_uris, backchannel_logout_uri,
                       backchannel_logout_session_required, frontchannel_logout_uri,
                       frontchannel_logout_session_required, initiate_login_uri, jwks, require_signed_request_object,
                       require_pushed_authorization_requests, dpop_bound_access_tokens))

// What id tokens can be signed with, for a list to choose from; empty where there is no choice.
struct AlgorithmChoice {
    std::string name;
    bool chosen = false;
};
BOOST_DESCRIBE_STRUCT(AlgorithmChoice, (), (name, chosen))
std::vector<AlgorithmChoice> algorithm_choices(const config::Settings&, const ApplicationForm&);

} // namespace cairn::identity

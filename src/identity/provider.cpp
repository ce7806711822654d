#include "identity/provider.hpp"

#include "config/settings.hpp"

namespace cairn::identity {

bool tells_issuer(const config::Settings& settings) { return settings.oauth2.issuer_in_redirect; }

Result<void> check_provider_is_on(api::Call& call)
{
    if (call.settings().oauth2.enabled) return {};
    return fail(Errc::forbidden, "this site is no OAuth2 provider");
}

Result<void> check_provider_exists(api::Call& call)
{
    if (call.settings().oauth2.enabled) return {};
    return not_found("the provider's description");
}

bool takes_registrations(const config::Settings& settings)
{
    return settings.oauth2.enabled && settings.oauth2.dynamic_registration != config::DynamicRegistration::off;
}

Result<void> check_registration_is_on(api::Call& call)
{
    if (takes_registrations(call.settings())) return {};
    return not_found("the registration of applications");
}

} // namespace cairn::identity

#include "identity/reauthentication.hpp"

#include "api/codec.hpp"
#include "base/text.hpp"
#include "config/settings.hpp"
#include "crypto/digest.hpp"
#include "identity/seal.hpp"

namespace cairn::identity {

namespace {

// The whole request but the mark itself.
std::string fingerprint(AuthorizationRequest request)
{
    request.authenticated.clear();
    return crypto::sha256_hex(api::to_json(type_of<AuthorizationRequest>(), &request));
}

std::string sealed(const config::Settings& settings, const AuthorizationRequest& request, std::string_view content)
{
    return seal(settings, SealFor::reauthentication, std::string(content) + "." + fingerprint(request));
}

} // namespace

std::string mark_reauthentication(const config::Settings& settings, const AuthorizationRequest& request,
                                  std::int64_t session_id, Time now)
{
    const auto content = std::to_string(now.seconds) + "." + std::to_string(session_id);
    return content + "." + sealed(settings, request, content);
}

bool has_reauthenticated(const config::Settings& settings, const AuthorizationRequest& request,
                         const accounts::Session& session, Time now)
{
    const auto parts = text::split(request.authenticated, '.');
    if (parts.size() != 3) return false;
    const auto content = std::string(parts[0]) + "." + std::string(parts[1]);
    if (!crypto::equal_in_constant_time(sealed(settings, request, content), parts[2])) return false;
    const auto sent_away = text::parse_integer(parts[0]);
    const auto old_session = text::parse_integer(parts[1]);
    return sent_away && old_session && *old_session != session.id && session.authenticated_at.seconds >= *sent_away
        && now.seconds - *sent_away <= reauthentication_seconds;
}

} // namespace cairn::identity

// How a client of git is asked for credentials over HTTP, for git itself and for its large files.
#pragma once

#include <string>
#include <string_view>

#include "config/settings.hpp"

namespace cairn::repositories {

// The value of WWW-Authenticate. Credential helpers know by the realm what runs here, and then sign people in with the
// browser; where that is not offered, they must not try.
inline std::string git_challenge(const config::Settings& settings)
{
    std::string quoted;
    for (const char c : settings.oauth2.enabled ? std::string_view(settings.git.auth_realm) : "Cairn") {
        if (static_cast<unsigned char>(c) < ' ' || c == 0x7f) continue;
        if (c == '"' || c == '\\') quoted += '\\';
        quoted += c;
    }
    return "Basic realm=\"" + quoted + "\""; // and no more: some helpers compare all of it
}

} // namespace cairn::repositories

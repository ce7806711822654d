#include "remotes/credentials.hpp"

#include "base/log.hpp"
#include "base/text.hpp"
#include "base/utf8.hpp"
#include "crypto/sealed_text.hpp"
#include "http/url.hpp"

namespace cairn::remotes {

namespace {

constexpr std::size_t longest_words = 1000;

crypto::Sealer sealer(const config::Settings& settings)
{
    return crypto::Sealer(settings.security.secret_key, "credentials for other servers");
}

std::string context(std::int64_t repository_id) { return "repository " + std::to_string(repository_id); }

void blank(std::string& words, const std::string& secret)
{
    if (secret.empty()) return;
    for (auto at = words.find(secret); at != words.npos; at = words.find(secret, at + 3))
        words.replace(at, secret.size(), "***");
}

} // namespace

std::string seal(const config::Settings& settings, const Credentials& credentials, std::int64_t repository_id)
{
    if (credentials.empty()) return {};
    return sealer(settings).seal(std::to_string(credentials.name.size()) + ":" + credentials.name + credentials.secret,
                                 context(repository_id));
}

Credentials open(const config::Settings& settings, std::string_view sealed, std::int64_t repository_id)
{
    if (sealed.empty()) return {};
    const auto plain = sealer(settings).open(sealed, context(repository_id));
    if (!plain) {
        log::error("credentials for another server cannot be opened", {{"repository", repository_id}});
        return {};
    }
    const auto colon = plain->find(':');
    const auto size = text::parse_integer(std::string_view(*plain).substr(0, colon), 0);
    if (colon == plain->npos || !size || colon + 1 + static_cast<std::size_t>(*size) > plain->size()) return {};
    const auto secret = colon + 1 + static_cast<std::size_t>(*size);
    return {.name = plain->substr(colon + 1, static_cast<std::size_t>(*size)), .secret = plain->substr(secret)};
}

std::string without_secrets(std::string_view words, const Credentials& credentials)
{
    auto told = to_text(text::trim(words));
    blank(told, credentials.secret);
    blank(told, http::encode_path_segment(credentials.secret));
    if (told.size() > longest_words) told = to_text(std::string_view(told).substr(0, longest_words));
    return told;
}

} // namespace cairn::remotes

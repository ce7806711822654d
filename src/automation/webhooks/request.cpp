#include "webhooks/request.hpp"

#include "base/encoding.hpp"
#include "config/settings.hpp"
#include "crypto/digest.hpp"
#include "crypto/sealed_text.hpp"
#include "http/url.hpp"
#include "webhooks/format.hpp"

namespace cairn::webhooks {

namespace {

template <std::size_t Size> std::string hex(const crypto::Digest<Size>& digest)
{
    return hex_encode({reinterpret_cast<const char*>(digest.data()), digest.size()});
}

// Under our own name and under those that receivers have known before.
void add_branded(OutgoingCall& call, std::initializer_list<std::string_view> brands, std::string_view name,
                 std::string_view value)
{
    for (const auto brand : brands)
        call.headers.emplace_back("X-" + std::string(brand) + "-" + std::string(name), value);
}

// Without a secret nothing is signed, and the headers say so.
void sign(OutgoingCall& call, std::string_view secret, std::string_view text)
{
    const auto sha256 = secret.empty() ? "" : hex(crypto::hmac_sha256(secret, text));
    const auto sha1 = secret.empty() ? "" : hex(crypto::hmac_sha1(secret, text));
    add_branded(call, {"Cairn", "Gitea", "Gogs"}, "Signature", sha256);
    call.headers.emplace_back("X-Hub-Signature", "sha1=" + sha1);
    call.headers.emplace_back("X-Hub-Signature-256", "sha256=" + sha256);
}

} // namespace

HookSecrets open_secrets(const StoredHook& hook, const config::Settings& settings)
{
    const crypto::Sealer sealer(settings.security.secret_key, "webhook");
    const auto open = [&](const std::string& sealed, std::string_view what) {
        return sealed.empty() ? std::string() : sealer.open(sealed, what).value_or("");
    };
    return {.secret = open(hook.secret, "secret"),
            .authorization = open(hook.authorization_header, "authorization header")};
}

OutgoingCall call_for(const StoredHook& hook, const StoredDelivery& delivery, const HookSecrets& secrets,
                      std::string_view target)
{
    const auto text = body_of(hook, delivery, secrets.secret);
    OutgoingCall call{
        .method = "POST", .url = hook.url, .headers = {}, .body = text, .authorization = secrets.authorization};
    const bool is_form = hook.content_type == ContentType::form
        && (hook.type == HookType::gitea || hook.type == HookType::gogs || hook.type == HookType::cairn);
    if (is_form) call.body = "payload=" + http::encode_query(text);
    // Matrix takes a message once for each name that the caller gives it, so that one that is repeated is not seen
    // twice.
    if (hook.type == HookType::matrix) {
        call.method = "PUT";
        call.url += (call.url.ends_with('/') ? "" : "/") + delivery.uuid;
    }
    call.headers.emplace_back("Content-Type", is_form ? "application/x-www-form-urlencoded" : "application/json");
    call.headers.emplace_back("User-Agent", "Cairn-Hook");
    const auto event = event_word(delivery.event);
    add_branded(call, {"Cairn", "Gitea", "Gogs", "GitHub"}, "Event", event);
    add_branded(call, {"Cairn", "Gitea", "Gogs", "GitHub"}, "Event-Type", delivery.event);
    add_branded(call, {"Cairn", "Gitea", "Gogs", "GitHub"}, "Delivery", delivery.uuid);
    add_branded(call, {"Cairn", "Gitea", "GitHub"}, "Hook-Installation-Target-Type", target);
    sign(call, secrets.secret, text);
    return call;
}

std::string shown_headers(const OutgoingCall& call)
{
    std::string lines;
    for (const auto& [name, value] : call.headers) lines += name + ": " + value + "\n";
    return lines;
}

} // namespace cairn::webhooks

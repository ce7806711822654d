#include "webhooks/hook.hpp"

#include <algorithm>

#include "base/glob.hpp"
#include "base/text.hpp"
#include "config/settings.hpp"
#include "crypto/sealed_text.hpp"
#include "http/called_address.hpp"

namespace cairn::webhooks {

namespace {

crypto::Sealer sealer(const config::Settings& settings) { return {settings.security.secret_key, "webhook"}; }

std::string sealed(const config::Settings& settings, std::string_view secret, std::string_view what)
{
    return secret.empty() ? std::string() : sealer(settings).seal(secret, what);
}

// Null when the client did not send it.
const std::string* value_in(const HookConfig& config, const std::string& name)
{
    const auto found = config.find(name);
    return found == config.end() ? nullptr : &found->second;
}

Result<std::string> checked_url(const std::string& url)
{
    const std::string_view text = url;
    const auto scheme_end = text.find("://");
    const auto scheme = scheme_end == text.npos ? std::string_view() : text.substr(0, scheme_end);
    if (!text::iequals(scheme, "http") && !text::iequals(scheme, "https"))
        return fail(Errc::unprocessable, "[config.url]: a whole address is expected, with http or https");
    const auto host = text.substr(scheme_end + 3);
    const bool readable = std::ranges::none_of(text, [](char c) { return text::is_space(c) || c == '\0'; });
    const bool is_path = host.starts_with('/') || host.starts_with('?') || host.starts_with('#');
    if (is_path || !readable || http::called_host(url).empty())
        return fail(Errc::unprocessable, "[config.url]: the address has no host that could be called");
    return url;
}

Result<ContentType> checked_content_type(const std::string& text)
{
    if (text == "json") return ContentType::json;
    if (text == "form") return ContentType::form;
    return fail(Errc::unprocessable, "[config.content_type]: json or form is expected");
}

Result<void> check_branch_filter(const std::string& pattern)
{
    if (!Glob::parse(pattern, "/")) return fail(Errc::unprocessable, "[branch_filter]: the pattern is broken");
    return {};
}

// It becomes a line of a request, and must not become two.
Result<std::string> checked_header(const config::Settings& settings, const std::string& value)
{
    if (std::ranges::any_of(value, [](char c) { return static_cast<unsigned char>(c) < ' ' || c == '\x7f'; }))
        return fail(Errc::unprocessable, "[authorization_header]: a header has one line");
    return sealed(settings, value, "authorization header");
}

// Channels are written with their sign, people with theirs; a bare name is a channel.
Result<std::string> checked_channel(const std::string& text)
{
    const auto name = text::trim(text);
    const auto bare = name.starts_with('#') || name.starts_with('@') ? name.substr(1) : name;
    if (bare.empty()) return fail(Errc::bad_request, "[config.channel]: the name of a channel is expected");
    return std::string(name);
}

Result<void> fill_slack(StoredHook& hook, const HookConfig& config)
{
    if (const auto* channel = value_in(config, "channel")) hook.channel = TRY(checked_channel(*channel));
    if (const auto* username = value_in(config, "username")) hook.username = *username;
    if (const auto* icon = value_in(config, "icon_url")) hook.icon_url = *icon;
    if (const auto* color = value_in(config, "color")) hook.color = *color;
    return {};
}

} // namespace

Hook show_hook(const StoredHook& hook)
{
    Hook shown{.id = hook.id,
               .name = hook.name,
               .type = hook.type,
               .branch_filter = hook.branch_filter,
               .config = {{"url", hook.url}, {"content_type", std::string(word_of(hook.content_type))}},
               .events = words_of(hook.events),
               .authorization_header = {},
               .active = hook.is_active,
               .updated_at = hook.updated_at,
               .created_at = hook.created_at};
    if (hook.type == HookType::slack) {
        shown.config.emplace("channel", hook.channel);
        shown.config.emplace("username", hook.username);
        shown.config.emplace("icon_url", hook.icon_url);
        shown.config.emplace("color", hook.color);
    }
    return shown;
}

Page<Hook> show_hooks(const Page<StoredHook>& found)
{
    Page<Hook> shown{.items = {}, .total = found.total};
    for (const auto& hook : found.items) shown.items.push_back(show_hook(hook));
    return shown;
}

Result<bool> is_system_webhook(const HookConfig& config)
{
    constexpr std::array<std::string_view, 6> yes{"1", "t", "T", "TRUE", "true", "True"};
    constexpr std::array<std::string_view, 6> no{"0", "f", "F", "FALSE", "false", "False"};
    const auto* said = value_in(config, "is_system_webhook");
    if (said == nullptr || said->empty() || std::ranges::find(no, *said) != no.end()) return false;
    if (std::ranges::find(yes, *said) != yes.end()) return true;
    return fail(Errc::unprocessable, "[config.is_system_webhook]: true or false is expected");
}

Result<void> fill(StoredHook& hook, const CreateHookOption& wanted, const config::Settings& settings)
{
    static_cast<void>(TRY(is_system_webhook(wanted.config))); // only whether it can be read
    const auto* url = value_in(wanted.config, "url");
    const auto* content_type = value_in(wanted.config, "content_type");
    if (url == nullptr) return fail(Errc::unprocessable, "[config.url]: required");
    if (content_type == nullptr) return fail(Errc::unprocessable, "[config.content_type]: required");
    hook.type = wanted.type;
    hook.url = TRY(checked_url(*url));
    hook.content_type = TRY(checked_content_type(*content_type));
    if (hook.type == HookType::slack) {
        if (value_in(wanted.config, "channel") == nullptr)
            return fail(Errc::unprocessable, "[config.channel]: required for Slack");
        TRY(fill_slack(hook, wanted.config));
    }
    TRY(check_branch_filter(wanted.branch_filter));
    hook.branch_filter = wanted.branch_filter;
    hook.name = text::trim(wanted.name);
    hook.events = events_of(wanted.events);
    hook.is_active = wanted.active;
    const auto* secret = value_in(wanted.config, "secret");
    hook.secret = sealed(settings, secret == nullptr ? std::string_view() : *secret, "secret");
    hook.authorization_header = TRY(checked_header(settings, wanted.authorization_header));
    return {};
}

Result<void> change(StoredHook& hook, const EditHookOption& wanted, const config::Settings& settings,
                    const SecretsChange& secrets)
{
    if (wanted.config) {
        if (const auto* url = value_in(*wanted.config, "url")) {
            auto checked = TRY(checked_url(*url));
            // Or else whoever keeps the hook could have what nobody is shown sent to a server of theirs.
            if (secrets.keeps_header && !hook.authorization_header.empty()
                && !http::calls_same_origin(hook.url, checked))
                return fail(Errc::unprocessable,
                            "[authorization_header]: it stays with the server that it is for: for another one, write it"
                            " once more or forget it");
            hook.url = std::move(checked);
        }
        if (const auto* type = value_in(*wanted.config, "content_type"))
            hook.content_type = TRY(checked_content_type(*type));
        if (hook.type == HookType::slack) TRY(fill_slack(hook, *wanted.config));
    }
    TRY(check_branch_filter(wanted.branch_filter));
    hook.branch_filter = wanted.branch_filter;
    hook.events = events_of(wanted.events);
    if (!secrets.keeps_header) hook.authorization_header = TRY(checked_header(settings, wanted.authorization_header));
    if (secrets.secret) hook.secret = sealed(settings, *secrets.secret, "secret");
    if (wanted.name) hook.name = text::trim(*wanted.name);
    if (wanted.active) hook.is_active = *wanted.active;
    return {};
}

} // namespace cairn::webhooks

#include "pages/hooks/hook_form.hpp"

#include <algorithm>

namespace cairn::pages {

using webhooks::EventKind;
using webhooks::HookType;
using webhooks::StoredHook;
using words::Language;
using words::Phrase;

namespace {

struct EventRow {
    EventKind kind;
    Phrase words;
    Phrase group{}; // above this one and those that follow
};
// clang-format off
constexpr EventRow event_rows[] = {
    {EventKind::push,                        Phrase("Pushes"), Phrase("Code")},
    {EventKind::create,                      Phrase("Branches and tags are made")},
    {EventKind::delete_,                     Phrase("Branches and tags are deleted")},
    {EventKind::fork,                        Phrase("The repository is forked")},
    {EventKind::status,                      Phrase("Checks of commits")},
    {EventKind::issues,                      Phrase("Issues are opened, closed, edited"), Phrase("Issues")},
    {EventKind::issue_assign,                Phrase("Issues are assigned")},
    {EventKind::issue_label,                 Phrase("Issues are labeled")},
    {EventKind::issue_milestone,             Phrase("Milestones of issues")},
    {EventKind::issue_comment,               Phrase("Comments on issues")},
    {EventKind::pull_request,                Phrase("Pull requests are opened, closed, merged, edited"), Phrase("Pull requests")},
    {EventKind::pull_request_assign,         Phrase("Pull requests are assigned")},
    {EventKind::pull_request_label,          Phrase("Pull requests are labeled")},
    {EventKind::pull_request_milestone,      Phrase("Milestones of pull requests")},
    {EventKind::pull_request_comment,        Phrase("Comments on pull requests")},
    {EventKind::pull_request_review,         Phrase("Reviews")},
    {EventKind::pull_request_sync,           Phrase("Pushes to pull requests")},
    {EventKind::pull_request_review_request, Phrase("Reviews are asked for")},
    {EventKind::wiki,                        Phrase("Pages of the wiki"), Phrase("Others")},
    {EventKind::repository,                  Phrase("Repositories are made and deleted")},
    {EventKind::release,                     Phrase("Releases")},
    {EventKind::package,                     Phrase("Packages")},
    {EventKind::workflow_run,                Phrase("Runs of workflows")},
    {EventKind::workflow_job,                Phrase("Jobs of workflows")},
};
static_assert(std::size(event_rows) == webhooks::event_kinds);

struct KindRow {
    HookType type;
    std::string_view name;
    Phrase hint{};
};
// `gitea` is what clients call `cairn`; one of the two is enough for people.
constexpr KindRow kind_rows[] = {
    {HookType::gitea,      "Cairn",           Phrase("The address that is called, with the event as JSON or as a form.")},
    {HookType::gogs,       "Gogs",            Phrase("The address that is called, with the event as JSON or as a form.")},
    {HookType::slack,      "Slack",           Phrase("As Slack shows it for an incoming webhook.")},
    {HookType::discord,    "Discord",         Phrase("As Discord shows it in the settings of a channel.")},
    {HookType::dingtalk,   "DingTalk",        Phrase("As DingTalk shows it for a robot of a group.")},
    {HookType::telegram,   "Telegram",        Phrase("sendMessage of a bot, with its token and chat_id in the address.")},
    {HookType::msteams,    "Microsoft Teams", Phrase("As Teams shows it for an incoming webhook of a channel.")},
    {HookType::feishu,     "Feishu",          Phrase("As Feishu shows it for a robot of a group.")},
    {HookType::matrix,     "Matrix",          Phrase("The address at your home server that sends messages to a room; the access token is the authorization header.")},
    {HookType::wechatwork, "WeCom",           Phrase("As WeCom shows it for a robot of a group.")},
    {HookType::packagist,  "Packagist",       Phrase("The address for updates of a package, with your name and token in it.")},
};
// clang-format on

constexpr std::int64_t push_alone = webhooks::bit(EventKind::push);
constexpr std::int64_t all_events = (std::int64_t{1} << webhooks::event_kinds) - 1;

bool is_plain(HookType type) { return type == HookType::gitea || type == HookType::gogs || type == HookType::cairn; }

std::vector<std::string> chosen_words(std::int64_t events)
{
    std::vector<std::string> words;
    for (const auto& row : event_rows)
        if ((events & webhooks::bit(row.kind)) != 0) words.emplace_back(webhooks::choosing_word(row.kind));
    return words;
}

Result<std::vector<std::string>> wanted_events(const HookForm& form)
{
    switch (form.wish) {
    case HookWish::pushes: return chosen_words(push_alone);
    case HookWish::everything: return chosen_words(all_events);
    case HookWish::chosen: break;
    }
    if (webhooks::events_of(form.events) == 0 || form.events.empty())
        return fail(Errc::unprocessable, "[events]: choose at least one");
    return form.events;
}

webhooks::HookConfig config_of(const HookForm& form, HookType type)
{
    const auto content_type =
        is_plain(type) ? form.content_type.value_or(webhooks::ContentType::json) : webhooks::ContentType::json;
    webhooks::HookConfig config{{"url", form.url}, {"content_type", std::string(word_of(content_type))}};
    if (type != HookType::slack) return config;
    config.emplace("channel", form.channel);
    config.emplace("username", form.username);
    config.emplace("icon_url", form.icon_url);
    config.emplace("color", form.color);
    return config;
}

HookKind show_kind(const Language& in, const KindRow& row)
{
    return {.word = std::string(word_of(row.type)),
            .name = std::string(row.name),
            .hint = in.say(row.hint),
            .plain = is_plain(row.type),
            .slack = row.type == HookType::slack};
}

} // namespace

std::vector<HookKind> hook_kinds(const Language& in)
{
    std::vector<HookKind> kinds;
    for (const auto& row : kind_rows) kinds.push_back(show_kind(in, row));
    return kinds;
}

HookKind hook_kind(const Language& in, HookType type)
{
    const auto* found = std::ranges::find(kind_rows, type == HookType::cairn ? HookType::gitea : type, &KindRow::type);
    auto kind = show_kind(in, *found);
    kind.word = word_of(type);
    return kind;
}

HookForm hook_form(const StoredHook& hook)
{
    return {.name = hook.name,
            .url = hook.url,
            .content_type = hook.content_type,
            .secret = {},
            .authorization_header = {},
            .wish = hook.events == push_alone ? HookWish::pushes
                : hook.events == all_events   ? HookWish::everything
                                              : HookWish::chosen,
            .events = chosen_words(hook.events),
            .branch_filter = hook.branch_filter,
            .active = hook.is_active,
            .system = hook.place == webhooks::HookLevel::system,
            .channel = hook.channel,
            .username = hook.username,
            .icon_url = hook.icon_url,
            .color = hook.color};
}

std::vector<HookEventGroup> hook_events(const Language& in, Form<HookForm>& form)
{
    std::size_t member = 0;
    while (form.control(member).name != "events") ++member;
    const auto& chosen = form.control(member).values;
    std::vector<HookEventGroup> groups;
    for (const auto& row : event_rows) {
        if (!row.group.empty()) groups.push_back({.title = in.say(row.group)});
        const std::string word(webhooks::choosing_word(row.kind));
        groups.back().choices.push_back(
            {.word = word, .words = in.say(row.words), .chosen = std::ranges::find(chosen, word) != chosen.end()});
    }
    return groups;
}

Result<webhooks::CreateHookOption> new_hook(const HookForm& form, HookType type)
{
    webhooks::CreateHookOption wanted{.type = type,
                                      .config = config_of(form, type),
                                      .events = TRY(wanted_events(form)),
                                      .branch_filter = form.branch_filter,
                                      .authorization_header = form.authorization_header,
                                      .name = form.name,
                                      .active = form.active};
    if (!form.secret.empty()) wanted.config.emplace("secret", form.secret);
    if (form.system) wanted.config.emplace("is_system_webhook", "true");
    return wanted;
}

Result<webhooks::EditHookOption> changed_hook(const HookForm& form, const StoredHook& hook)
{
    return webhooks::EditHookOption{.config = config_of(form, hook.type),
                                    .events = TRY(wanted_events(form)),
                                    .branch_filter = form.branch_filter,
                                    .authorization_header = form.authorization_header,
                                    .name = form.name,
                                    .active = form.active};
}

webhooks::SecretsChange changed_secrets(const HookForm& form)
{
    webhooks::SecretsChange change{.keeps_header = form.authorization_header.empty() && !form.no_authorization_header};
    if (!form.secret.empty()) change.secret = form.secret;
    else if (form.no_secret) change.secret = "";
    return change;
}

Error about_hook_field(Error error)
{
    constexpr std::string_view prefix = "[config.";
    if (error.message.starts_with(prefix)) error.message = "[" + error.message.substr(prefix.size());
    return error;
}

} // namespace cairn::pages

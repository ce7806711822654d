#include "webhooks/services.hpp"

#include "api/operation.hpp"
#include "base/encoding.hpp"
#include "crypto/digest.hpp"

namespace cairn::webhooks {

namespace {

template <class T> std::string written(const T& message) { return api::to_json(type_of<T>(), &message); }

std::string paragraphs(const std::string& title, const std::string& body, std::string_view between)
{
    return body.empty() ? title : (title + std::string(between) + body);
}

std::string color_name(std::uint32_t color)
{
    constexpr std::string_view digits = "0123456789abcdef";
    std::string name(6, '0');
    for (std::size_t i = 0; i < name.size(); ++i) name[name.size() - 1 - i] = digits[color >> (4 * i) & 15];
    return name;
}

// ---- Slack

struct SlackAttachment {
    std::string fallback;
    std::string color;
    std::string title;
    std::string title_link;
    std::string text;
};
BOOST_DESCRIBE_STRUCT(SlackAttachment, (), (fallback, color, title, title_link, text))

struct SlackMessage {
    std::string channel;
    std::string text;
    std::string username;
    std::string icon_url;
    std::int64_t unfurl_links = 0;
    std::int64_t link_names = 0;
    std::vector<SlackAttachment> attachments;
};
BOOST_DESCRIBE_STRUCT(SlackMessage, (), (channel, text, username, icon_url, unfurl_links, link_names, attachments))

std::string for_slack(const StoredHook& hook, const Headline& told)
{
    SlackMessage message{.channel = hook.channel,
                         .text = title_in(slack_markup, told),
                         .username = hook.username,
                         .icon_url = hook.icon_url,
                         .attachments = {}};
    if (auto body = body_in(slack_markup, told); !body.empty())
        message.attachments.push_back({.fallback = title_in(plain, told),
                                       .color = hook.color.empty() ? "#" + color_name(told.color) : hook.color,
                                       .title = told.subject.text,
                                       .title_link = told.subject.url,
                                       .text = std::move(body)});
    return written(message);
}

// ---- Discord

struct DiscordAuthor {
    std::string name;
    std::string url;
    std::string icon_url;
};
BOOST_DESCRIBE_STRUCT(DiscordAuthor, (), (name, url, icon_url))

struct DiscordEmbed {
    std::string title;
    std::string description;
    std::string url;
    std::int64_t color = 0;
    DiscordAuthor author;
};
BOOST_DESCRIBE_STRUCT(DiscordEmbed, (), (title, description, url, color, author))

struct DiscordMessage {
    std::string username = "Cairn";
    std::string avatar_url;
    std::vector<DiscordEmbed> embeds;
};
BOOST_DESCRIBE_STRUCT(DiscordMessage, (), (username, avatar_url, embeds))
constexpr auto notes(const DiscordMessage*) { return std::array{Note{.member = "avatar_url", .omit_empty = true}}; }

std::string for_discord(const StoredHook& hook, const Headline& told)
{
    constexpr std::size_t longest_title = 250; // Discord refuses more than 256 characters
    DiscordMessage message{.avatar_url = hook.icon_url, .embeds = {}};
    if (!hook.username.empty()) message.username = hook.username;
    message.embeds.push_back({.title = shortened(title_in(plain, told), longest_title),
                              .description = body_in(markdown, told),
                              .url = told.url(),
                              .color = told.color,
                              .author = {told.actor.text, told.actor.url, told.avatar_url}});
    return written(message);
}

// ---- DingTalk: a message has all of its forms, and says which one it means.

struct DingtalkText {
    std::string content;
};
BOOST_DESCRIBE_STRUCT(DingtalkText, (), (content))
struct DingtalkMarkdown {
    std::string text;
    std::string title;
};
BOOST_DESCRIBE_STRUCT(DingtalkMarkdown, (), (text, title))
struct DingtalkAt {
    std::vector<std::string> atMobiles;
    bool isAtAll = false;
};
BOOST_DESCRIBE_STRUCT(DingtalkAt, (), (atMobiles, isAtAll))
struct DingtalkLink {
    std::string text;
    std::string title;
    std::string picUrl;
    std::string messageUrl;
};
BOOST_DESCRIBE_STRUCT(DingtalkLink, (), (text, title, picUrl, messageUrl))
struct DingtalkCard {
    std::string text;
    std::string title;
    std::string hideAvatar = "0";
    std::string btnOrientation = "0";
    std::string singleTitle;
    std::string singleURL;
};
BOOST_DESCRIBE_STRUCT(DingtalkCard, (), (text, title, hideAvatar, btnOrientation, singleTitle, singleURL))
struct DingtalkFeed {
    std::vector<DingtalkLink> links;
};
BOOST_DESCRIBE_STRUCT(DingtalkFeed, (), (links))
struct DingtalkMessage {
    std::string msgtype = "actionCard";
    DingtalkText text;
    DingtalkMarkdown markdown;
    DingtalkAt at;
    DingtalkLink link;
    DingtalkCard actionCard;
    DingtalkFeed feedCard;
};
BOOST_DESCRIBE_STRUCT(DingtalkMessage, (), (msgtype, text, markdown, at, link, actionCard, feedCard))

std::string for_dingtalk(const Headline& told)
{
    DingtalkMessage message;
    message.actionCard.title = title_in(plain, told);
    message.actionCard.text = paragraphs(title_in(markdown, told), body_in(markdown, told), "\n\n");
    message.actionCard.singleTitle = "Look at it";
    message.actionCard.singleURL = told.url();
    return written(message);
}

// ---- Telegram

struct TelegramRichMessage {
    std::string html;
};
BOOST_DESCRIBE_STRUCT(TelegramRichMessage, (), (html))
struct TelegramMessage {
    TelegramRichMessage rich_message;
};
BOOST_DESCRIBE_STRUCT(TelegramMessage, (), (rich_message))

std::string for_telegram(const Headline& told)
{
    auto text = "<p>" + title_in(html, told) + "</p>";
    if (!told.quote.empty()) text += "<blockquote>" + html.text(told.quote) + "</blockquote>";
    for (const auto& line : told.lines) text += "<p>" + html.link(line) + "</p>";
    return written(TelegramMessage{{std::move(text)}});
}

// ---- Microsoft Teams

struct TeamsFact {
    std::string name;
    std::string value;
};
BOOST_DESCRIBE_STRUCT(TeamsFact, (), (name, value))
struct TeamsSection {
    std::string activityTitle;
    std::string activitySubtitle;
    std::string activityImage;
    std::vector<TeamsFact> facts;
    std::string text;
};
BOOST_DESCRIBE_STRUCT(TeamsSection, (), (activityTitle, activitySubtitle, activityImage, facts, text))
struct TeamsTarget {
    std::string os = "default";
    std::string uri;
};
BOOST_DESCRIBE_STRUCT(TeamsTarget, (), (os, uri))
struct TeamsAction {
    std::string type = "OpenUri";
    std::string name = "Look at it";
    std::vector<TeamsTarget> targets;
};
BOOST_DESCRIBE_STRUCT(TeamsAction, (), (type, name, targets))
constexpr auto notes(const TeamsAction*) { return std::array{Note{.member = "type", .alias = "@type"}}; }
struct TeamsMessage {
    std::string type = "MessageCard";
    std::string context = "https://schema.org/extensions";
    std::string themeColor;
    std::string title;
    std::string summary;
    std::vector<TeamsSection> sections;
    std::vector<TeamsAction> potentialAction;
};
BOOST_DESCRIBE_STRUCT(TeamsMessage, (), (type, context, themeColor, title, summary, sections, potentialAction))
constexpr auto notes(const TeamsMessage*)
{
    return std::array{Note{.member = "type", .alias = "@type"}, Note{.member = "context", .alias = "@context"}};
}

std::string for_teams(const Headline& told)
{
    TeamsMessage message{.themeColor = color_name(told.color),
                         .title = title_in(plain, told),
                         .summary = title_in(plain, told),
                         .sections = {},
                         .potentialAction = {{.targets = {{.uri = told.url()}}}}};
    message.sections.push_back({.activityTitle = told.actor.text,
                                .activitySubtitle = told.deed,
                                .activityImage = told.avatar_url,
                                .facts = {{"Repository:", told.repository.text}},
                                .text = body_in(markdown, told)});
    return written(message);
}

// ---- Feishu

struct FeishuText {
    std::string text;
};
BOOST_DESCRIBE_STRUCT(FeishuText, (), (text))
struct FeishuMessage {
    std::string timestamp; // these two with a secret
    std::string sign;
    std::string msg_type = "text";
    FeishuText content;
};
BOOST_DESCRIBE_STRUCT(FeishuMessage, (), (timestamp, sign, msg_type, content))
constexpr auto notes(const FeishuMessage*)
{
    return std::array{Note{.member = "timestamp", .omit_empty = true}, Note{.member = "sign", .omit_empty = true}};
}

std::string for_feishu(const Headline& told, std::string_view secret)
{
    FeishuMessage message;
    message.content.text = paragraphs(title_in(plain, told), body_in(plain, told), "\n");
    message.content.text += "\n" + told.url();
    if (!secret.empty()) {
        message.timestamp = std::to_string(Time::now().seconds);
        const auto code = crypto::hmac_sha256(message.timestamp + "\n" + std::string(secret), "");
        message.sign = base64_encode({reinterpret_cast<const char*>(code.data()), code.size()});
    }
    return written(message);
}

// ---- WeCom

struct WechatworkText {
    std::string content;
};
BOOST_DESCRIBE_STRUCT(WechatworkText, (), (content))
struct WechatworkMessage {
    std::string msgtype = "markdown";
    WechatworkText text;
    WechatworkText markdown;
};
BOOST_DESCRIBE_STRUCT(WechatworkMessage, (), (msgtype, text, markdown))

std::string for_wechatwork(const Headline& told)
{
    return written(WechatworkMessage{
        .text = {}, .markdown = {paragraphs(title_in(markdown, told), body_in(markdown, told), "\n")}});
}

// ---- Matrix

struct MatrixMessage {
    std::string msgtype = "m.notice";
    std::string format = "org.matrix.custom.html";
    std::string body;
    std::string formatted_body;
};
BOOST_DESCRIBE_STRUCT(MatrixMessage, (), (msgtype, format, body, formatted_body))

std::string for_matrix(const Headline& told)
{
    MatrixMessage message{.body = paragraphs(title_in(plain, told), body_in(plain, told), "\n"),
                          .formatted_body = title_in(html, told)};
    if (!told.quote.empty()) message.formatted_body += "<blockquote>" + html.text(told.quote) + "</blockquote>";
    for (const auto& line : told.lines) message.formatted_body += "<br>" + html.link(line);
    return written(message);
}

// ---- Packagist: only where the package is

struct PackagistPackage {
    std::string url;
};
BOOST_DESCRIBE_STRUCT(PackagistPackage, (), (url))
struct PackagistMessage {
    PackagistPackage repository;
};
BOOST_DESCRIBE_STRUCT(PackagistMessage, (), (repository))

std::string for_packagist(const Headline& told) { return written(PackagistMessage{{told.repository.url}}); }

} // namespace

std::string message_for(const StoredHook& hook, const Headline& told, std::string_view secret)
{
    switch (hook.type) {
    case HookType::slack: return for_slack(hook, told);
    case HookType::discord: return for_discord(hook, told);
    case HookType::dingtalk: return for_dingtalk(told);
    case HookType::telegram: return for_telegram(told);
    case HookType::msteams: return for_teams(told);
    case HookType::feishu: return for_feishu(told, secret);
    case HookType::wechatwork: return for_wechatwork(told);
    case HookType::matrix: return for_matrix(told);
    case HookType::packagist: return for_packagist(told);
    case HookType::gitea:
    case HookType::gogs:
    case HookType::cairn: break; // they get the payload itself
    }
    return "{}";
}

} // namespace cairn::webhooks

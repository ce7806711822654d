// Webhooks of repositories, accounts and the site.
#include <algorithm>

#include "api/codec.hpp"
#include "crypto/imported_secret.hpp"
#include "import/kinds.hpp"
#include "webhooks/hook_store.hpp"

namespace cairn::import {

using webhooks::CreateHookOption;
using webhooks::HookLevel;
using webhooks::HookType;

namespace {

struct HookRow {
    std::int64_t id = 0;
    std::int64_t repo_id = 0;
    std::int64_t owner_id = 0;
    std::int64_t org_id = 0; // what owner_id was called before
    bool is_system_webhook = false;
    std::string name;
    std::string url;
    std::int64_t content_type = 1;
    std::string secret;
    std::string events;
    bool is_active = false;
    std::string type;
    std::string meta;
    std::string header_authorization_encrypted;
};
BOOST_DESCRIBE_STRUCT(HookRow, (),
                      (id, repo_id, owner_id, org_id, is_system_webhook, name, url, content_type, secret, events,
                       is_active, type, meta, header_authorization_encrypted))

// The JSON in the column `events`.
struct Wanted {
    bool push_only = false;
    bool send_everything = false;
    std::string branch_filter;
    std::map<std::string, bool> events;
};
BOOST_DESCRIBE_STRUCT(Wanted, (), (push_only, send_everything, branch_filter, events))

// And in `meta`, of Slack.
struct Meta {
    std::string channel;
    std::string username;
    std::string icon_url;
    std::string color;
};
BOOST_DESCRIBE_STRUCT(Meta, (), (channel, username, icon_url, color))

std::optional<HookType> type_of_word(std::string_view word)
{
    if (word == "forgejo" || word.empty()) return HookType::gitea;
    const auto& choices = type_of<HookType>().choices;
    const auto found = std::ranges::find(choices, word);
    if (found == choices.end()) return {};
    return static_cast<HookType>(found - choices.begin());
}

// A word of theirs stands for one kind of event; some of the words that clients send stand for a group.
std::int64_t events_of(Batch& batch, const HookRow& row, const Wanted& wanted)
{
    constexpr auto last = webhooks::EventKind::workflow_job;
    const auto all = webhooks::bit(last) * 2 - 1;
    if (wanted.send_everything) return all;
    if (wanted.push_only) return webhooks::bit(webhooks::EventKind::push);
    std::int64_t events = 0;
    for (const auto& [word, on] : wanted.events) {
        if (!on) continue;
        std::int64_t exact = 0;
        for (std::size_t i = 0; i <= static_cast<std::size_t>(last); ++i) {
            const auto kind = static_cast<webhooks::EventKind>(i);
            if (webhooks::word_of_kind(kind) == word) exact |= webhooks::bit(kind);
        }
        if (exact == 0) exact = webhooks::events_of(std::array{word});
        if (exact == 0) batch.note("moved without an event that there is none of here: " + word, row.url);
        events |= exact;
    }
    return events != 0 ? events : webhooks::bit(webhooks::EventKind::push);
}

Wanted wanted_of(Batch& batch, const HookRow& row)
{
    Wanted wanted;
    if (api::decode_json(type_of<Wanted>(), row.events, &wanted)) return wanted;
    batch.note("which events it hears of cannot be read: moved as one that hears of pushes", row.url);
    return Wanted{.push_only = true};
}

std::expected<CreateHookOption, Refusal> described(Batch& batch, const HookRow& row, const Wanted& wanted)
{
    const auto type = type_of_word(row.type);
    if (!type) return refuse("its kind is none that there is here: " + row.type, row.url);
    CreateHookOption option;
    option.type = *type;
    option.name = row.name;
    option.config = {{"url", row.url}, {"content_type", row.content_type == 2 ? "form" : "json"}};
    if (!row.secret.empty()) option.config["secret"] = row.secret;
    Meta meta;
    if (*type == HookType::slack && api::decode_json(type_of<Meta>(), row.meta, &meta)) {
        option.config["channel"] = meta.channel;
        option.config["username"] = meta.username;
        option.config["icon_url"] = meta.icon_url;
        option.config["color"] = meta.color;
    }
    option.branch_filter = wanted.branch_filter;
    option.active = row.is_active;
    if (!row.header_authorization_encrypted.empty()) {
        const auto header =
            crypto::open_imported_secret(batch.move().old.secret_key, row.header_authorization_encrypted);
        if (header) option.authorization_header = *header;
        else batch.note("moved without its Authorization header, which SECRET_KEY does not open", row.url);
    }
    return option;
}

Outcome take(Batch& batch, HookRow& row)
{
    webhooks::StoredHook hook;
    const auto owner = row.owner_id > 0 ? row.owner_id : row.org_id;
    if (row.repo_id > 0) {
        const auto repository = batch.repository(row.repo_id);
        if (!repository) return refuse("its repository was not moved", row.url);
        hook.repository_id = *repository;
    } else if (owner > 0) {
        const auto account = batch.account(owner);
        if (!account) return refuse("its account was not moved", row.url);
        hook.place = HookLevel::account;
        hook.account_id = *account;
    } else {
        hook.place = row.is_system_webhook ? HookLevel::system : HookLevel::default_;
    }
    const auto wanted = wanted_of(batch, row);
    const auto option = TRY(described(batch, row, wanted));
    if (auto filled = webhooks::fill(hook, option, batch.settings()); !filled) return refuse(filled.error(), row.url);
    hook.events = events_of(batch, row, wanted);
    webhooks::add_hook(batch.tx, hook);
    return {};
}

} // namespace

const Kind webhooks_kind{.name = "webhooks",
                         .table = "webhook",
                         .run = &move_rows<HookRow, &take>,
                         .needed = "id repo_id url events is_active"};

} // namespace cairn::import

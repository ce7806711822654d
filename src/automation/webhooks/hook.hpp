// A hook: where a call goes when something happens, and what it says there.
#pragma once

#include <map>
#include <optional>

#include "api/call.hpp"
#include "db/database.hpp"
#include "webhooks/event_kind.hpp"

namespace cairn::webhooks {

// Whose hook it is.
enum class HookLevel : std::uint8_t { repository, account, system, default_ };
BOOST_DESCRIBE_ENUM(HookLevel, repository, account, system, default_)

// What the receiver understands. `gitea` and `cairn` are the same thing under two names: clients know the one.
enum class HookType : std::uint8_t {
    dingtalk,
    discord,
    gitea,
    gogs,
    msteams,
    slack,
    telegram,
    feishu,
    wechatwork,
    packagist,
    matrix,
    cairn,
};
BOOST_DESCRIBE_ENUM(HookType, dingtalk, discord, gitea, gogs, msteams, slack, telegram, feishu, wechatwork, packagist,
                    matrix, cairn)

enum class ContentType : std::uint8_t { json, form };
BOOST_DESCRIBE_ENUM(ContentType, json, form)

// A row of webhook. The two secrets are sealed.
struct StoredHook {
    std::int64_t id = 0;
    HookLevel place = HookLevel::repository;
    std::int64_t repository_id = 0;
    std::int64_t account_id = 0;
    HookType type = HookType::gitea;
    std::string name;
    std::string url;
    ContentType content_type = ContentType::json;
    std::string secret;
    std::string authorization_header;
    std::int64_t events = 0;
    std::string branch_filter;
    std::string channel;
    std::string username;
    std::string icon_url;
    std::string color;
    bool is_active = false;
    Time created_at;
    Time updated_at;
};
BOOST_DESCRIBE_STRUCT(StoredHook, (),
                      (id, place, repository_id, account_id, type, name, url, content_type, secret,
                       authorization_header, events, branch_filter, channel, username, icon_url, color, is_active,
                       created_at, updated_at))

struct Hook {
    std::int64_t id = 0;
    std::string name;
    HookType type = HookType::gitea;
    std::string branch_filter;
    std::map<std::string, std::string> config;
    std::vector<std::string> events;
    std::string authorization_header;
    bool active = false;
    Time updated_at;
    Time created_at;
};
BOOST_DESCRIBE_STRUCT(Hook, (),
                      (id, name, type, branch_filter, config, events, authorization_header, active, updated_at,
                       created_at))
constexpr auto notes(const Hook*)
{
    return std::array{
        Note{"", "A call to another server when something happens"},
        Note{"branch_filter", "a pattern: of pushes, only those to branches that fit are told"},
        Note{"config", "where the call goes, and in which form; the secret is never told"},
        Note{"events", "what is told"},
        Note{"authorization_header", "always empty: it is never told"},
    };
}

// What clients send of a hook's config: names and values, some of them asked for by the hook's type.
using HookConfig = std::map<std::string, std::string>;

struct CreateHookOption {
    HookType type = HookType::gitea;
    HookConfig config;
    std::vector<std::string> events;
    std::string branch_filter;
    std::string authorization_header;
    std::string name;
    bool active = false;
};
BOOST_DESCRIBE_STRUCT(CreateHookOption, (), (type, config, events, branch_filter, authorization_header, name, active))
constexpr auto notes(const CreateHookOption*)
{
    return std::array{
        Note{"", "A new hook"},
        Note{.member = "type", .doc = "what the receiver understands", .required = true},
        Note{.member = "config",
             .doc = "`url` and `content_type` (json or form); `secret`, which signs the calls; for Slack `channel`, "
                    "`username`, `icon_url` and `color`; for the site's own `is_system_webhook`",
             .required = true},
        Note{"events", "what shall be told; without any, pushes"},
        Note{"branch_filter", "a pattern: of pushes, only those to branches that fit are told"},
        Note{"authorization_header", "sent with each call"},
        Note{.member = "name", .max_length = 255},
    };
}

struct EditHookOption {
    std::optional<HookConfig> config;
    std::vector<std::string> events;
    std::string branch_filter;
    std::string authorization_header;
    std::optional<std::string> name;
    std::optional<bool> active;
};
BOOST_DESCRIBE_STRUCT(EditHookOption, (), (config, events, branch_filter, authorization_header, name, active))
constexpr auto notes(const EditHookOption*)
{
    return std::array{
        Note{"", "What to change about a hook"},
        Note{"config", "`url`, `content_type` and what Slack needs; each stays as it is unless given"},
        Note{"events", "what shall be told; without any, pushes"},
        Note{"branch_filter", "a pattern for branches; without one, all are told"},
        Note{"authorization_header", "sent with each call; without one, none is sent"},
        Note{.member = "name", .max_length = 255},
    };
}

Hook show_hook(const StoredHook&);
Page<Hook> show_hooks(const Page<StoredHook>&);

// Reads what a client wants into a row, with the secrets sealed. What has no value yet in `hook` (its place, its
// times) is the caller's to fill.
Result<void> fill(StoredHook&, const CreateHookOption&, const config::Settings&);

// What a hook's settings say of whether it is the site's: no, unless they say yes. Only administrators are heard, but
// nonsense is refused to everybody.
Result<bool> is_system_webhook(const HookConfig&);

// What people change of a hook's secrets, which nobody is shown. The API's clients say the header with every change.
struct SecretsChange {
    bool keeps_header = false;
    std::optional<std::string> secret{}; // none: it stays
};

Result<void> change(StoredHook&, const EditHookOption&, const config::Settings&, const SecretsChange& = {});

} // namespace cairn::webhooks

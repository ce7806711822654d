#include "config/elsewhere.hpp"

#include <array>

#include "base/text.hpp"

namespace cairn::config {

namespace {

struct Missing {
    std::string_view section;
    std::string_view key; // empty: the whole section
    std::string_view why;
};

constexpr std::array missing{
    Missing{"", "RUN_USER", "start the program as the user that it shall run as"},
    Missing{"server", "OFFLINE_MODE", "pages never load anything from other hosts"},
    Missing{"server", "DISABLE_SSH", "SSH is off unless START_SSH_SERVER is true"},
    Missing{"server", "BUILTIN_SSH_SERVER_USER", "any user name is accepted; SSH_USER is the one that addresses show"},
    Missing{"server", "SSH_TRUSTED_USER_CA_KEYS_FILENAME", "SSH_TRUSTED_USER_CA_KEYS is read, and no file written"},
    Missing{"server", "SSH_CREATE_AUTHORIZED_KEYS_FILE", "sshd asks `cairn keys`, and no file is written"},
    Missing{"server", "SSH_PER_WRITE_TIMEOUT", "SSH_IDLE_TIMEOUT says how long a connection may be silent"},
    Missing{"server", "MINIMUM_KEY_SIZE_CHECK", "a 0 in [ssh.minimum_key_sizes] accepts every size of that type"},
    Missing{"server", "LFS_JWT_SECRET", "it is derived from [security] SECRET_KEY"},
    Missing{"server", "LOCAL_ROOT_URL", "the program's own helpers need no address"},
    Missing{"server", "STATIC_ROOT_PATH", "pages and styles are part of the program"},
    Missing{"server", "GRACEFUL_HAMMER_TIME", "GRACEFUL_STOP_TIMEOUT says how long requests may finish"},
    Missing{"server", "PER_WRITE_PER_KB_TIMEOUT", "PER_WRITE_TIMEOUT counts for each 64 KiB"},
    Missing{"server", "REDIRECT_OTHER_PORT", "leave redirects from http to https to a proxy"},
    Missing{"server", "ENABLE_ACME", "leave certificates to a proxy or a client of their authority"},
    Missing{"database", "LOG_SQL", "statements are in the log with [log] LEVEL = trace"},
    Missing{"database", "SQLITE_JOURNAL_MODE", "it is always WAL"},
    Missing{"database", "SQLITE_TIMEOUT", "writers wait in a queue, not for a lock"},
    Missing{"database", "MAX_IDLE_CONNS", "connections that were opened are kept"},
    Missing{"database", "CHARSET", "text is always UTF-8"},
    Missing{"security", "REVERSE_PROXY_AUTHENTICATION_USER", "proxies cannot sign people in"},
    Missing{"security", "SUCCESSFUL_TOKENS_CACHE_SIZE", "tokens are found by an index"},
    Missing{"session", "PROVIDER", "sessions are kept in the database"},
    Missing{"session", "PROVIDER_CONFIG", "sessions are kept in the database"},
    Missing{"cache", "", "there is no cache to set up"},
    Missing{"cache", "ENABLED", "there is no cache to set up"},
    Missing{"cache", "ADAPTER", "there is no cache to set up"},
    Missing{"cache", "INTERVAL", "there is no cache to set up"},
    Missing{"cache", "HOST", "there is no cache to set up"},
    Missing{"cache", "ITEM_TTL", "there is no cache to set up"},
    Missing{"webhook", "QUEUE_LENGTH", "calls that wait are kept in the database"},
    Missing{"webhook", "PAGING_NUM", "[api] says how many entries a page has"},
    Missing{"cron.cleanup_hook_task_table", "CLEANUP_TYPE", "deliveries are forgotten by their age"},
    Missing{"cron.cleanup_hook_task_table", "OLDER_THAN", "see [webhook] KEEP_DELIVERIES"},
    Missing{"cron.cleanup_hook_task_table", "NUMBER_TO_KEEP", "see [webhook] KEEP_DELIVERIES"},
    Missing{"indexer", "ISSUE_INDEXER_TYPE", "the database searches"},
    Missing{"indexer", "ISSUE_INDEXER_CONN_STR", "the database searches"},
    Missing{"indexer", "ISSUE_INDEXER_NAME", "the database searches"},
    Missing{"indexer", "ISSUE_INDEXER_PATH", "the database searches"},
    Missing{"indexer", "REPO_INDEXER_TYPE", "the database searches"},
    Missing{"indexer", "REPO_INDEXER_CONN_STR", "the database searches"},
    Missing{"indexer", "REPO_INDEXER_NAME", "the database searches"},
    Missing{"indexer", "REPO_INDEXER_PATH", "the index is in the database"},
    Missing{"indexer", "STARTUP_TIMEOUT", "nobody waits for the index"},
    Missing{"queue", "", "work that waits is kept in the database"},
    Missing{"picture", "", "avatars are uploaded or drawn here, never fetched"},
    Missing{"openid", "", "signing in with OpenID 2.0 is not offered"},
    Missing{"cron", "", "each task of upkeep has a section of its own, such as [cron.update_mirrors]"},
};

} // namespace

std::string_view why_not_here(std::string_view section, std::string_view key)
{
    // [queue.mirror] goes the way of [queue].
    const auto family = section.substr(0, section.find('.'));
    for (const auto& entry : missing) {
        if (entry.key.empty() ? key.empty() && text::iequals(entry.section, family)
                              : text::iequals(entry.section, section) && text::iequals(entry.key, key))
            return entry.why;
    }
    return {};
}

} // namespace cairn::config

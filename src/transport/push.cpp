#include "transport/push.hpp"

#include <algorithm>

#include "base/text.hpp"
#include "base/utf8.hpp"
#include "config/settings.hpp"
#include "contents/commit.hpp"
#include "db/database.hpp"
#include "http/url.hpp"
#include "repositories/protection/maintainers.hpp"
#include "repositories/references/pushes.hpp"
#include "transport/push_options.hpp"

namespace cairn::transport {

using access::Unit;
using repositories::RefRules;

namespace {

std::string in_address(std::string_view branch)
{
    std::string encoded;
    for (const auto part : text::split(branch, '/')) {
        if (!encoded.empty()) encoded += '/';
        encoded += http::encode_path_segment(part);
    }
    return encoded;
}

} // namespace

void CheckedPush::decide(const git::Repository& repository, git::Push& push)
{
    const auto rules = RefRules::load(site_.db, place_.repository, pusher_);
    for (auto& reference : push.references) {
        if (reference.refusal.empty()) reference.refusal = objection_;
        if (!reference.refusal.empty()) continue;
        if (const auto checked = check(repository, rules, reference); !checked)
            reference.refusal = checked.error().message;
    }
}

Result<void> CheckedPush::check(const git::Repository& repository, const RefRules& rules,
                                const git::PushedReference& reference) const
{
    if (!is_text(reference.name)) return fail(Errc::unprocessable, "a name has to be UTF-8");
    if (reference.proposed && place_.wiki) return fail(Errc::forbidden, "a wiki has no pull requests");
    if (reference.proposed) return pulls::check_proposal(site_, proposed(reference, {}));
    if (place_.wiki) {
        if (!place_.access.writes(Unit::wiki)) return fail(Errc::forbidden, "you may not write to this wiki");
        return {};
    }
    const auto change = TRY(repositories::change_of(
        repository, {.name = reference.name, .before = reference.before, .after = reference.after},
        place_.repository.default_branch, contents::verifier(site_, place_.repository, repository)));
    auto checked = rules.check(change);
    if (!checked && checked.error().code == Errc::forbidden && may_as_maintainer(change)) return {};
    return checked;
}

// Whoever may not write here may still push to the branch of a pull request, if who has opened it lets them.
bool CheckedPush::may_as_maintainer(const repositories::RefChange& change) const
{
    using Act = repositories::RefChange::Act;
    if (pusher_.account_id == 0 || pusher_.token_id != 0 || !change.name.starts_with(git::heads)
        || (change.act != Act::advance && change.act != Act::force))
        return false;
    const auto posters = repositories::posters_who_let_in(site_.db, place_.repository,
                                                          change.name.substr(git::heads.size()), pusher_.account_id);
    return std::ranges::any_of(posters, [&](const repositories::Pusher& poster) {
        return RefRules::load(site_.db, place_.repository, poster, RefRules::Part::branches).check(change).has_value();
    });
}

pulls::PushedProposal CheckedPush::proposed(const git::PushedReference& reference,
                                            std::span<const std::string> options) const
{
    return {.repository = place_.repository,
            .owner = place_.owner,
            .access = place_.access,
            .account_id = pusher_.account_id,
            .reference = reference.name,
            .commit = reference.after,
            .options = options};
}

void CheckedPush::propose(const git::Repository& repository, git::Push& push) const
{
    for (auto& reference : push.references) {
        if (!reference.refusal.empty() || !reference.proposed) continue;
        const auto made = pulls::propose(site_, repository, proposed(reference, push.options));
        if (!made) {
            reference.refusal = made.error().message;
            continue;
        }
        reference.reported_as = made->reference;
        push.tell("\n" + std::string(made->is_new ? "Opened" : "Updated") + ": " + made->page + "\n\n");
    }
}

void CheckedPush::done(const git::Repository& repository, git::Push& push)
{
    has_done_something_ =
        std::ranges::any_of(push.references, [](const auto& reference) { return reference.refusal.empty(); });
    if (has_done_something_ && !words_.empty()) push.tell(words_ + "\n");
    if (place_.wiki) return;
    propose(repository, push);
    repositories::DonePush recorded{.pusher_id = pusher_.account_id};
    for (const auto& reference : push.references)
        if (reference.refusal.empty() && !reference.proposed && reference.before != reference.after)
            recorded.changes.push_back({.name = reference.name, .before = reference.before, .after = reference.after});
    if (recorded.changes.empty()) return;
    repositories::record_push(site_, place_.repository, repository, recorded);
    const bool was_empty = place_.repository.empty;
    if (const auto options = repository_options(push.options);
        was_empty && options.any() && place_.access.administers())
        apply_options(site_, place_, options);
    tell_more(push, was_empty);
}

// For the person at the terminal: where a branch can be proposed that was pushed for the first time.
void CheckedPush::tell_more(const git::Push& push, bool was_empty) const
{
    constexpr int most = 3; // of a push of hundreds, nobody reads more
    int told = 0;
    if (was_empty || !place_.repository.enabled().has(Unit::pulls)) return;
    const auto address = site_.settings().server.root_url + place_.owner.name + "/" + place_.repository.name;
    for (const auto& reference : push.references) {
        if (!reference.refusal.empty() || !reference.is_creation() || !reference.name.starts_with(git::heads)) continue;
        const auto branch = reference.name.substr(git::heads.size());
        if (branch == place_.repository.default_branch || told++ == most) continue;
        push.tell("\nPropose " + branch + " for " + place_.repository.default_branch + ":\n  " + address + "/compare/"
                  + in_address(place_.repository.default_branch) + "..." + in_address(branch) + "\n\n");
    }
}

git::PushLimits push_limits(const config::Settings& settings)
{
    return {.largest_pack = static_cast<std::uint64_t>(settings.git.max_push_size) << 20U,
            .time = std::chrono::seconds(settings.git.push_timeout),
            .taken = settings.git.receive_refs,
            .memory = static_cast<std::uint64_t>(settings.limits.receive_memory),
            .largest_object = static_cast<std::uint64_t>(settings.limits.receive_object),
            .largest_commit = static_cast<std::uint64_t>(settings.limits.commit_size)};
}

} // namespace cairn::transport

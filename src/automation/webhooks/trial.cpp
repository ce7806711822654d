#include "webhooks/trial.hpp"

#include "contents/commit.hpp"
#include "git/references/references.hpp"
#include "git/store/repositories.hpp"
#include "repositories/show.hpp"
#include "webhooks/delivery.hpp"
#include "webhooks/payload.hpp"
#include "webhooks/payload_context.hpp"

namespace cairn::webhooks {

using api::Call;
using repositories::RepositoryContext;

Result<void> try_hook(const Call& call, const RepositoryContext& place, std::int64_t hook_id, const TestHook& wanted)
{
    const auto hook = TRY(find_hook(call.db(), {.repository_id = place.repository.id}, hook_id));
    const auto repository = TRY(call.site.get<git::Repositories>().open(place.repository.storage));
    const auto newest = TRY(git::find_branch(*repository, place.repository.default_branch));
    auto commits = TRY(contents::show_payload_commits(call, place, *repository, {&newest, 1}));
    commits.front().verification = TRY(contents::verify_commit(call.site, place.repository, *repository, newest));
    const auto id = newest.hex();
    const auto shown = json_of(repositories::show_repository(call, place.repository, place.owner, {}));
    const auto sender = json_of(accounts::show_user_plainly(accounts::account_of(call.caller), false, call.settings()));
    const PushPayload payload{
        .ref = wanted.ref.empty() ? std::string(git::heads) + place.repository.default_branch : wanted.ref,
        .before = id,
        .after = id,
        .compare_url = contents::Addresses(call.settings(), place).web + "/compare/" + id + "..." + id,
        .commits = commits,
        .total_commits = 1,
        .head_commit = commits.front(),
        .repository = shown,
        .pusher = sender,
        .sender = sender};
    const auto text = api::to_json(type_of<PushPayload>(), &payload);
    call.db().write([&](db::Transaction& tx) {
        put_delivery(tx,
                     {.hook_id = hook.id,
                      .event = "push",
                      .repository_id = place.repository.id,
                      .payload = text,
                      .asked_for = true});
    });
    return {};
}

} // namespace cairn::webhooks

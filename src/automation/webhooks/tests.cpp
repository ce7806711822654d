// Trying a hook out: a push of what is there, as if it had just come.
#include "contents/commit.hpp"
#include "events/events.hpp"
#include "git/references/references.hpp"
#include "git/store/repositories.hpp"
#include "repositories/show.hpp"
#include "webhooks/delivery.hpp"
#include "webhooks/hook_owner.hpp"
#include "webhooks/payload.hpp"
#include "webhooks/payload_context.hpp"
#include "webhooks/tables.hpp"

namespace cairn::webhooks {

using namespace api;
using enum Method;
using repositories::administers_repository;
using repositories::RepositoryContext;

namespace {

struct TestHook {
    std::string ref;
};
BOOST_DESCRIBE_STRUCT(TestHook, (), (ref))
constexpr auto notes(const TestHook*)
{
    return std::array{Note{"ref", "the reference that is told of in place of the default branch"}};
}

Result<> test(Call& call, const RepositoryContext& place, Path<HookPath> path, Query<TestHook> query)
{
    const auto hook = TRY(find_hook(call.db(), whose(place), path->id));
    const auto repository = TRY(call.site.open_repositories.open(place.repository.storage));
    const auto newest = TRY(git::find_branch(*repository, place.repository.default_branch));
    auto commits = TRY(contents::show_payload_commits(call, place, *repository, {&newest, 1}));
    commits.front().verification = TRY(contents::verify_commit(call.site, *repository, newest));
    const auto id = newest.hex();
    const auto shown = json_of(repositories::show_repository(call, place.repository, place.owner, {}));
    const auto sender = json_of(accounts::show_user_plainly(*call.caller.account, false, call.settings()));
    const PushPayload payload{
        .ref = query->ref.empty() ? std::string(git::heads) + place.repository.default_branch : query->ref,
        .before = id,
        .after = id,
        .compare_url = contents::Addresses(call.settings(), place).web + "/compare/" + id + "..." + id,
        .commits = commits,
        .total_commits = 1,
        .head_commit = commits.front(),
        .repository = shown,
        .pusher = sender,
        .sender = sender};
    const auto text = to_json(type_of<PushPayload>(), &payload);
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

// clang-format off
constexpr Operation operations[] = {
    {POST, "/repos/{owner}/{repo}/hooks/{id}/tests", scope::repository, administers_repository, handle<test>, 204, "repoTestHook", "Try a hook out"},
};
// clang-format on
static_assert(well_formed(operations));

} // namespace

const Table test_table{"repository", operations};

} // namespace cairn::webhooks

#include "webhooks/reading.hpp"

#include "api/codec.hpp"
#include "base/log.hpp"
#include "git/objects/walk.hpp"
#include "git/references/references.hpp"
#include "git/store/repositories.hpp"
#include "webhooks/payload.hpp"
#include "webhooks/payload_context.hpp"

namespace cairn::webhooks {

using git::ObjectId;
using repositories::RepositoryContext;

namespace {

constexpr std::size_t most_commits = 5;
// Beyond, the number of commits is what was counted so far: others wait for their payloads.
constexpr std::uint64_t most_listed = 1000;
constexpr std::uint64_t most_steps = 20'000;

// What it takes to read commits.
struct Source {
    const api::View& view;
    const RepositoryContext& place;
    const git::Repository& repository;

    Result<std::vector<PayloadCommit>> show(std::span<const ObjectId> ids) const
    {
        return contents::show_payload_commits(view, place, repository, ids, true);
    }
};

Result<ObjectId> parse(std::string_view hex)
{
    const auto id = ObjectId::parse(hex);
    if (!id) return fail(Errc::not_found, "no object is called so");
    return *id;
}

std::string compare_url(const Source& from, std::string_view before, std::string_view after)
{
    return (contents::Addresses(from.view.settings(), from.place).web + "/compare/")
        .append(before)
        .append("...")
        .append(after);
}

Result<> read_branch(const Source& from, const PushNews& news, PushPayload& told)
{
    const auto after = TRY(from.repository.peel(TRY(parse(news.after)), git::Kind::commit));
    const auto before = TRY(parse(news.before));
    git::Walk walk{.from = after, .limit = most_listed, .most_steps = most_steps};
    if (!before.is_zero() && from.repository.contains(before)) walk.without.push_back(before);
    if (before.is_zero() && !news.base.empty()) walk.without.push_back(TRY(parse(news.base)));
    const auto page = TRY(git::walk(from.repository, walk));
    told.total_commits = static_cast<std::int64_t>(page.more ? TRY(git::count_commits(from.repository, walk))
                                                             : std::uint64_t{page.commits.size()});
    told.commits = TRY(from.show(std::span(page.commits).first(std::min(page.commits.size(), most_commits))));
    told.head_commit = std::move(TRY(from.show({&after, 1})).front());
    if (!before.is_zero()) {
        told.compare_url = compare_url(from, news.before, news.after);
        return {};
    }
    // A new branch is compared with what it left from; one without anything new, with the default branch.
    const auto oldest = page.commits.empty() ? std::vector<ObjectId>()
                                             : TRY(git::read_commit(from.repository, page.commits.back())).parents;
    if (!oldest.empty()) told.compare_url = compare_url(from, oldest.front().hex(), news.after);
    else if (!news.base.empty()) told.compare_url = compare_url(from, from.place.repository.default_branch, news.after);
    return {};
}

Result<> read_tag(const Source& from, const PushNews& news, PushPayload& told)
{
    told.compare_url = compare_url(from, std::string(news.after.size(), '0'), news.after);
    const auto commit = TRY(from.repository.peel(TRY(parse(news.after)), git::Kind::commit));
    told.head_commit = std::move(TRY(from.show({&commit, 1})).front());
    return {};
}

template <class Payload, class Read>
std::string completed(Payload told, const StoredDelivery& delivery, const std::optional<Source>& from, Read&& read)
{
    const auto done = from ? read(*from, told) : Result<>(not_found("the repository"));
    if (!done)
        log::warn("a hook is told of a push without its commits",
                  {{"delivery", delivery.uuid}, {"error", done.error().message}});
    return api::to_json(type_of<Payload>(), &told);
}

std::string complete(const StoredDelivery& delivery, const std::optional<Source>& from)
{
    if (delivery.event == "status") {
        CommitStatusPayload told;
        if (!api::decode_json(type_of<CommitStatusPayload>(), delivery.payload, &told)) return delivery.payload;
        return completed(std::move(told), delivery, from, [](const Source& source, CommitStatusPayload& status) {
            return [&]() -> Result<> {
                const auto commit = TRY(parse(status.sha));
                status.commit = std::move(TRY(source.show({&commit, 1})).front());
                return {};
            }();
        });
    }
    PushNews news;
    if (!api::decode_json(type_of<PushNews>(), delivery.payload, &news)) return delivery.payload;
    PushPayload told{.ref = news.ref,
                     .before = news.before,
                     .after = news.after,
                     .compare_url = {},
                     .commits = {},
                     .head_commit = {},
                     .repository = news.repository,
                     .pusher = news.pusher,
                     .sender = news.sender};
    return completed(std::move(told), delivery, from, [&](const Source& source, PushPayload& push) {
        return news.ref.starts_with(git::tags) ? read_tag(source, news, push) : read_branch(source, news, push);
    });
}

} // namespace

std::string read_payload(db::Queries& db, const config::Settings& settings, git::Repositories& repositories,
                         const StoredDelivery& delivery)
{
    auto stored = repositories::find_repository(db, delivery.repository_id);
    auto owner = stored ? accounts::find_account(db, stored->owner_id) : std::nullopt;
    if (!owner) return complete(delivery, {});
    const RepositoryContext place{.repository = std::move(*stored), .owner = std::move(*owner), .access = {}};
    const api::Caller nobody{};
    const api::View view(db, settings, nobody);
    const auto opened = repositories.open(place.repository.storage);
    return complete(delivery, opened ? std::optional(Source{view, place, **opened}) : std::nullopt);
}

} // namespace cairn::webhooks

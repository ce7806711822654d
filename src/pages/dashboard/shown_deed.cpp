#include "pages/dashboard/shown_deed.hpp"

#include "contents/revision.hpp"
#include "pages/places/avatar_address.hpp"
#include "pages/places/repository_address.hpp"

namespace cairn::pages {

using feeds::DeedKind;

namespace {

std::string reference_address(const feeds::ToldDeed& told, const std::string& home)
{
    const auto path = contents::escape_path(told.reference);
    switch (told.deed) {
    case DeedKind::pushed:
    case DeedKind::synced: return home + "/src/branch/" + path;
    case DeedKind::pushed_tag: return home + "/src/tag/" + path;
    case DeedKind::released: return home + "/releases/tag/" + path;
    default: return {};
    }
}

} // namespace

std::vector<ShownDeed> show_deeds(const api::Call& call, const std::vector<feeds::StoredActivity>& activities)
{
    std::vector<ShownDeed> shown;
    for (auto& told : feeds::tell_activities(call, activities)) {
        const auto home = repository_address(told.owner, told.repository);
        ShownDeed one{.deed = told.deed,
                      .actor = told.actor.name,
                      .avatar = avatar_address(told.actor),
                      .repository = told.owner + "/" + told.repository,
                      .address = home,
                      .former = std::move(told.former),
                      .reference = told.reference,
                      .reference_address = reference_address(told, home),
                      .is_pull = told.is_pull,
                      .title = std::move(told.title),
                      .text = std::move(told.text),
                      .commit_count = told.commit_count,
                      .times = told.times,
                      .at = told.at};
        if (told.number != 0) {
            one.issue = told.repository + " #" + std::to_string(told.number);
            one.issue_address = home + (told.is_pull ? "/pulls/" : "/issues/") + std::to_string(told.number);
            if (told.comment_id != 0) one.issue_address += "#issuecomment-" + std::to_string(told.comment_id);
        }
        for (auto& commit : told.commits)
            one.commits.push_back(
                {.id = commit.id, .subject = std::move(commit.subject), .address = home + "/commit/" + commit.id});
        shown.push_back(std::move(one));
    }
    return shown;
}

} // namespace cairn::pages

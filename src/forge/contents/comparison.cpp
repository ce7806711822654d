#include "contents/comparison.hpp"

#include "contents/head_context.hpp"
#include "contents/revision.hpp"
#include "git/objects/merge.hpp"
#include "git/references/references.hpp"
#include "git/store/store.hpp"

namespace cairn::contents {

using repositories::RepositoryContext;

ComparedNames split_basehead(std::string_view basehead, const std::string& default_branch)
{
    for (const std::string_view dots : {"...", ".."})
        if (const auto at = basehead.find(dots); at != basehead.npos)
            return {std::string(basehead.substr(0, at)), std::string(basehead.substr(at + dots.size())),
                    dots.size() == 3};
    return {default_branch, std::string(basehead)};
}

Result<Comparison> open_comparison(const api::Call& call, const RepositoryContext& place, const ComparedNames& names)
{
    Comparison made{.base_name = names.base, .head_name = names.head, .head_place = place};
    made.head_place = TRY(find_head_context(call, place, made.head_name));
    const auto& store = call.site.get<git::Store>();
    // A handle of its own: it sees the objects of both.
    const auto shared =
        std::make_shared<git::Repository>(TRY(git::Repository::open(store.path(made.head_place.repository.storage))));
    made.repository = shared;
    made.head = TRY(git::find_commit(*shared, made.head_name));
    if (made.head_place.repository.id == place.repository.id) {
        made.base = TRY(git::find_commit(*shared, made.base_name));
    } else {
        made.base = TRY(git::find_commit(*TRY(open_repository(call, place)), made.base_name));
        TRY(shared->also_look_in(store.path(place.repository.storage) + "/objects"));
    }
    made.from = made.base;
    if (names.from_merge_base) {
        const auto common = TRY(git::merge_base(*shared, made.base, made.head));
        made.related = common.has_value();
        made.from = common.value_or(git::ObjectId{});
    }
    return made;
}

} // namespace cairn::contents

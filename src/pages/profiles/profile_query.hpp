// What the address of a profile says: which tab, and what of a list.
#pragma once

#include "base/page.hpp"
#include "base/reflect.hpp"

namespace cairn::pages {

struct ProfileQuery : Paging {
    std::string tab;
    std::string q;
    std::string kind;
    std::string language;
    std::string sort;
    std::int64_t before = 0;
};
BOOST_DESCRIBE_STRUCT(ProfileQuery, (Paging), (tab, q, kind, language, sort, before))
constexpr auto notes(const ProfileQuery*)
{
    return std::array{Note{"tab", "repositories, stars, activity, followers or following"},
                      Note{"q", "words to find a repository by"},
                      Note{"kind", "source, fork, mirror, template or archived"},
                      Note{"language", "only repositories in this language"},
                      Note{"sort", "what comes first"},
                      Note{"before", "only what happened before this one"}};
}

} // namespace cairn::pages

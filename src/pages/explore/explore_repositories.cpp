// Looking around among the repositories of the site.
#include <algorithm>

#include "accounts/guards.hpp"
#include "api/view.hpp"
#include "base/text.hpp"
#include "http/url.hpp"
#include "pages/explore/explore_tabs.hpp"
#include "pages/explore/shown_repository.hpp"
#include "pages/explore/tables.hpp"
#include "pages/page.hpp"
#include "pages/pager.hpp"
#include "repositories/exploring.hpp"
#include "repositories/social/topic.hpp"

namespace cairn::pages {

using namespace api;
using enum Method;
using repositories::ExploreSort;
using repositories::Exploring;
using repositories::RepositoryKind;
using words::Phrase;

namespace {

struct ExploreQuery : Paging {
    std::string q;
    std::string topic; // "1": q is a topic, as links to topics have it
    std::vector<std::string> language;
    std::vector<std::string> kind;
    std::string sort;
    std::string only_show_relevant; // known from links elsewhere, without effect
};
BOOST_DESCRIBE_STRUCT(ExploreQuery, (Paging), (q, topic, language, kind, sort, only_show_relevant))
constexpr auto notes(const ExploreQuery*)
{
    return std::array{Note{"q", "words, topic:x, language:x"}, Note{"topic", "1: q is a topic"},
                      Note{"language", "one of these languages"}, Note{"kind", "one of these kinds"},
                      Note{"sort", "what comes first"}};
}

struct Choice {
    std::string value;
    std::string words{};
    std::int64_t count = 0;
    bool chosen = false;
};
BOOST_DESCRIBE_STRUCT(Choice, (), (value, words, count, chosen))

// What was asked for, and the page without that.
struct Filter {
    std::string words;
    std::string address;
};
BOOST_DESCRIBE_STRUCT(Filter, (), (words, address))

struct ExploreView {
    PageHead head{};
    std::vector<ShownEntry> tabs{};
    std::string q{};
    std::string topic{};      // the one that all have
    bool topic_alone = false; // the address says so
    bool filtered = false;
    std::vector<Filter> filters{}; // one by one, where nothing fits
    std::vector<Choice> languages{};
    std::vector<Choice> kinds{};
    std::vector<Choice> sorts{};
    std::vector<repositories::TopicResponse> topics{}; // that fit what was looked for
    std::vector<ShownRepository> repositories{};
    Pager pager{};
};
BOOST_DESCRIBE_STRUCT(ExploreView, (),
                      (head, tabs, q, topic, topic_alone, filtered, filters, languages, kinds, sorts, topics,
                       repositories, pager))

// What the address says, which one that was made for another server may say in that one's words, and the API's.
struct SortRow {
    std::string_view name;
    std::string_view also; // elsewhere
    ExploreSort sort;
    bool reversed;
    Phrase words; // empty: understood, and not offered
    std::string_view api_sort;
    std::string_view api_order;
};
// clang-format off
constexpr SortRow sort_rows[] = {
    {"updated",     "recentupdate",          ExploreSort::updated, false, Phrase("Recently updated"), "updated", "desc"},
    {"stars",       "moststars",             ExploreSort::stars,   false, Phrase("Most stars"),       "stars",   "desc"},
    {"newest",      "newest",                ExploreSort::created, false, Phrase("Newest"),           "created", "desc"},
    {"name",        "alphabetically",        ExploreSort::name,    false, Phrase("Name"),             "alpha",   "asc"},
    {"forks",       "mostforks",             ExploreSort::forks,   false, Phrase("Most forks"),       "forks",   "desc"},
    {"leastupdate", "leastupdate",           ExploreSort::updated, true,  {},                         "updated", "asc"},
    {"oldest",      "oldest",                ExploreSort::created, true,  {},                         "created", "asc"},
    {"name-down",   "reversealphabetically", ExploreSort::name,    true,  {},                         "alpha",   "desc"},
    {"feweststars", "feweststars",           ExploreSort::stars,   true,  {},                         "stars",   "asc"},
    {"fewestforks", "fewestforks",           ExploreSort::forks,   true,  {},                         "forks",   "asc"},
    {"size",        "size",                  ExploreSort::size,    true,  {},                         "size",    "asc"},
    {"largest",     "reversesize",           ExploreSort::size,    false, {},                         "size",    "desc"},
};
struct KindRow {
    RepositoryKind kind;
    Phrase words;
    std::int64_t repositories::KindCounts::* count;
};
constexpr KindRow kind_rows[] = {
    {RepositoryKind::source,    Phrase("Sources"),   &repositories::KindCounts::sources},
    {RepositoryKind::fork,      Phrase("Forks"),     &repositories::KindCounts::forks},
    {RepositoryKind::mirror,    Phrase("Mirrors"),   &repositories::KindCounts::mirrors},
    {RepositoryKind::template_, Phrase("Templates"), &repositories::KindCounts::templates},
    {RepositoryKind::archived,  Phrase("Archived"),  &repositories::KindCounts::archived},
};
// clang-format on

const SortRow& sort_of(std::string_view name)
{
    for (const SortRow& row : sort_rows)
        if (name == row.name || name == row.also) return row;
    return sort_rows[0];
}

bool is_yes(std::string_view text) { return text == "1" || text == "true" || text == "on"; }

Exploring wanted_of(const ExploreQuery& query)
{
    const auto topic = text::trim(query.q);
    auto wanted = is_yes(query.topic) && !topic.empty() ? Exploring{.topics = {text::to_lower(topic)}}
                                                        : repositories::read_exploring(query.q);
    for (const auto& name : query.language)
        if (wanted.languages.size() < 20) wanted.languages.push_back(name);
    for (const KindRow& row : kind_rows)
        if (std::ranges::find(query.kind, word_of(row.kind)) != query.kind.end()) wanted.kinds.push_back(row.kind);
    const auto& sort = sort_of(query.sort);
    wanted.sort = sort.sort;
    wanted.reversed = sort.reversed;
    return wanted;
}

// Those that there are, and those that were chosen though there are none.
std::vector<Choice> language_choices(const Call& call, const Exploring& wanted, const std::vector<std::string>& chosen)
{
    std::vector<Choice> choices;
    for (auto& one : repositories::languages_among(call, wanted)) choices.push_back({one.name, one.name, one.count});
    for (const auto& name : chosen) {
        const auto same = [&](const Choice& choice) { return text::iequals(choice.value, name); };
        const auto found = std::ranges::find_if(choices, same);
        if (found != choices.end()) found->chosen = true;
        else choices.push_back({.value = name, .words = name, .chosen = true});
    }
    return choices;
}

std::vector<Choice> kind_choices(const Call& call, const Exploring& wanted)
{
    const auto counts = repositories::kinds_among(call, wanted);
    const auto& in = language_of(call);
    std::vector<Choice> choices;
    for (const KindRow& row : kind_rows)
        choices.push_back({.value = std::string(word_of(row.kind)),
                           .words = in.say(row.words),
                           .count = counts.*row.count,
                           .chosen = std::ranges::find(wanted.kinds, row.kind) != wanted.kinds.end()});
    return choices;
}

std::vector<Choice> sort_choices(const Call& call, const SortRow& current)
{
    const auto& in = language_of(call);
    std::vector<Choice> choices;
    for (const SortRow& row : sort_rows)
        if (!row.words.empty() || &row == &current)
            choices.push_back({.value = std::string(row.name),
                               .words = row.words.empty() ? std::string(row.name) : in.say(row.words),
                               .chosen = &row == &current});
    return choices;
}

// The address that was asked for, without one of its values.
std::string without(std::string_view target, std::string_view name, std::string_view value)
{
    const auto mark = target.find('?');
    std::string address(target.substr(0, mark));
    if (mark == target.npos) return address;
    char sign = '?';
    for (const auto& [key, text] : http::parse_query(target.substr(mark + 1), 50)) {
        if (key == "page" || (key == name && text == value) || (name == "q" && key == "topic")) continue;
        address += sign;
        address.append(http::encode_query(key)).append("=").append(http::encode_query(text));
        sign = '&';
    }
    return address;
}

std::vector<Filter> filters_of(const Call& call, const ExploreQuery& query, const std::vector<Choice>& kinds)
{
    std::vector<Filter> filters;
    const auto add = [&](std::string_view name, const std::string& value, const std::string& words) {
        if (!value.empty()) filters.push_back({words, without(call.request.target, name, value)});
    };
    add("q", query.q, std::string(text::trim(query.q)));
    for (const auto& language : query.language) add("language", language, language);
    for (const auto& kind : kinds)
        if (kind.chosen) add("kind", kind.value, kind.words);
    return filters;
}

// Topics that have the word in them, for who does not know how a topic is written.
std::vector<repositories::TopicResponse> near_topics(const Call& call, const Exploring& wanted)
{
    if (wanted.words.size() != 1 || wanted.words.front().size() < 2) return {};
    repositories::SearchTopics search;
    search.q = wanted.words.front();
    search.limit = 8;
    return repositories::search_topics(call, search).items;
}

Result<ExploreView> show(Call& call, Query<ExploreQuery> query)
{
    const auto wanted = wanted_of(query.value);
    const auto found = repositories::explore_repositories(call, wanted, query.value);
    const auto& sort = sort_of(query->sort);
    ExploreView view{.tabs = explore_tabs(call, ExploreTab::repositories),
                     .q = query->q,
                     .topic = wanted.topics.empty() ? "" : wanted.topics.front(),
                     .topic_alone = is_yes(query->topic) && !text::trim(query->q).empty(),
                     .filtered = !wanted.words.empty() || !wanted.topics.empty() || !wanted.languages.empty()
                         || !wanted.kinds.empty(),
                     .languages = language_choices(call, wanted, wanted.languages),
                     .kinds = kind_choices(call, wanted),
                     .sorts = sort_choices(call, sort),
                     .topics = near_topics(call, wanted),
                     .repositories = show_repository_rows(call, found.items),
                     .pager = pager(call, query.value, found.total)};
    if (view.repositories.empty()) view.filters = filters_of(call, query.value, view.kinds);
    view.head.values = {{"sort", std::string(sort.api_sort)}, {"order", std::string(sort.api_order)}};
    if (!view.q.empty()) view.head.values.emplace("q", view.q);
    if (view.topic_alone) view.head.values.emplace("topic", "true");
    return view;
}

Result<Raw> start(Call& call) { return see_other(call, "/explore/repos"); }

// clang-format off
constexpr Operation explore_operations[] = {
    {GET, "/explore",       scope::none, accounts::anyone, handle<start>,                                              303, "siteExplore",             "Lead to the repositories of the site"},
    {GET, "/explore/repos", scope::none, accounts::anyone, shows<show, "explore/repositories", "repoSearch topicSearch">, 200, "siteExploreRepositories", "Look around among repositories"},
};
// clang-format on
static_assert(well_formed(explore_operations));

} // namespace

const Table explore_repositories_table{"site", explore_operations, Door::site, refuse_page};

} // namespace cairn::pages

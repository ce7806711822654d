// All keys that the pages know, by where they work.
#include "accounts/guards.hpp"
#include "pages/page.hpp"
#include "pages/site/tables.hpp"

namespace cairn::pages {

using namespace api;
using enum Method;
using words::Phrase;

namespace {

struct ShownKey {
    std::vector<std::string> keys; // pressed one after the other
    std::string words;
};
BOOST_DESCRIBE_STRUCT(ShownKey, (), (keys, words))

struct KeyGroup {
    std::string title;
    std::vector<ShownKey> keys{};
};
BOOST_DESCRIBE_STRUCT(KeyGroup, (), (title, keys))

struct KeysView {
    std::vector<KeyGroup> groups{};
};
BOOST_DESCRIBE_STRUCT(KeysView, (), (groups))

struct KeyRow {
    std::string_view keys; // with blanks between them
    Phrase words;
    Phrase group{}; // of this one and those that follow
};
// clang-format off
constexpr KeyRow rows[] = {
    {"?",          Phrase("Show these keys"),                        Phrase("Everywhere")},
    {"/",          Phrase("Search")},
    {".",          Phrase("Open the API drawer")},
    {"g d",        Phrase("Go to the dashboard")},
    {"g n",        Phrase("Go to your notifications")},
    {"Esc",        Phrase("Close what is topmost")},
    {"g c",        Phrase("Go to the code"),                         Phrase("Repository")},
    {"g i",        Phrase("Go to the issues")},
    {"g p",        Phrase("Go to the pull requests")},
    {"g a",        Phrase("Go to the actions")},
    {"g w",        Phrase("Go to the wiki")},
    {"t",          Phrase("Find a file")},
    {"w",          Phrase("Choose a branch")},
    {"j",          Phrase("To the next row"),                        Phrase("Lists")},
    {"k",          Phrase("To the row before")},
    {"Enter",      Phrase("Open the row")},
    {"x",          Phrase("Choose the row")},
    {"c",          Phrase("Make a new one")},
    {"e",          Phrase("Mark as read")},
    {"p",          Phrase("Pin a notification")},
    {"l",          Phrase("Go to a line"),                           Phrase("File")},
    {"y",          Phrase("Show the permanent address")},
    {"b",          Phrase("Show who wrote the lines")},
    {"Shift+click", Phrase("Choose a range of lines")},
    {"c",          Phrase("Write a comment"),                        Phrase("Issue and conversation")},
    {"r",          Phrase("Reply with the marked text")},
    {"e",          Phrase("Edit")},
    {"a",          Phrase("Assign")},
    {"Ctrl+Enter", Phrase("Send")},
    {"↑ ↓",        Phrase("Move the card with the focus in its column"), Phrase("Board")},
    {"← →",        Phrase("Move it to another column")},
    {"[",          Phrase("To the parent, the first of several"),    Phrase("Commit")},
    {"]",          Phrase("To the last of several parents")},
    {"j",          Phrase("To the next file"),                       Phrase("Difference")},
    {"k",          Phrase("To the file before")},
    {"n",          Phrase("To the next thread")},
    {"p",          Phrase("To the thread before")},
    {"v",          Phrase("Mark the file as viewed")},
    {"u",          Phrase("Unified or split")},
    {"[",          Phrase("More lines above")},
    {"]",          Phrase("More lines below")},
};
// clang-format on

Result<KeysView> show(Call& call)
{
    const auto& in = language_of(call);
    KeysView view;
    for (const KeyRow& row : rows) {
        if (!row.group.empty()) view.groups.push_back({.title = in.say(row.group)});
        ShownKey key{.keys = {}, .words = in.say(row.words)};
        for (std::string_view rest = row.keys; !rest.empty();) {
            const auto end = std::min(rest.find(' '), rest.size());
            key.keys.emplace_back(rest.substr(0, end));
            rest.remove_prefix(std::min(end + 1, rest.size()));
        }
        view.groups.back().keys.push_back(std::move(key));
    }
    return view;
}

// clang-format off
constexpr Operation keys_operations[] = {
    {GET, "/-/help/keys", scope::none, accounts::anyone, shows<show, "site/keys">, 200, "siteKeysHelp", "Show the keys that the pages know"},
};
// clang-format on
static_assert(well_formed(keys_operations));

} // namespace

const Table keys_help_table{"site", keys_operations, Door::site, refuse_page};

} // namespace cairn::pages

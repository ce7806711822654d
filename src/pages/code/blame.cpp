// Who wrote which line of a file, and when: sent while git finds it out.
#include <chrono>
#include <map>

#include "base/text.hpp"
#include "base/utf8.hpp"
#include "contents/blame.hpp"
#include "contents/entry.hpp"
#include "contents/history.hpp"
#include "contents/people.hpp"
#include "db/database.hpp"
#include "languages/language.hpp"
#include "pages/code/code_lines.hpp"
#include "pages/code/code_place.hpp"
#include "pages/code/commit_target.hpp"
#include "pages/code/file_tree.hpp"
#include "pages/code/readme.hpp"
#include "pages/code/shown_commit.hpp"
#include "pages/code/tables.hpp"
#include "pages/page.hpp"
#include "pages/places/avatar_address.hpp"
#include "pages/places/repository_place.hpp"

namespace cairn::pages {

using namespace api;
using contents::RefKind;
using contents::Revision;
using enum Method;
using repositories::RepositoryContext;

namespace {

struct BlameQuery {
    std::optional<bool> bypass;
    std::string line;              // to go to, from the form
    std::vector<std::string> tree; // folders that are open beside the file
};
BOOST_DESCRIBE_STRUCT(BlameQuery, (), (bypass, line, tree))
constexpr auto notes(const BlameQuery*)
{
    return std::array{Note{.member = "bypass",
                           .doc = "true: also the commits that .git-blame-ignore-revs lists",
                           .alias = "bypass-blame-ignore"},
                      Note{"line", "a line to go to"},
                      Note{"tree", "a folder that is open in the tree; any number of times"}};
}

// A block of lines, or something that is said between them.
struct BlameRow {
    std::int64_t line = 0;
    std::int64_t count = 0;
    std::string subject{};
    std::string author{};
    std::string avatar{};
    std::string address{}; // of the commit
    std::string before{};  // of the file before it; empty: it was new
    Time when{};
    std::int64_t age = 5; // 1 is new
    std::string age_words{};
    Html first{};  // cells of the first line,
    Html others{}; // and the rows of the others
    std::int64_t ignored = 0;
    bool cut = false; // it took too long: this is the end
};
BOOST_DESCRIBE_STRUCT(BlameRow, (),
                      (line, count, subject, author, avatar, address, before, when, age, age_words, first, others,
                       ignored, cut))

struct BlameView {
    PageHead head{};
    RepositoryPlace place;
    CodePlace code;
    std::string raw;
    std::string language{};
    std::int64_t size = 0;
    std::int64_t lines = 0;
    std::string edit{};     // the page for that; empty: not here
    bool too_large = false; // or no text: there is no blame
    bool bypass = false;
    std::optional<ShownCommit> last{};
    std::shared_ptr<const FileTree> tree{};
    Stream<BlameRow> rows{};
};
BOOST_DESCRIBE_STRUCT(BlameView, (),
                      (head, place, code, raw, language, size, lines, edit, too_large, bypass, last, tree, rows))

std::int64_t age_of(Time when, Time now)
{
    constexpr std::int64_t day = 86'400;
    const auto age = now.seconds - when.seconds;
    return age < 7 * day ? 1 : age < 60 * day ? 2 : age < 365 * day ? 3 : age < 2 * 365 * day ? 4 : 5;
}

std::string age_words(const words::Language& in, std::int64_t age)
{
    switch (age) {
    case 1: return in.say(words::Phrase("Less than a week old"));
    case 2: return in.say(words::Phrase("Less than two months old"));
    case 3: return in.say(words::Phrase("Less than a year old"));
    case 4: return in.say(words::Phrase("Less than two years old"));
    default: return in.say(words::Phrase("Two years old or older"));
    }
}

// Puts names and pictures to what git has found, for many blocks at once, and gives it on. What waits for others does
// not wait long.
class BlameRows {
public:
    BlameRows(const Site& site, const words::Language& in, std::string base, const Stream<BlameRow>::Visit& visit)
        : site_(site), in_(in), base_(std::move(base)), visit_(visit)
    {
    }

    void add(const git::BlameBlock& block, std::span<const std::string_view> lines)
    {
        const auto& commit = *block.commit;
        BlameRow row{.line = block.line,
                     .count = static_cast<std::int64_t>(lines.size()),
                     .subject = subject_of(commit.summary),
                     .author = to_text(commit.author.name),
                     .address = base_ + "/commit/" + commit.id.hex(),
                     .when = commit.committer.when,
                     .age = age_of(commit.committer.when, Time::now())};
        row.age_words = age_words(in_, row.age);
        if (!block.previous.is_zero())
            row.before = base_ + "/blame/commit/" + block.previous.hex() + "/"
                + contents::escape_path(block.previous_path) + "#L" + std::to_string(block.original_line);
        HtmlWriter first;
        write_line(first, lines.empty() ? std::string_view() : lines.front(), block.line);
        row.first = first.take();
        if (lines.size() > 1) row.others = line_rows(lines.subspan(1), block.line + 1, {});
        emails_.push_back(commit.author.email);
        waiting_.push_back(std::move(row));
        if (waiting_.size() >= 100 || std::chrono::steady_clock::now() - given_ > std::chrono::milliseconds(200))
            give();
    }

    void give()
    {
        std::vector<std::string> unknown;
        for (const auto& email : emails_)
            if (!avatars_.contains(email)) {
                unknown.push_back(email);
                avatars_.emplace(email, "");
            }
        if (!unknown.empty()) {
            const contents::People people(site_.db, site_.settings(), unknown);
            for (const auto& email : unknown)
                if (const auto* account = people.find(email)) avatars_[email] = avatar_address(*account);
        }
        for (std::size_t i = 0; i < waiting_.size(); ++i) {
            waiting_[i].avatar = avatars_[emails_[i]];
            visit_(waiting_[i]);
        }
        waiting_.clear();
        emails_.clear();
        given_ = std::chrono::steady_clock::now();
    }

private:
    const Site& site_;
    const words::Language& in_;
    std::string base_;
    const Stream<BlameRow>::Visit& visit_;
    std::vector<BlameRow> waiting_;
    std::vector<std::string> emails_; // of those that wait
    std::map<std::string, std::string> avatars_;
    std::chrono::steady_clock::time_point given_ = std::chrono::steady_clock::now();
};

Stream<BlameRow> blame_rows(const Site& site, const words::Language& in, const RepositoryContext& place,
                            const Revision& revision, const std::string& path, bool bypass)
{
    return {[&site, &in, stored = place.repository, base = repository_address(place), commit = revision.commit, path,
             bypass](const Stream<BlameRow>::Visit& visit) {
        const auto repository = site.get<git::Repositories>().open(stored.storage);
        if (!repository) return;
        BlameRows rows(site, in, base, visit);
        const contents::BlameListener listener{
            .begin =
                [&](const contents::BlamedFile& file) {
                    if (file.ignored > 0) visit({.ignored = static_cast<std::int64_t>(file.ignored)});
                },
            .block = [&](const git::BlameBlock& block,
                         std::span<const std::string_view> lines) { rows.add(block, lines); }};
        const auto done = contents::blame_file(site, stored, **repository, commit, path, listener, !bypass);
        rows.give();
        if (!done) visit({.cut = true});
    }};
}

template <RefKind kind>
Result<BlameView> show(Call& call, const RepositoryContext& place, Path<CodePath> path, Query<BlameQuery> query)
{
    const auto repository = TRY(contents::open_repository(call, place));
    const auto at = TRY(find_code(place, *repository, kind, "blame", path->at));
    contents::EntryView entries(call, place, *repository, at.revision);
    const auto entry = TRY(entries.find(at.path));
    if (!entry.is_file()) return elsewhere(Errc::see_other, code_address(place, "src", at.revision, at.path));
    const auto info = TRY(git::object_info(*repository, entry.id));
    if (const auto range = read_range(text::trim(query->line)))
        return elsewhere(Errc::see_other,
                         code_address(place, "blame", at.revision, at.path) + "#L" + std::to_string(range->first));
    BlameView view{.head = {.fluid = true, .values = {{"filepath", at.path}, {"ref", at.revision.name}}},
                   .place = repository_place(call, place, RepositoryTab::code),
                   .code = code_place(call, place, *repository, at.revision, at.path, "blame"),
                   .raw = code_address(place, "raw", at.revision, at.path),
                   .size = static_cast<std::int64_t>(info.size),
                   .too_large = info.size > contents::largest_blamed,
                   .bypass = query->bypass.value_or(false)};
    if (kind == RefKind::branch && may_propose_changes_here(call, place))
        view.edit = change_address(place, "_edit", at.revision, at.path);
    if (const auto* language = languages::language_of_name(at.path)) view.language = language->name;
    view.tree = file_tree(
        call.db(), place, *repository, at.revision,
        {.path = at.path, .section = "blame", .target = std::string(call.request.target), .opened = query->tree});
    if (const auto changes =
            contents::last_commits(call.site, place.repository, *repository, at.revision.commit, folder_of(at.path)))
        if (const auto change = (*changes)->find(entry.name); change != (*changes)->end())
            view.last = TRY(show_last_commit(call, place, *repository, change->second));
    if (!view.too_large) {
        const auto bytes = TRY(git::read_blob(*repository, entry.id, contents::largest_blamed));
        view.too_large = bytes.contains('\0');
        view.lines = static_cast<std::int64_t>(lines_of(bytes).size());
    }
    if (!view.too_large) view.rows = blame_rows(call.site, language_of(call), place, at.revision, at.path, view.bypass);
    return view;
}

template <RefKind kind>
constexpr auto& blame_page = shows<show<kind>, "repository/blame", "repoGetContents repoGetRawFile">;

using repositories::reads_code;

// clang-format off
constexpr Operation blame_operations[] = {
    {GET, "/{owner}/{repo}/blame/branch/{at*}", scope::none, reads_code, blame_page<RefKind::branch>, 200, "siteBlameBranch", "Show who wrote the lines of a file of a branch"},
    {GET, "/{owner}/{repo}/blame/tag/{at*}",    scope::none, reads_code, blame_page<RefKind::tag>,    200, "siteBlameTag",    "Show who wrote the lines of a file of a tag"},
    {GET, "/{owner}/{repo}/blame/commit/{at*}", scope::none, reads_code, blame_page<RefKind::commit>, 200, "siteBlameCommit", "Show who wrote the lines of a file of a commit"},
};
// clang-format on
static_assert(well_formed(blame_operations));

} // namespace

const Table blame_table{"site", blame_operations, Door::site, refuse_page};

} // namespace cairn::pages

// Notes that people have put on commits with `git notes`.
#include "contents/commit.hpp"
#include "contents/revision.hpp"
#include "contents/tables.hpp"
#include "git/objects/walk.hpp"
#include "git/references/references.hpp"

namespace cairn::contents {

using namespace api;
using git::ObjectId;
using repositories::reads_code;
using repositories::RepositoryContext;
using enum Method;

namespace wire {

struct Note {
    std::string message;
    std::optional<Commit> commit;
};
BOOST_DESCRIBE_STRUCT(Note, (), (message, commit))
constexpr auto notes(const Note*)
{
    return std::array{cairn::Note{"", "A note on a commit"},
                      cairn::Note{"commit", "the one that brought the note, not the one that it is on"}};
}

} // namespace wire

namespace {

constexpr std::uint64_t longest_note = 1 << 20;

struct NotedPath {
    std::string sha;
};
BOOST_DESCRIBE_STRUCT(NotedPath, (), (sha))
constexpr auto notes(const NotedPath*)
{
    return std::array{Note{"sha", "the commit that the note is on, or a branch or a tag"}};
}

struct NoteQuery {
    bool verification = true;
    bool files = true;
};
BOOST_DESCRIBE_STRUCT(NoteQuery, (), (verification, files))
constexpr auto notes(const NoteQuery*)
{
    return std::array{Note{"verification", "false: without looking at the signature"},
                      Note{"files", "false: without the files that the note's commit changed"}};
}

// Where there are many notes, git keeps them in folders by the first digits.
Result<std::string> find_note(const git::Repository& repository, const ObjectId& tree, const std::string& hex)
{
    std::string path = hex;
    for (std::size_t slash = 2; slash < 12; slash += 3) {
        if (git::find_entry(repository, tree, path)) return path;
        path.insert(slash, "/");
    }
    return not_found("a note on " + hex);
}

Result<wire::Note> get(Call& call, const RepositoryContext& place, Path<NotedPath> path, Query<NoteQuery> query)
{
    const auto repository = TRY(open_repository(call, place));
    const auto id = TRY(find_single_commit(*repository, path->sha));
    const auto from = TRY(git::find_reference(*repository, "refs/notes/commits")).commit;
    const auto tree = TRY(repository->peel(from, git::Kind::tree));
    const auto note = TRY(find_note(*repository, tree, id.hex()));
    const auto entry = TRY(git::find_entry(*repository, tree, note));
    auto message = TRY(git::read_blob(*repository, entry.id, longest_note));
    const auto last = TRY(git::walk(*repository, {.from = from, .path = note, .limit = 1}));
    if (last.commits.empty()) return not_found("the note's commit");
    return wire::Note{.message = std::move(message),
                      .commit = TRY(show_commit(call, place, *repository, last.commits.front(),
                                                {.verification = query->verification, .files = query->files}))};
}

// clang-format off
constexpr Operation note_operations[] = {
    {GET, "/repos/{owner}/{repo}/git/notes/{sha}", scope::repository, reads_code, handle<get>, 200, "repoGetNote", "Show the note on a commit", {422}},
};
// clang-format on
static_assert(well_formed(note_operations));

} // namespace

const Table note_table{"repository", note_operations};

} // namespace cairn::contents

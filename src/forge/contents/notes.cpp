// Notes that people have put on commits with `git notes`.
#include "contents/commit.hpp"
#include "contents/note.hpp"
#include "contents/revision.hpp"
#include "contents/tables.hpp"
#include "git/objects/walk.hpp"

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

Result<wire::Note> get(Call& call, const RepositoryContext& place, Path<NotedPath> path, Query<NoteQuery> query)
{
    const auto repository = TRY(open_repository(call, place));
    const auto id = TRY(find_single_commit(*repository, path->sha));
    auto note = TRY(note_on(*repository, id));
    const auto last = TRY(git::walk(*repository, {.from = note.from, .path = note.path, .limit = 1}));
    if (last.commits.empty()) return not_found("the note's commit");
    return wire::Note{.message = std::move(note.message),
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

#include "contents/note.hpp"

#include "git/objects/objects.hpp"
#include "git/references/references.hpp"

namespace cairn::contents {

using git::ObjectId;

namespace {

constexpr std::uint64_t longest_note = 1 << 20;

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

} // namespace

Result<NoteOn> note_on(const git::Repository& repository, const ObjectId& commit)
{
    NoteOn note;
    note.from = TRY(git::find_reference(repository, "refs/notes/commits")).commit;
    const auto tree = TRY(repository.peel(note.from, git::Kind::tree));
    note.path = TRY(find_note(repository, tree, commit.hex()));
    const auto entry = TRY(git::find_entry(repository, tree, note.path));
    note.message = TRY(git::read_blob(repository, entry.id, longest_note));
    return note;
}

} // namespace cairn::contents

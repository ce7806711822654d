// Private to pages/diff: files that can be looked at as something else than their lines: tables as tables, notebooks as
// cells.
#pragma once

#include "git/objects/file_diff.hpp"
#include "pages/diff/diff_rows.hpp"
#include "pages/diff/look.hpp"
#include "pages/stream.hpp"

namespace cairn::pages {

// By its name; lines: there is nothing else.
Look other_look(std::string_view path);
// As readers call it.
words::Phrase name_of(Look);

struct LookedAt {
    Look look = Look::lines;
    Stream<DiffPiece> rows{};
    std::int64_t height = 0; // about as many lines
    words::Phrase problem{}; // why it is the lines all the same
};

// `still` gets each piece once it is written, and says whether there is room for more.
LookedAt look_at(const git::Repository&, const git::FilePair&, git::Whitespace, Look, const words::Language&,
                 std::function<bool(const Html&)> still);

} // namespace cairn::pages

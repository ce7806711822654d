#include "pages/diff/file_look.hpp"

#include <algorithm>
#include <memory>

#include "base/text.hpp"
#include "pages/diff/notebook_diff.hpp"
#include "pages/diff/table_rows.hpp"

namespace cairn::pages {

using words::Phrase;

namespace {

// About, with what is around it.
constexpr std::size_t rows_of_a_change = 5;
constexpr std::int64_t lines_of_a_cell = 8;
// With what the cells have put out, which is not shown.
constexpr std::uint64_t largest_notebook = 2U << 20;

constexpr Phrase too_large("It is too large to be shown so: these are its lines.");
constexpr Phrase no_notebook("It cannot be read as a notebook: these are its lines.");

template <class Diff, class Write>
Stream<DiffPiece> written(Diff diff, const words::Language& language, std::function<bool(const Html&)> still,
                          Write write)
{
    return {[diff = std::make_shared<const Diff>(std::move(diff)), &language, still = std::move(still),
             write](const Stream<DiffPiece>::Visit& visit) {
        write(*diff, language, [&](const DiffPiece& piece) {
            visit(piece);
            return still(piece.html);
        });
    }};
}

Result<std::string> content_of(const git::Repository& repository, const git::ObjectId& blob)
{
    if (blob.is_zero()) return std::string();
    return git::read_blob(repository, blob, largest_notebook);
}

Result<NotebookDiff> compare(const git::Repository& repository, const git::FilePair& pair)
{
    return compare_notebooks(TRY(content_of(repository, pair.before)), TRY(content_of(repository, pair.after)));
}

} // namespace

Look other_look(std::string_view path)
{
    const auto dot = path.rfind('.');
    const auto ending = dot == path.npos ? std::string() : text::to_lower(path.substr(dot));
    if (ending == ".csv" || ending == ".tsv") return Look::table;
    return ending == ".ipynb" ? Look::cells : Look::lines;
}

Phrase name_of(Look look)
{
    switch (look) {
    case Look::lines: return Phrase("Lines");
    case Look::table: return Phrase("Table");
    case Look::cells: return Phrase("Cells");
    }
    std::unreachable();
}

LookedAt look_at(const git::Repository& repository, const git::FilePair& pair, git::Whitespace whitespace, Look look,
                 const words::Language& language, std::function<bool(const Html&)> still)
{
    if (look == Look::table) {
        TableTaker taker;
        (void)git::compare_file(repository, pair, {.whitespace = whitespace, .context = 0}, taker);
        auto diff = taker.take();
        if (!diff) return {.problem = too_large};
        const auto height = static_cast<std::int64_t>(std::min(diff->rows.size(), diff->changes * rows_of_a_change));
        return {
            .look = look, .rows = written(std::move(*diff), language, std::move(still), write_table), .height = height};
    }
    if (look == Look::cells) {
        auto diff = compare(repository, pair);
        if (!diff) return {.problem = diff.error().code == Errc::too_large ? too_large : no_notebook};
        const auto changed = std::ranges::count_if(diff->cells, [&](const auto& cell) { return !diff->is_same(cell); });
        return {.look = look,
                .rows = written(std::move(*diff), language, std::move(still), write_notebook),
                .height = changed * lines_of_a_cell};
    }
    return {};
}

} // namespace cairn::pages

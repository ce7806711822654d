#include "cache/row_cache.hpp"

#include "cache/by_state.hpp"
#include "cache/use.hpp"
#include "cache/verify.hpp"

namespace cairn::cache {

namespace {

struct Rows {
    ByState<RowKey, std::shared_ptr<const void>> rows{1 << 20}; // bytes
};

Use use_of_rows(R"(cache="rows",found="yes")", R"(cache="rows",found="no")");

RowKey key_of(db::Sql sql, const db::Value& value, const Type& row)
{
    if (!sql.literal()) throw std::logic_error("only the rows of a literal statement are kept");
    RowKey key{.sql = sql.text().data(), .row = &row};
    if (const auto* text = std::get_if<std::string_view>(&value)) key.value = std::string(*text);
    else key.value = std::get<std::int64_t>(value);
    return key;
}

void compare(db::Database& db, const db::CommitState& before, db::Sql sql, const Type& type, const void* kept,
             const void* anew)
{
    if (db.state() != before) return;
    const auto was = text_of(type, kept);
    const auto is = anew != nullptr ? text_of(type, anew) : "no row";
    if (was != is) report_stale("rows", sql.text(), was, is);
}

} // namespace

std::shared_ptr<const void> detail::row(db::Database& db, db::Sql sql, const db::Value& value, const RowReader& reader)
{
    const auto before = db.state();
    if (!before) return reader.read(); // to learn whether anything was committed costs as much as the row itself
    auto& rows = db.attachments()->get<Rows>().rows;
    auto key = key_of(sql, value, reader.row);
    auto known = rows.find(key, *before);
    use_of_rows.count(known.has_value());
    if (known) {
        if (verifies(*db.attachments())) compare(db, *before, sql, reader.row, known->get(), reader.read().get());
        return std::move(*known);
    }
    auto found = reader.read();
    // Otherwise it may be from before or from after what was committed meanwhile.
    if (found && db.state() == before) {
        const auto bytes = reader.size + bytes_beside(reader.row, found.get()) + 2 * sizeof(RowKey);
        rows.keep(std::move(key), *before, found, bytes);
    }
    return found;
}

} // namespace cairn::cache

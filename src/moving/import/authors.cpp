#include "import/authors.hpp"

#include "issues/timeline/imported_author.hpp"

namespace cairn::import {

namespace {

struct NameRow {
    std::string name;
};
BOOST_DESCRIBE_STRUCT(NameRow, (), (name))

} // namespace

void remember_author(Batch& batch, const Author& author, std::optional<std::int64_t> poster, std::int64_t issue_id,
                     std::int64_t comment_id)
{
    issues::ImportedAuthor remembered{.issue_id = issue_id,
                                      .comment_id = comment_id,
                                      .name = author.original_author,
                                      .account_id = author.original_author_id};
    if (remembered.name.empty()) {
        if (poster || author.poster_id <= 0) return;
        for (const auto& user : batch.move().source.where<NameRow>("user", "id", author.poster_id))
            remembered.name = user.name;
        remembered.account_id = author.poster_id;
        if (remembered.name.empty()) return; // the account is gone there as well
    }
    issues::remember_author(batch.tx, remembered);
}

} // namespace cairn::import

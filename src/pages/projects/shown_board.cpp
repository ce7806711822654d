#include "pages/projects/shown_board.hpp"

#include <algorithm>
#include <map>

#include "api/view.hpp"
#include "attachments/attachment.hpp"
#include "base/text.hpp"

namespace cairn::pages {

using api::Call;
using projects::BoardColumn;

namespace {

std::vector<std::int64_t> ids_in(const std::vector<BoardColumn>& columns)
{
    std::vector<std::int64_t> ids;
    for (const auto& column : columns)
        for (const auto& card : column.cards) ids.push_back(card.issue_id);
    return ids;
}

void take_repository(ShownCard& card, const ProjectHome& at)
{
    auto& whole = card.issue.repository;
    card.repository = at.repository ? at.repository->repository.name : whole.substr(whole.find('/') + 1);
    whole.clear();
}

bool is_picture(std::string_view name)
{
    const auto lower = text::to_lower(name);
    for (const std::string_view ending : {".png", ".jpg", ".jpeg", ".gif", ".webp", ".avif"})
        if (lower.ends_with(ending)) return true;
    return false;
}

void take_picture(ShownCard& card, const attachments::ById& files)
{
    const auto of_issue = files.find(card.issue.id);
    if (of_issue == files.end()) return;
    for (const auto& file : of_issue->second) {
        if (!is_picture(file.name)) continue;
        card.picture = file.browser_download_url;
        card.picture_name = file.name;
        return;
    }
}

void set_neighbors(std::vector<ShownCard>& cards)
{
    for (std::size_t n = 1; n < cards.size(); ++n) {
        cards[n].before = cards[n - 1].issue.id;
        cards[n - 1].after = cards[n].issue.id;
    }
}

} // namespace

std::int64_t cards_shown(std::size_t columns)
{
    constexpr std::int64_t on_page = 240; // each with a menu that names all columns
    return std::clamp<std::int64_t>(on_page / std::max<std::int64_t>(static_cast<std::int64_t>(columns), 1), 10, 50);
}

std::vector<ShownColumn> show_columns(const Call& call, const ProjectHome& at, const projects::StoredProject& project,
                                      std::vector<BoardColumn> columns)
{
    const auto board = at.board(project.id);
    const auto ids = ids_in(columns);
    const auto issues = issues::find_listed(call.db(), ids);
    attachments::ById files;
    if (project.card_type == issues::CardType::images_and_text && !ids.empty())
        files = attachments::attachments_of_issues(call.db(), call.settings(), ids);
    std::map<std::int64_t, ShownIssue> rows;
    for (auto& row : show_issue_rows(call, issues, {.list = board, .with_repositories = !at.repository}))
        rows.emplace(row.id, std::move(row));

    std::vector<ShownColumn> shown;
    for (const auto& [column, count, closed, cards] : columns) {
        auto& one = shown.emplace_back(ShownColumn{.id = column.id,
                                                   .title = column.title,
                                                   .color = column.color,
                                                   .default_ = column.is_default,
                                                   .count = count,
                                                   .more = count - static_cast<std::int64_t>(cards.size()),
                                                   .address = board + "/columns/" + std::to_string(column.id)});
        for (const auto& card : cards) {
            const auto row = rows.find(card.issue_id);
            if (row == rows.end()) continue; // it went between two statements
            one.cards.push_back({.issue = std::move(row->second), .fixed = card.archived});
            take_repository(one.cards.back(), at);
            take_picture(one.cards.back(), files);
        }
        set_neighbors(one.cards);
        for (const auto& other : columns)
            if (other.column.id != column.id)
                one.others.push_back({.id = other.column.id, .title = other.column.title});
    }
    if (!shown.empty()) {
        shown.front().first = true;
        shown.back().last = true;
    }
    return shown;
}

} // namespace cairn::pages

#include "markup/tasks.hpp"

#include <cmark-gfm-core-extensions.h>
#include <cmark-gfm.h>

#include <algorithm>
#include <memory>
#include <optional>

#include "markup/document.hpp"
#include "markup/render.hpp"

namespace cairn::markup {

namespace {

bool may_have_tasks(std::string_view text)
{
    if (text.size() > longest_text || text.contains("$$") || text.starts_with("---")) return false;
    return text.contains("[ ]") || text.contains("[x]") || text.contains("[X]");
}

// Where each line begins, as Markdown counts them.
std::vector<std::size_t> line_begins(std::string_view text)
{
    std::vector<std::size_t> begins{0};
    for (std::size_t at = 0; at < text.size(); ++at)
        if (text[at] == '\n' || (text[at] == '\r' && !text.substr(at + 1).starts_with('\n'))) begins.push_back(at + 1);
    return begins;
}

// The first brackets of the line that are a task's.
std::optional<std::size_t> mark_in(std::string_view text, std::size_t begin, std::size_t end)
{
    for (auto at = begin; at + 2 < end; ++at)
        if (text[at] == '[' && text[at + 2] == ']' && std::string_view(" xX").contains(text[at + 1])) return at + 1;
    return {};
}

} // namespace

std::vector<Task> tasks_of(std::string_view markdown)
{
    std::vector<Task> tasks;
    if (!may_have_tasks(markdown)) return tasks;
    const auto begins = line_begins(markdown);
    try {
        const Document document(markdown);
        const std::unique_ptr<cmark_iter, decltype(&cmark_iter_free)> iterator(cmark_iter_new(document.root()),
                                                                               &cmark_iter_free);
        for (auto event = cmark_iter_next(iterator.get()); event != CMARK_EVENT_DONE;
             event = cmark_iter_next(iterator.get())) {
            cmark_node* node = cmark_iter_get_node(iterator.get());
            if (event != CMARK_EVENT_ENTER || std::string_view(cmark_node_get_type_string(node)) != "tasklist")
                continue;
            const auto line = static_cast<std::size_t>(std::max(cmark_node_get_start_line(node), 1));
            if (line > begins.size()) continue;
            const auto end = line < begins.size() ? begins[line] : markdown.size();
            if (const auto mark = mark_in(markdown, begins[line - 1], end))
                tasks.push_back({.line = static_cast<std::int64_t>(line),
                                 .done = cmark_gfm_extensions_get_tasklist_item_checked(node),
                                 .mark = *mark});
        }
    } catch (const TooMuch&) {
        return {};
    }
    return tasks;
}

std::string with_tasks_done(std::string_view markdown, std::span<const std::int64_t> lines)
{
    std::string text(markdown);
    for (const auto& task : tasks_of(markdown)) {
        const bool done = std::ranges::find(lines, task.line) != lines.end();
        if (done != task.done) text[task.mark] = done ? 'x' : ' ';
    }
    return text;
}

} // namespace cairn::markup

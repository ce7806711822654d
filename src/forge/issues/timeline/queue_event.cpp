#include "issues/timeline/queue_event.hpp"

namespace cairn::issues {

namespace {

constexpr std::string_view mark = "merge_queue";

} // namespace

std::string queue_event_text(const QueueEvent& event)
{
    std::string text(mark);
    if (event.exit == QueueExit::none) return text;
    text.append(":").append(word_of(event.exit));
    if (!event.detail.empty()) text.append(":").append(event.detail);
    return text;
}

std::optional<QueueEvent> read_queue_event(std::string_view text)
{
    if (!text.starts_with(mark)) return {};
    text.remove_prefix(mark.size());
    if (text.empty()) return QueueEvent{};
    if (!text.starts_with(':')) return {};
    text.remove_prefix(1);
    const auto end = std::min(text.find(':'), text.size());
    QueueEvent event{.exit = QueueExit::refused};
    for (const auto exit : {QueueExit::taken_out, QueueExit::conflict, QueueExit::check_failed, QueueExit::timed_out,
                            QueueExit::pushed, QueueExit::retargeted, QueueExit::refused, QueueExit::closed})
        if (word_of(exit) == text.substr(0, end)) event.exit = exit;
    if (end < text.size()) event.detail = std::string(text.substr(end + 1));
    return event;
}

} // namespace cairn::issues

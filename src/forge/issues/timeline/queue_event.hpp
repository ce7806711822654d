// What a timeline tells of a merge queue. The events are those of a merge that waits for its checks, which clients
// know; their text says that it waits in a queue, and why it has left: "merge_queue", "merge_queue:check_failed:ci".
#pragma once

#include <optional>
#include <string>

#include "base/reflect.hpp"

namespace cairn::issues {

enum class QueueExit : std::uint8_t {
    none,         // it has not left
    taken_out,    // by a person
    conflict,     // with what is before it
    check_failed, // which
    timed_out,    // its checks were not done in time
    pushed,       // its head has moved
    retargeted,
    refused, // it may not be merged any more: why
    closed,  // the branch has no queue any more
};
BOOST_DESCRIBE_ENUM(QueueExit, none, taken_out, conflict, check_failed, timed_out, pushed, retargeted, refused, closed)

struct QueueEvent {
    QueueExit exit = QueueExit::none;
    std::string detail{};
};

std::string queue_event_text(const QueueEvent&);

// Nothing for events that are about no queue.
std::optional<QueueEvent> read_queue_event(std::string_view text);

} // namespace cairn::issues

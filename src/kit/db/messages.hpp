// What the processes of one site tell each other: that something has changed, for those who keep it in memory or on
// somebody's screen. The database has the truth; a message is a hint to look at it again.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <string_view>

namespace cairn::db {

struct Options;

class Messages {
public:
    // Both are called on a thread of this object's own.
    struct Ears {
        std::function<void(std::string_view message)> heard; // from another process
        std::function<void()> missed; // some may have been: the connection was not there yet, or was away
    };

    virtual ~Messages() = default;

    // Any thread may call it, and does not wait. A line of text of at most 100 bytes; the same one is told once for
    // many that are told at almost the same time. One that cannot be sent is lost.
    virtual void tell(std::string_view message) = 0;
};

// Null where the engine has no such thing: SQLite, whose site is one process. Connects in the background, and again
// whenever that is lost.
std::unique_ptr<Messages> listen(const Options&, Messages::Ears);

} // namespace cairn::db

// Threads that must not wait: a network thread that stands still holds up every connection that it has. What takes long
// (a write, a password, a program) says so before it begins, and is then not begun there; the request is taken to a
// worker and begins anew.
#pragma once

namespace cairn {

// Through everything that was under way on a thread that must not wait.
struct WouldWait { };

// While one of these is there, its thread must not wait.
class InHurry {
public:
    explicit InHurry(bool hurry) : before_(hurries) { hurries = hurry; }
    InHurry(const InHurry&) = delete;
    InHurry& operator=(const InHurry&) = delete;
    ~InHurry() { hurries = before_; }

    static bool here() { return hurries; }

private:
    static inline thread_local bool hurries = false;
    bool before_;
};

inline void before_waiting()
{
    if (InHurry::here()) throw WouldWait();
}

} // namespace cairn

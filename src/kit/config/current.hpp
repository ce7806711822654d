// The settings as they are now, for whoever lives longer than a call: some of them change while the site runs.
#pragma once

#include <atomic>

namespace cairn::config {

struct Settings;

// A value; its copies look at the same. now() takes no lock. What it gives is never changed and outlives the server, so
// that whoever has it goes on with what held when it was asked: a call asks once (api/call.hpp).
class Current {
public:
    // Settings that stay as they are: of commands and tests.
    Current(const Settings& fixed) : fixed_(&fixed) { } // NOLINT(google-explicit-constructor)
    explicit Current(const std::atomic<const Settings*>& changing) : changing_(&changing) { }

    const Settings& now() const { return changing_ == nullptr ? *fixed_ : *changing_->load(std::memory_order_acquire); }

private:
    const Settings* fixed_ = nullptr;
    const std::atomic<const Settings*>* changing_ = nullptr;
};

} // namespace cairn::config

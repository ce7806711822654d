// Who may follow how many logs at once. An account has few places, and so has a stranger's household
// (base/household.hpp): one of them takes nothing from the others. Of strangers together half of all places stay free
// for those who are signed in.
//
// Safe from any thread.
#pragma once

#include <cstdint>
#include <map>
#include <mutex>
#include <string>
#include <utility>

#include "base/household.hpp"
#include "base/result.hpp"

namespace cairn::pages {

class FollowerPlaces {
public:
    struct Limits {
        std::size_t in_all = 512;
        std::size_t of_strangers = 256; // of all of them together
        std::size_t of_one = 8;
    };

    explicit FollowerPlaces(Limits limits) : limits_(limits) { }

    // Free again when it goes.
    class Place {
    public:
        Place(FollowerPlaces* places, std::string whose) : places_(places), whose_(std::move(whose)) { }
        Place(Place&& other) noexcept : places_(std::exchange(other.places_, nullptr)), whose_(std::move(other.whose_))
        {
        }
        Place& operator=(Place&&) = delete;
        ~Place()
        {
            if (places_ != nullptr) places_->leave(whose_);
        }

    private:
        FollowerPlaces* places_;
        std::string whose_;
    };

    // `account_id` is 0 for strangers, who count by their address; on this machine they are nobody in particular,
    // because whoever hands requests on may not say for whom. Errc::too_many_requests where they have too many,
    // Errc::unavailable where all together do.
    Result<Place> take(std::int64_t account_id, std::string_view address)
    {
        const Household household(address);
        const bool stranger = account_id == 0;
        const bool counted = !stranger || !household.is_loopback();
        auto whose = stranger ? std::string(1, mark_of_strangers).append(household.key()) : std::to_string(account_id);
        const std::scoped_lock lock(mutex_);
        if (taken_ >= limits_.in_all) return fail(Errc::unavailable, "too many follow logs at the moment");
        if (stranger && strangers_ >= limits_.of_strangers)
            return fail(Errc::unavailable, "too many follow logs at the moment: sign in to be one of fewer");
        auto& count = by_one_[whose];
        if (counted && count >= limits_.of_one)
            return fail(Errc::too_many_requests, "too many logs are followed already");
        ++count;
        ++taken_;
        if (stranger) ++strangers_;
        return Place(this, std::move(whose));
    }

private:
    static constexpr char mark_of_strangers = '@';

    void leave(const std::string& whose)
    {
        const std::scoped_lock lock(mutex_);
        --taken_;
        if (whose.front() == mark_of_strangers) --strangers_;
        if (const auto one = by_one_.find(whose); --one->second == 0) by_one_.erase(one);
    }

    const Limits limits_;
    std::mutex mutex_;
    std::map<std::string, std::size_t> by_one_{};
    std::size_t taken_ = 0;
    std::size_t strangers_ = 0;
};

} // namespace cairn::pages

// Whose turn it is where many want few places: threads, processes. Clients take turns, so that somebody's first waits
// for nobody's tenth; and one of them has at most three quarters of the places that the others have left it, so that
// there is always one for whoever comes next.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <iterator>
#include <list>
#include <optional>
#include <unordered_map>
#include <utility>

namespace cairn {

// Only keeps the order: whoever has one locks it, and lets people in. A Thing is what waits: a job, a thread.
template <class Thing> class Turns {
    struct Line {
        std::uint64_t client = 0;
        std::deque<Thing> things{};
        std::size_t running = 0;
    };
    using Lines = std::list<Line>;

public:
    // A number for whoever wants something. Nobody's things are steps of what was begun already: they have no share to
    // keep to.
    using Client = std::uint64_t;
    static constexpr Client nobody = 0;

    using Place = typename Lines::iterator; // of what was begun, until it has ended

    explicit Turns(std::size_t places) : places_(places) { }

    void add(Client client, Thing thing)
    {
        line_of(client)->things.push_back(std::move(thing));
        ++waiting_;
    }
    std::size_t waiting() const { return waiting_; }
    std::size_t waiting(Client client) const
    {
        const auto known = known_.find(client);
        return known == known_.end() ? 0 : known->second->things.size();
    }
    // For who does not want to wait any longer.
    void remove(Client client, const Thing& thing)
    {
        const auto known = known_.find(client);
        if (known == known_.end()) return;
        waiting_ -= std::erase(known->second->things, thing);
        forget_if_done(known->second);
    }

    // Whether begin() would begin something.
    bool has_next() { return next() != lines_.end(); }

    struct Begun {
        Place place;
        Thing thing;
    };
    std::optional<Begun> begin()
    {
        const auto line = next();
        if (line == lines_.end()) return {};
        Begun begun{line, std::move(line->things.front())};
        line->things.pop_front();
        --waiting_;
        ++line->running;
        ++running_;
        lines_.splice(lines_.end(), lines_, line); // the others are next
        return begun;
    }
    void end(Place place)
    {
        --running_;
        --place->running;
        forget_if_done(place);
    }
    static Client client_of(Place place) { return place->client; }

    // From now on nobody has to leave anything to others.
    void forget_shares() { shared_ = false; }

private:
    bool may_begin(const Line& line) const
    {
        if (line.things.empty()) return false;
        if (line.client == nobody || line.running == 0 || !shared_) return true;
        const auto left_by_others = places_ - std::min(places_, running_ - line.running);
        return line.running < left_by_others - (left_by_others + 3) / 4;
    }

    // Who may not begin has something running, so no more are passed over here than there are places.
    Place next()
    {
        if (waiting_ == 0 || running_ >= places_) return lines_.end();
        return std::find_if(lines_.begin(), lines_.end(), [this](const Line& line) { return may_begin(line); });
    }

    Place line_of(Client client)
    {
        const auto known = known_.find(client);
        if (known != known_.end()) return known->second;
        lines_.push_back({.client = client});
        const auto line = std::prev(lines_.end());
        known_.emplace(client, line);
        return line;
    }

    void forget_if_done(Place line)
    {
        if (!line->things.empty() || line->running > 0) return;
        known_.erase(line->client);
        lines_.erase(line);
    }

    const std::size_t places_;
    Lines lines_; // of those who wait or have something running; whoever's turn is next is first
    std::unordered_map<Client, Place> known_;
    std::size_t waiting_ = 0;
    std::size_t running_ = 0;
    bool shared_ = true;
};

} // namespace cairn

// Which hooks hear of something: those of the repository, of its owner, and of the site.
#pragma once

#include "db/database.hpp"
#include "webhooks/event_kind.hpp"

namespace cairn::webhooks {

struct Listening {
    std::int64_t id = 0;
    std::int64_t events = 0;
    std::string branch_filter;
};
BOOST_DESCRIBE_STRUCT(Listening, (), (id, events, branch_filter))

class Audience {
public:
    // One look at the database; nearly always nobody is found, and that was all.
    Audience(db::Queries&, std::int64_t repository_id);
    // Of what belongs to an owner, and maybe to a repository (0: to none).
    Audience(db::Queries&, std::int64_t owner_id, std::int64_t repository_id);

    bool empty() const { return hooks_.empty(); }
    // Lets somebody of the house hear of these events, too, as if it were a hook with the id 0.
    void add_house(std::int64_t events) { hooks_.push_back({.id = 0, .events = events, .branch_filter = {}}); }
    // Their ids. Of hooks for some branches only, those whose pattern fits `ref` (whole: refs/heads/main); an empty one
    // fits all of them.
    std::vector<std::int64_t> wanting(EventKind, std::string_view ref = {}) const;

private:
    std::vector<Listening> hooks_;
};

// Whether a hook's pattern for branches lets a whole reference through: by its name as a branch, or as a whole.
bool lets_through(const std::string& branch_filter, std::string_view ref);

} // namespace cairn::webhooks

// Labels put on issues and taken off, with what the timeline tells of it.
#pragma once

#include "issues/issue.hpp"
#include "issues/label.hpp"

namespace cairn::events {
class Bus;
} // namespace cairn::events

namespace cairn::issues {

// A change of one issue's labels by one person.
class Labeling {
public:
    Labeling(db::Transaction& tx, const events::Bus& bus, const StoredIssue& issue, std::int64_t actor_id)
        : tx_(tx), bus_(bus), issue_(issue), actor_id_(actor_id)
    {
    }

    // Whoever opens an issue chooses its labels: all stay, rivals or not.
    void begin_with(std::span<const StoredLabel>);
    // Of rivals among them the last by name wins, and takes those off that the issue bears.
    void add(std::span<const StoredLabel>);
    void replace(std::span<const StoredLabel>);
    void remove(std::int64_t label_id);
    void clear();

private:
    std::vector<StoredLabel> borne() const;
    void put_on(const StoredLabel&);
    void take_off(const StoredLabel&);
    void tell();

    db::Transaction& tx_;
    const events::Bus& bus_;
    const StoredIssue& issue_;
    std::int64_t actor_id_;
    std::vector<std::int64_t> added_{};
    std::vector<std::int64_t> removed_{};
};

} // namespace cairn::issues

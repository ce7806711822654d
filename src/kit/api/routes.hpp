// Where every operation is: the paths of all tables in one tree.
#pragma once

#include <array>
#include <deque>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "api/call.hpp"
#include "api/operation.hpp"

namespace cairn::api {

struct Route {
    const Operation* operation = nullptr;
    const Table* table = nullptr;
    std::size_t number = 0;                // counted from 0, for metrics
    std::vector<std::string_view> names{}; // of the variable segments, in the order of the path
};

// Never changes once it is made, so any thread may ask without a lock. The catalog, whose rows the routes point to,
// must live as long.
class Routes {
public:
    // Whether a first segment is the site's own. Below "/user", where nobody can be called so, "/user/logout" is then
    // no repository, whatever the method; below a name that somebody may have, a literal still gives way to a variable.
    using IsOwn = bool (*)(std::string_view);
    // Throws std::logic_error for two rows at one place.
    explicit Routes(std::span<const Table* const> catalog, IsOwn is_own = nullptr);

    struct Match {
        const Route* route = nullptr;
        bool path_exists = false; // without a route: the path is known, but not with this method
        std::string allow{};      // the methods that it is known with, for 405
    };
    // HEAD finds what GET finds. A literal segment is preferred to a variable one with an ending ("{username}.keys"),
    // that to one without, that to the rest of the path. A row whose path has a query ("?go-get=1") is only found with
    // that parameter, and before all others.
    Match find(std::string_view method, std::string_view path, std::string_view query = {}) const;

    // The decoded values of the route's {names} in a path that find() has matched to it; nothing for a malformed
    // escape.
    static std::optional<PathValues> values(const Route&, std::string_view path);

    const std::deque<Route>& all() const { return routes_; }

private:
    static constexpr std::size_t methods = 5;
    struct Node {
        std::vector<std::pair<std::string_view, std::unique_ptr<Node>>> literals{}; // sorted by name
        std::vector<std::pair<std::string_view, std::unique_ptr<Node>>> endings{};  // "{name}.keys", by what is behind
        std::unique_ptr<Node> variable{};
        std::unique_ptr<Node> rest{};
        std::array<const Route*, methods> routes{};
        bool own = false; // what is not below it is nowhere

        bool empty() const;
    };
    const Node* find_node(const Node&, std::span<const std::string_view> segments, std::size_t method) const;

    Node root_;
    std::vector<std::pair<std::string_view, std::unique_ptr<Node>>> asked_; // by the parameter of the query
    std::deque<Route> routes_;
};

// The path and query that the call came to, with other values for some of its {names}: where a renamed thing is found.
std::string address_with(const Call&, const std::vector<std::pair<std::string_view, std::string_view>>& values);

} // namespace cairn::api

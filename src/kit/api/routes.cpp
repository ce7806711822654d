#include "api/routes.hpp"

#include <algorithm>
#include <stdexcept>

#include "http/url.hpp"

namespace cairn::api {

namespace {

constexpr std::array<std::string_view, 5> method_names = {"GET", "POST", "PUT", "PATCH", "DELETE"};
constexpr std::size_t no_method = method_names.size();
constexpr std::size_t most_segments = 128;

std::string_view prefix(Door door) { return door == Door::api ? "/api/v1" : ""; }

// Empty segments do not count, so a doubled or trailing slash leads to the same place.
std::vector<std::string_view> segments(std::string_view path)
{
    std::vector<std::string_view> out;
    out.reserve(12);
    while (!path.empty() && out.size() < most_segments) {
        const auto end = std::min(path.find('/'), path.size());
        if (end > 0) out.push_back(path.substr(0, end));
        path.remove_prefix(std::min(end + 1, path.size()));
    }
    return out;
}

// A row's path may end in the parameter that it is found by.
std::string_view path_of(const Operation& operation) { return operation.path.substr(0, operation.path.find('?')); }
std::string_view parameter_of(const Operation& operation)
{
    const auto mark = operation.path.find('?');
    return mark == std::string_view::npos ? std::string_view() : operation.path.substr(mark + 1);
}

bool has_parameter(std::string_view query, std::string_view wanted)
{
    while (!query.empty()) {
        const auto end = std::min(query.find('&'), query.size());
        if (query.substr(0, end) == wanted) return true;
        query.remove_prefix(std::min(end + 1, query.size()));
    }
    return false;
}

// A variable segment of a row: "{name}", "{name*}", "{name}.ending".
struct Variable {
    std::string_view name;
    std::string_view ending;
    bool rest = false;

    static std::optional<Variable> in(std::string_view segment)
    {
        if (!segment.starts_with('{')) return {};
        const auto end = segment.find('}');
        auto name = segment.substr(1, end - 1);
        const bool rest = name.ends_with('*');
        if (rest) name.remove_suffix(1);
        return Variable{.name = name, .ending = segment.substr(end + 1), .rest = rest};
    }
};

std::size_t index_of(std::string_view method)
{
    if (method == "HEAD") return 0;
    return static_cast<std::size_t>(std::ranges::find(method_names, method) - method_names.begin());
}

} // namespace

bool Routes::Node::empty() const
{
    return std::ranges::all_of(routes, [](const Route* route) { return route == nullptr; });
}

Routes::Routes(std::span<const Table* const> catalog, IsOwn is_own)
{
    const auto child_of = [](auto& children, std::string_view name) -> Node* {
        auto at = std::ranges::lower_bound(children, name, {}, [](auto& child) { return child.first; });
        if (at == children.end() || at->first != name) at = children.emplace(at, name, std::make_unique<Node>());
        return at->second.get();
    };
    for (const Table* table : catalog)
        for (const Operation& operation : table->operations) {
            Route& route = routes_.emplace_back(&operation, table, routes_.size());
            const auto parameter = parameter_of(operation);
            Node* node = parameter.empty() ? &root_ : child_of(asked_, parameter);
            const auto enter = [&](std::string_view segment) {
                const auto variable = Variable::in(segment);
                if (!variable) return child_of(node->literals, segment);
                route.names.push_back(variable->name);
                if (!variable->ending.empty()) return child_of(node->endings, variable->ending);
                auto& child = variable->rest ? node->rest : node->variable;
                if (!child) child = std::make_unique<Node>();
                return child.get();
            };
            for (auto segment : segments(prefix(table->door))) node = enter(segment);
            for (auto segment : segments(path_of(operation))) node = enter(segment);
            const Route*& place = node->routes[static_cast<std::size_t>(operation.method)];
            if (place != nullptr) throw std::logic_error("two operations at " + std::string(operation.path));
            place = &route;
        }
    if (is_own != nullptr)
        for (auto& [name, node] : root_.literals) node->own = is_own(name);
}

// Prefers a node that knows the method; a node that only knows the path is remembered by the caller asking again.
const Routes::Node* Routes::find_node(const Node& node, std::span<const std::string_view> path,
                                      std::size_t method) const
{
    if (path.empty()) {
        const bool right = method == no_method ? !node.empty() : node.routes[method] != nullptr;
        return right ? &node : nullptr;
    }
    const auto at = std::ranges::lower_bound(node.literals, path.front(), {}, [](auto& l) { return l.first; });
    if (at != node.literals.end() && at->first == path.front()) {
        const Node* found = find_node(*at->second, path.subspan(1), method);
        if (found != nullptr || at->second->own) return found;
    }
    for (const auto& [ending, child] : node.endings)
        if (path.front().size() > ending.size() && path.front().ends_with(ending))
            if (const Node* found = find_node(*child, path.subspan(1), method)) return found;
    if (node.variable)
        if (const Node* found = find_node(*node.variable, path.subspan(1), method)) return found;
    if (!node.rest) return nullptr;
    // What stands behind the rest of the path in a row ("{ref*}/status") is looked for at its end.
    if (!node.rest->literals.empty() || node.rest->variable)
        for (std::size_t taken = 1; taken < path.size(); ++taken)
            if (const Node* found = find_node(*node.rest, path.subspan(taken), method)) return found;
    return find_node(*node.rest, {}, method);
}

Routes::Match Routes::find(std::string_view method, std::string_view path, std::string_view query) const
{
    const auto split = segments(path);
    const auto index = index_of(method);
    if (index != no_method && !query.empty())
        for (const auto& [parameter, root] : asked_)
            if (has_parameter(query, parameter))
                if (const Node* node = find_node(*root, split, index))
                    return {.route = node->routes[index], .path_exists = true};
    if (index != no_method)
        if (const Node* node = find_node(root_, split, index))
            return {.route = node->routes[index], .path_exists = true};
    Match match;
    std::array<bool, methods> known{};
    const auto look = [&](const Node& root) {
        const Node* node = find_node(root, split, no_method);
        if (node == nullptr) return false;
        for (std::size_t i = 0; i < methods; ++i) known[i] = known[i] || node->routes[i] != nullptr;
        return true;
    };
    // A row with a parameter is about a way to ask: it makes no path, but is told where there is one.
    match.path_exists = look(root_);
    if (!match.path_exists) return match;
    for (const auto& [parameter, root] : asked_)
        if (has_parameter(query, parameter)) look(*root);
    for (std::size_t i = 0; i < methods; ++i)
        if (known[i])
            match.allow += (match.allow.empty() ? "" : ", ") + std::string(method_names[i]) + (i == 0 ? ", HEAD" : "");
    return match;
}

std::optional<PathValues> Routes::values(const Route& route, std::string_view path)
{
    PathValues values;
    if (route.names.empty()) return values;
    const auto split = segments(path);
    auto name = route.names.begin();
    std::size_t at = 0;
    for (const auto pattern : {prefix(route.table->door), path_of(*route.operation)}) {
        const auto row = segments(pattern);
        for (std::size_t i = 0; i < row.size(); ++i) {
            if (const auto variable = Variable::in(row[i])) {
                auto sent = split[at];
                sent.remove_suffix(variable->ending.size());
                // The rest of the path keeps its slashes, so it is taken from the text and not from the split.
                if (variable->rest) {
                    const auto behind = row.size() - i - 1;
                    const auto last = split.size() - behind - 1;
                    const char* const end =
                        behind == 0 ? path.data() + path.size() : split[last].data() + split[last].size();
                    sent = std::string_view(split[at].data(), end);
                    at = last;
                }
                auto value = http::decode_path_segment(sent);
                if (!value) return {};
                values.emplace_back(*name++, std::move(*value));
            }
            ++at;
        }
    }
    return values;
}

std::string address_with(const Call& call, const std::vector<std::pair<std::string_view, std::string_view>>& values)
{
    const auto sent = segments(call.request.path());
    const auto target = call.request.target;
    std::string address;
    std::size_t copied = 0; // what stands around the segments is kept as it was sent
    std::size_t at = segments(prefix(call.door)).size();
    for (const auto segment : segments(path_of(call.operation))) {
        const auto variable = Variable::in(segment);
        for (const auto& [name, value] : values) {
            if (!variable || variable->name != name) continue;
            const auto begin = static_cast<std::size_t>(sent.at(at).data() - target.data());
            address += target.substr(copied, begin - copied);
            address += http::encode_path_segment(value);
            copied = begin + sent[at].size() - variable->ending.size();
        }
        ++at;
    }
    address += target.substr(copied);
    return address;
}

} // namespace cairn::api

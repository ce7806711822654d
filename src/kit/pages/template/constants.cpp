#include "pages/template/constants.hpp"

#include "base/text.hpp"
#include "pages/template/address.hpp"

namespace cairn::pages {

using ExpressionKind = syntax::Expression::Kind;

namespace {

std::optional<bool> compared(const bound::Expression& left, const bound::Expression& right, bound::Sign sign)
{
    if (!is_constant(left) || !is_constant(right) || left.kind != right.kind) return {};
    if (sign != bound::Sign::equal && sign != bound::Sign::unequal) return {};
    return (key_of_constant(left) == key_of_constant(right)) == (sign == bound::Sign::equal);
}

} // namespace

bool is_constant(const bound::Expression& expression)
{
    return expression.kind == ExpressionKind::text || expression.kind == ExpressionKind::integer
        || expression.kind == ExpressionKind::boolean;
}

std::string key_of_constant(const bound::Expression& constant)
{
    if (constant.kind == ExpressionKind::text) return "\"" + constant.text + "\"";
    return std::to_string(constant.kind == ExpressionKind::boolean ? std::int64_t{constant.flag} : constant.number);
}

std::optional<bool> constant_truth(const bound::Expression& condition)
{
    switch (condition.kind) {
    case ExpressionKind::text: return !condition.text.empty();
    case ExpressionKind::integer: return condition.number != 0;
    case ExpressionKind::boolean: return condition.flag;
    case ExpressionKind::comparison: return compared(condition.operands[0], condition.operands[1], condition.sign);
    case ExpressionKind::negation: {
        const auto inner = constant_truth(condition.operands[0]);
        return inner ? std::optional(!*inner) : std::nullopt;
    }
    case ExpressionKind::conjunction:
    case ExpressionKind::disjunction: {
        // One side alone may decide it.
        const bool deciding = condition.kind == ExpressionKind::disjunction;
        const auto left = constant_truth(condition.operands[0]);
        const auto right = constant_truth(condition.operands[1]);
        if (left == deciding || right == deciding) return deciding;
        return left && right ? std::optional(!deciding) : std::nullopt;
    }
    case ExpressionKind::path:
    case ExpressionKind::words:
    case ExpressionKind::filter: break;
    }
    return {};
}

std::optional<std::string> constant_html(const bound::Expression& constant, Place place)
{
    if (constant.kind != ExpressionKind::text && constant.kind != ExpressionKind::integer) return {};
    const auto text = constant.kind == ExpressionKind::text ? constant.text : std::to_string(constant.number);
    switch (place) {
    case Place::text:
    case Place::attribute: return text::escape_html(text);
    case Place::address_path: return text::escape_html(encoded_path(text));
    case Place::address_query: return text::escape_html(encoded_value(text));
    case Place::address: break; // what it becomes depends on where the site is
    }
    return {};
}

void append(std::vector<bound::Node>& to, bound::Node node)
{
    using NodeKind = bound::Node::Kind;
    if (node.kind == NodeKind::condition && node.branches.size() == (node.has_else ? 1 : 0)) {
        if (node.has_else)
            for (auto& inner : node.branches.front().second) append(to, std::move(inner));
    } else if (node.kind == NodeKind::literal && !to.empty() && to.back().kind == NodeKind::literal) {
        to.back().text += node.text;
    } else if (node.kind != NodeKind::literal || !node.text.empty()) {
        to.push_back(std::move(node));
    }
}

} // namespace cairn::pages

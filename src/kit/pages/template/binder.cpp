#include "pages/template/binder.hpp"

#include <algorithm>
#include <array>
#include <ranges>

#include "base/html.hpp"
#include "base/text.hpp"
#include "pages/template/constants.hpp"
#include "pages/template/template_error.hpp"

namespace cairn::pages {

using ExpressionKind = syntax::Expression::Kind;

namespace {

constexpr std::pair<std::string_view, Filter> filters[] = {
    {"number", Filter::number},   {"bytes", Filter::bytes},     {"ago", Filter::ago},
    {"iso", Filter::iso},         {"day", Filter::day},         {"moment", Filter::moment},
    {"url", Filter::url},         {"count", Filter::count},     {"brief", Filter::brief},
    {"initial", Filter::initial}, {"lower", Filter::lower},     {"sentence", Filter::sentence},
    {"encoded", Filter::encoded}, {"foreign", Filter::foreign},
};

bool fits(Filter filter, Shape shape)
{
    switch (filter) {
    case Filter::none: return true;
    case Filter::number: return shape == Shape::integer || shape == Shape::number;
    case Filter::bytes: return shape == Shape::integer;
    case Filter::ago:
    case Filter::iso:
    case Filter::day:
    case Filter::moment: return shape == Shape::time;
    case Filter::count: return shape == Shape::list || shape == Shape::map;
    case Filter::lower: return shape == Shape::text || shape == Shape::choice;
    case Filter::url:
    case Filter::brief:
    case Filter::initial:
    case Filter::sentence:
    case Filter::foreign:
    case Filter::encoded: return shape == Shape::text;
    }
    return false;
}

// Whether it is there on every page.
bool is_always_there(const bound::Expression& path)
{
    return path.slot == 0 && std::ranges::none_of(path.steps, &bound::Step::optional);
}

constexpr std::pair<std::string_view, bound::Sign> signs[] = {
    {"==", bound::Sign::equal},   {"!=", bound::Sign::unequal},  {"<", bound::Sign::less},  {">", bound::Sign::greater},
    {"<=", bound::Sign::at_most}, {">=", bound::Sign::at_least}, {"has", bound::Sign::has},
};

// Members of structs stand where they stand in all of them.
std::size_t offset_of(const Field& field)
{
    alignas(std::max_align_t) static std::byte anywhere;
    return static_cast<std::size_t>(static_cast<std::byte*>(field.of(&anywhere)) - &anywhere);
}

// A member of a member is as near as the member.
void add_step(std::vector<bound::Step>& steps, const bound::Step& step)
{
    if (step.optional == nullptr && !steps.empty() && steps.back().to_member) steps.back().offset += step.offset;
    else steps.push_back(step);
}

bool is_stream(const Type& type) { return type.kind == cairn::Kind::list && type.at == nullptr; }

std::string list_of(std::span<const Field> fields)
{
    std::string all;
    for (const Field& field : fields) all += (all.empty() ? "" : ", ") + std::string(field.name);
    return all;
}

} // namespace

const Type& bare(const Type& type) { return type.kind == cairn::Kind::optional ? bare(type.item()) : type; }

Shape shape_of(const Type& type)
{
    switch (type.kind) {
    case cairn::Kind::boolean: return Shape::boolean;
    case cairn::Kind::integer: return Shape::integer;
    case cairn::Kind::number: return Shape::number;
    case cairn::Kind::string: return Shape::text;
    case cairn::Kind::time: return Shape::time;
    case cairn::Kind::choice: return Shape::choice;
    case cairn::Kind::list: return Shape::list;
    case cairn::Kind::map: return Shape::map;
    case cairn::Kind::optional: return shape_of(type.item());
    case cairn::Kind::object: return &type == &type_of<Html>() ? Shape::html : Shape::object;
    case cairn::Kind::json: break;
    }
    return Shape::json;
}

void Binder::fail(const std::string& what) const { throw TemplateError(file_, line_, what); }

void Binder::bind(const syntax::Nodes& written, const Type* root, const std::vector<syntax::Parameter>& parameters,
                  std::span<const Argument> arguments)
{
    root_ = root;
    new_slot(); // the root's
    for (const Global& global : around_.globals) names_.push_back({std::string(global.name), new_slot(), global.type});
    line_ = 1;
    for (const auto& argument : arguments)
        if (std::ranges::find(parameters, argument.name, &syntax::Parameter::name) == parameters.end())
            fail("the part takes no " + argument.name);
    // The caller gives those that are no constants in this order; see include().
    for (const auto& parameter : parameters) {
        const auto given = std::ranges::find(arguments, parameter.name, &Argument::name);
        if (given == arguments.end()) fail("the part needs " + parameter.name);
        names_.push_back({.name = parameter.name,
                          .slot = given->constant != nullptr ? 0 : new_slot(),
                          .type = given->type,
                          .constant = given->constant});
    }
    into_.nodes = nodes(written);
}

std::vector<bound::Node> Binder::nodes(const syntax::Nodes& written)
{
    std::vector<bound::Node> made;
    made.reserve(written.size());
    for (const syntax::Node& one : written) append(made, node(one));
    return made;
}

bound::Node Binder::node(const syntax::Node& written)
{
    line_ = written.line;
    bound::Node made{.kind = written.kind, .place = written.place};
    try {
        switch (written.kind) {
        case syntax::Node::Kind::literal: made.text = written.text; break;
        case syntax::Node::Kind::slot: break;
        case syntax::Node::Kind::root:
        case syntax::Node::Kind::asset:
            made.kind = bound::Node::Kind::literal;
            made.text = text::escape_html(around_.root);
            if (written.kind == syntax::Node::Kind::asset)
                made.text += text::escape_html(around_.asset_address(written.text));
            break;
        case syntax::Node::Kind::output: output(written, made); break;
        case syntax::Node::Kind::words: made.words = words(written.marked.front(), false); break;
        case syntax::Node::Kind::loop: loop(written, made); break;
        case syntax::Node::Kind::include: include(written, made); break;
        case syntax::Node::Kind::condition: condition(written, made); break;
        }
    } catch (const std::invalid_argument& error) {
        fail(error.what());
    }
    return made;
}

void Binder::output(const syntax::Node& written, bound::Node& made)
{
    made.expression = expression(written.expression);
    check_shown(made.expression, written.place);
    if (auto html = constant_html(made.expression, written.place)) {
        made.kind = bound::Node::Kind::literal;
        made.text = std::move(*html);
    }
}

// Every branch is held against the types; those that are never reached are left out then.
void Binder::condition(const syntax::Node& written, bound::Node& made)
{
    for (const auto& branch : written.branches) {
        bound::Expression asked;
        std::optional<bool> truth = true;
        if (!branch.otherwise) {
            asked = expression(branch.condition);
            check_condition(asked);
            truth = constant_truth(asked);
        }
        auto body = nodes(branch.body);
        if (made.has_else || truth == false) continue;
        made.has_else = truth == true;
        made.branches.emplace_back(std::move(asked), std::move(body));
    }
}

void Binder::loop(const syntax::Node& written, bound::Node& made)
{
    made.expression = expression(written.expression);
    if (made.expression.kind != ExpressionKind::path
        || (made.expression.shape != Shape::list && made.expression.shape != Shape::map))
        fail("a loop goes through a list");
    if (is_stream(*made.expression.type)) into_.streams = true;
    made.slot = new_slot();
    const auto state = new_slot();
    const auto before = names_.size();
    names_.push_back({written.text, made.slot, &made.expression.type->item()});
    names_.push_back({"loop", state, &type_of<LoopState>()});
    made.body = nodes(written.branches.front().body);
    names_.resize(before);
    if (written.branches.size() > 1) made.empty = nodes(written.branches[1].body);
}

void Binder::include(const syntax::Node& written, bound::Node& made)
{
    const Type* root = root_;
    if (written.has_expression) {
        made.has_expression = true;
        made.expression = expression(written.expression);
        if (made.expression.shape != Shape::object) fail("a part is included with an object");
        root = made.expression.type;
    }
    const auto found = all_.files_.find(written.text);
    if (found == all_.files_.end()) fail("there is no part " + written.text);
    for (const auto& [name, value] : written.arguments) {
        const auto& parameters = found->second.parameters;
        if (std::ranges::find(parameters, name, &syntax::Parameter::name) == parameters.end())
            fail(written.text + " takes no " + name);
    }
    std::vector<Argument> arguments;
    std::deque<bound::Expression> constants;
    for (const auto& parameter : found->second.parameters) {
        const auto given =
            std::ranges::find(written.arguments, parameter.name, [](const auto& pair) { return pair.first; });
        if (given == written.arguments.end() && !parameter.has_default) fail(written.text + " needs " + parameter.name);
        auto value = expression(given == written.arguments.end() ? parameter.usual : given->second);
        if (written.text == "parts/icon" && parameter.name == "name" && value.kind == ExpressionKind::text)
            around_.check_icon(value.text);
        arguments.push_back({.name = parameter.name, .type = value.type});
        if (is_constant(value)) arguments.back().constant = &constants.emplace_back(std::move(value));
        else made.arguments.push_back(std::move(value));
    }
    const int line = line_;
    made.part = &all_.bind_part(written.text, root, arguments);
    line_ = line;
    if (made.part->streams) into_.streams = true;
    // A part that is the same everywhere is as good as written here.
    const auto& nodes = made.part->nodes;
    const bool is_text = nodes.empty() || (nodes.size() == 1 && nodes.front().kind == bound::Node::Kind::literal);
    if (!all_.is_under_way(*made.part) && is_text && (!made.has_expression || is_always_there(made.expression)))
        made = {.kind = bound::Node::Kind::literal, .text = nodes.empty() ? "" : nodes.front().text};
}

std::shared_ptr<bound::Words> Binder::words(const syntax::Marked& marked, bool plain)
{
    auto made = std::make_shared<bound::Words>();
    made->plural = !marked.many.empty();
    made->places = marked.places;
    for (std::size_t i = 0; i < marked.values.size(); ++i) {
        made->values.push_back(expression(marked.values[i].second));
        if (made->values.back().shape == Shape::html) fail("words have no HTML in them");
        check_shown(made->values.back(), plain ? Place::attribute : marked.places[i]);
    }
    if (made->plural) {
        const auto* counted = &made->values.front();
        while (counted->kind == ExpressionKind::filter && counted->filter != Filter::count)
            counted = &counted->operands.front();
        if (counted->shape != Shape::integer) fail("the first value of words with a plural is a number");
    }
    for (const auto& [open, close] : marked.tags) made->tags.emplace_back(nodes(open), close);

    const words::Phrase phrase(marked.one, marked.many);
    for (const words::Language& language : around_.languages) {
        auto& forms = made->forms.emplace_back();
        for (const auto& form : language.forms(phrase)) {
            try {
                forms.push_back(syntax::pieces_of(marked, form, plain));
            } catch (const std::invalid_argument& error) {
                fail(language.code() + ".po, \"" + marked.one + "\": " + error.what());
            }
        }
        // A translation of words that had no plural then.
        if (made->plural ? forms.size() < language.forms_for_numbers() : forms.size() != 1) forms.clear();
        made->translated.push_back(!forms.empty());
        if (forms.empty()) {
            forms.push_back(syntax::pieces_of(marked, marked.one, plain));
            if (made->plural) forms.push_back(syntax::pieces_of(marked, marked.many, plain));
        }
    }
    return made;
}

bound::Expression Binder::expression(const syntax::Expression& written)
{
    bound::Expression made{.kind = written.kind};
    const auto operands = [&] {
        for (const auto& operand : written.operands) {
            made.operands.push_back(expression(operand));
            check_condition(made.operands.back());
        }
        made.shape = Shape::boolean;
        made.type = &type_of<bool>();
    };
    switch (written.kind) {
    case ExpressionKind::path: return path(written);
    case ExpressionKind::filter: return filter(written);
    case ExpressionKind::comparison: return comparison(written);
    case ExpressionKind::negation:
    case ExpressionKind::conjunction:
    case ExpressionKind::disjunction: operands(); break;
    case ExpressionKind::text:
        made.text = written.text;
        made.type = &type_of<std::string>();
        break;
    case ExpressionKind::integer:
        made.number = written.number;
        made.shape = Shape::integer;
        made.type = &type_of<std::int64_t>();
        break;
    case ExpressionKind::boolean:
        made.flag = written.number != 0;
        made.shape = Shape::boolean;
        made.type = &type_of<bool>();
        break;
    case ExpressionKind::words:
        made.words = words(written.marked.front(), true);
        made.type = &type_of<std::string>();
        break;
    }
    return made;
}

bound::Expression Binder::path(const syntax::Expression& written)
{
    bound::Expression made{.kind = ExpressionKind::path};
    const Type* type = nullptr;
    std::size_t from = 1;
    const auto latest_first = names_ | std::views::reverse;
    const auto known = std::ranges::find(latest_first, written.path.front(), &Name::name);
    if (known != latest_first.end()) {
        if (known->constant != nullptr && written.path.size() == 1) return *known->constant;
        made.slot = known->slot;
        type = known->type;
    } else {
        made.slot = 0;
        type = root_;
        from = 0;
    }
    for (std::size_t i = from; i < written.path.size(); ++i) {
        bound::Step step;
        for (; type->kind == cairn::Kind::optional; type = &type->item()) {
            step.optional = type;
            if (type->item().kind == cairn::Kind::optional) {
                add_step(made.steps, step);
                step = {};
            }
        }
        const auto& name = written.path[i];
        const auto field = std::ranges::find(type->fields, name, &Field::name);
        if (type->kind != cairn::Kind::object || field == type->fields.end())
            fail((i == 0 ? "there is no "
                         : text::join(
                               std::vector(written.path.begin(), written.path.begin() + static_cast<std::ptrdiff_t>(i)),
                               ".")
                          + " has no ")
                 + name + " (" + std::string(type->name) + ": " + list_of(type->fields) + ")");
        step.to_member = true;
        step.offset = offset_of(*field);
        add_step(made.steps, step);
        type = &field->type();
    }
    for (; type->kind == cairn::Kind::optional; type = &type->item()) made.steps.push_back({.optional = type});
    made.type = type;
    made.shape = shape_of(*type);
    return made;
}

bound::Expression Binder::filter(const syntax::Expression& written)
{
    bound::Expression made{.kind = ExpressionKind::filter};
    made.operands.push_back(expression(written.operands.front()));
    const auto known = std::ranges::find(filters, written.text, [](const auto& pair) { return pair.first; });
    if (known == std::end(filters)) fail("there is no filter " + written.text);
    made.filter = known->second;
    if (!fits(made.filter, made.operands.front().shape)) fail("the filter " + written.text + " is not for that");
    if (made.filter == Filter::count && is_stream(*made.operands.front().type)) fail("a stream is not counted");
    made.shape = made.filter == Filter::count ? Shape::integer : Shape::text;
    made.type = made.filter == Filter::count ? &type_of<std::int64_t>() : &type_of<std::string>();
    return made;
}

bound::Expression Binder::comparison(const syntax::Expression& written)
{
    bound::Expression made{.kind = ExpressionKind::comparison, .shape = Shape::boolean, .type = &type_of<bool>()};
    const auto sign = std::ranges::find(signs, written.text, [](const auto& pair) { return pair.first; });
    if (sign == std::end(signs)) fail("there is no comparison " + written.text);
    made.sign = sign->second;
    for (const auto& operand : written.operands) made.operands.push_back(expression(operand));
    auto& left = made.operands[0];
    auto& right = made.operands[1];
    if (written.text == "has") {
        if (left.shape != Shape::list || is_stream(*left.type) || shape_of(left.type->item()) != Shape::text
            || right.shape != Shape::text)
            fail("only a list of texts has a text");
        return made;
    }
    // A word that the choice does not have would never be equal.
    for (const auto& [choice, word] : {std::pair(&left, &right), std::pair(&right, &left)})
        if (choice->shape == Shape::choice && word->kind == ExpressionKind::text
            && std::ranges::find(choice->type->choices, word->text) == choice->type->choices.end())
            fail("the choice has no word \"" + word->text + "\"");
    const auto kind_of = [](Shape shape) { return shape == Shape::choice ? Shape::text : shape; };
    if (kind_of(left.shape) != kind_of(right.shape)) fail("things of different kinds are compared");
    const bool ordered = written.text != "==" && written.text != "!=";
    const auto kind = kind_of(left.shape);
    if (kind != Shape::integer && kind != Shape::number && kind != Shape::time
        && (ordered || (kind != Shape::text && kind != Shape::boolean)))
        fail("these are not compared");
    return made;
}

void Binder::check_condition(const bound::Expression& condition) const
{
    if (condition.kind == ExpressionKind::words) fail("words are no condition");
    // Whether an object is there is a question for optionals alone.
    const bool may_miss = !condition.steps.empty() && !condition.steps.back().to_member;
    if ((condition.shape == Shape::object || condition.shape == Shape::choice) && !may_miss)
        fail("this is always there: compare it, or ask for a member");
    if (condition.type != nullptr && is_stream(*condition.type)) fail("nobody knows whether a stream is empty");
}

void Binder::check_shown(const bound::Expression& shown, Place place) const
{
    switch (shown.shape) {
    case Shape::integer:
    case Shape::number:
    case Shape::text:
    case Shape::choice: break;
    case Shape::time:
        if (place != Place::text) fail("in an attribute, a time needs a filter: iso, day, moment, ago");
        break;
    case Shape::html:
        if (place != Place::text) fail("HTML is shown between tags alone");
        break;
    case Shape::json: break;
    case Shape::boolean: fail("a yes or no is not shown: ask for it");
    case Shape::list:
    case Shape::map: fail("a list is gone through, not shown");
    case Shape::object: fail("a whole object is not shown: name a member");
    }
    if (shown.shape == Shape::json && place != Place::text && place != Place::attribute) fail("JSON is no address");
}

} // namespace cairn::pages

#include "pages/template/render.hpp"

#include "base/html.hpp"
#include "pages/template/address.hpp"
#include "pages/template/evaluation.hpp"

namespace cairn::pages {

namespace {

using ExpressionKind = syntax::Expression::Kind;

class Rendering {
public:
    Rendering(const Program& program, const void* root, const Surroundings& around, Output& out)
        : around_(around), out_(out), frame_(program.slots), evaluation_(frame_, around)
    {
        frame_[0] = root;
        for (std::size_t i = 0; i < around.globals.size(); ++i) frame_[1 + i] = around.globals[i];
    }

    Frame& frame() { return frame_; }

    void nodes(const std::vector<bound::Node>& all)
    {
        for (const auto& node : all) one(node);
    }

private:
    void one(const bound::Node& node)
    {
        switch (node.kind) {
        case bound::Node::Kind::literal: out_.write(node.text); break;
        case bound::Node::Kind::root: out_.write_escaped(around_.root); break;
        case bound::Node::Kind::asset:
            out_.write_escaped(around_.root);
            out_.write_escaped(node.text);
            break;
        case bound::Node::Kind::output: put(node.expression, node.place); break;
        case bound::Node::Kind::words: say(*node.words); break;
        case bound::Node::Kind::condition: choose(node); break;
        case bound::Node::Kind::loop: loop(node); break;
        case bound::Node::Kind::include: include(node); break;
        case bound::Node::Kind::slot: break;
        }
    }

    void put(const bound::Expression& expression, Place place)
    {
        const auto datum = evaluation_.value(expression);
        if (!datum.there) return;
        switch (place) {
        case Place::text:
            if (datum.shape == Shape::html) return out_.write(datum.text);
            if (datum.shape == Shape::time) return put_time({datum.number});
            return put_text(datum);
        case Place::attribute: return put_text(datum);
        case Place::address:
            return out_.write_escaped(
                safe_address(evaluation_.shown(datum), around_.root, around_.root_url,
                             expression.kind == ExpressionKind::filter && expression.filter == Filter::foreign));
        case Place::address_path:
        case Place::address_query: break;
        }
        const auto text = evaluation_.shown(datum);
        const bool as_it_is = expression.kind == ExpressionKind::filter
            && (expression.filter == Filter::url || expression.filter == Filter::encoded);
        if (as_it_is) out_.write_escaped(text);
        else out_.write_escaped(place == Place::address_path ? encoded_path(text) : encoded_value(text));
    }

    void put_text(const Datum& datum)
    {
        if (datum.owned.empty() && datum.shape != Shape::integer && datum.shape != Shape::number
            && datum.shape != Shape::time)
            return out_.write_escaped(datum.text);
        out_.write_escaped(evaluation_.shown(datum));
    }

    // The words change with time; what is exact is in the title.
    void put_time(Time time)
    {
        out_.write("<time data-ago datetime=\"");
        out_.write(to_rfc3339(time));
        out_.write("\" title=\"");
        out_.write_escaped(around_.language.moment(time));
        out_.write("\">");
        out_.write_escaped(around_.language.ago(time, around_.now));
        out_.write("</time>");
    }

    void say(const bound::Words& words)
    {
        for (const auto& piece : evaluation_.form_of(words)) switch (piece.kind) {
            case syntax::Piece::Kind::literal: out_.write(piece.text); break;
            case syntax::Piece::Kind::value: put(words.values[piece.number], words.places[piece.number]); break;
            case syntax::Piece::Kind::open: nodes(words.tags[piece.number].first); break;
            case syntax::Piece::Kind::close: out_.write(words.tags[piece.number].second); break;
            }
    }

    void choose(const bound::Node& node)
    {
        for (std::size_t i = 0; i < node.branches.size(); ++i) {
            const bool otherwise = node.has_else && i + 1 == node.branches.size();
            if (otherwise || evaluation_.truth(node.branches[i].first)) return nodes(node.branches[i].second);
        }
    }

    void loop(const bound::Node& node)
    {
        const void* list = evaluation_.place(node.expression);
        if (list == nullptr) return nodes(node.empty);
        const Type& type = *node.expression.type;
        LoopState state;
        frame_[node.slot + 1] = &state;
        const auto step = [&](std::string_view key, const void* item, bool last) {
            ++state.index;
            state.first = state.index == 1;
            state.last = last;
            state.key = key;
            frame_[node.slot] = item;
            nodes(node.body);
        };
        if (type.kind == cairn::Kind::list && type.at != nullptr) {
            const auto size = type.size(list);
            for (std::size_t i = 0; i < size; ++i) step({}, type.at(list, i), i + 1 == size);
        } else {
            // Whatever is there goes out before a stream begins to work.
            if (type.at == nullptr && type.size == nullptr) out_.flush();
            using Step = decltype(step);
            const std::size_t size = type.size == nullptr ? 0 : type.size(list);
            struct Walk {
                const Step& step;
                std::size_t left;
            } walk{step, size};
            type.each(
                list,
                [](void* context, std::string_view key, const void* item) {
                    auto& now = *static_cast<Walk*>(context);
                    now.step(key, item, now.left == 1);
                    if (now.left > 0) --now.left;
                },
                &walk);
        }
        if (state.index == 0) nodes(node.empty);
    }

    // An argument that is no place in the view lives here while the part is rendered.
    struct Held {
        std::string text;
        std::int64_t number = 0;
        bool flag = false;
    };

    const void* argument(const bound::Expression& expression, Held& held) const
    {
        if (expression.kind == ExpressionKind::path) return evaluation_.place(expression);
        const auto datum = evaluation_.value(expression);
        if (expression.shape == Shape::boolean) {
            held.flag = datum.number != 0;
            return &held.flag;
        }
        if (expression.shape == Shape::integer) {
            held.number = datum.number;
            return &held.number;
        }
        held.text = evaluation_.shown(datum);
        return &held.text;
    }

    void include(const bound::Node& node)
    {
        const void* root = node.has_expression ? evaluation_.place(node.expression) : frame_[0];
        if (root == nullptr) return;
        std::vector<Held> held(node.arguments.size());
        Rendering part(*node.part, root, around_, out_);
        const auto first = 1 + around_.globals.size();
        for (std::size_t i = 0; i < node.arguments.size(); ++i)
            part.frame()[first + i] = argument(node.arguments[i], held[i]);
        part.nodes(node.part->nodes);
    }

    const Surroundings& around_;
    Output& out_;
    Frame frame_;
    Evaluation evaluation_;
};

} // namespace

void render(const Program& program, const void* root, const Surroundings& around, Output& out)
{
    Rendering(program, root, around, out).nodes(program.nodes);
}

} // namespace cairn::pages

#include "pages/template/render.hpp"

#include "base/html.hpp"
#include "pages/template/address.hpp"
#include "pages/template/evaluation.hpp"

namespace cairn::pages {

namespace {

using ExpressionKind = syntax::Expression::Kind;

// The time that was told last, and how.
struct ToldTime {
    Time time;
    std::string html;
};

class Rendering {
public:
    Rendering(const Program& program, const void* root, const Surroundings& around, ToldTime& told, Output& out)
        : around_(around), told_(told), out_(out), frame_(program.slots), evaluation_(frame_, around)
    {
        frame_[0] = root;
        for (std::size_t i = 0; i < around.globals.size(); ++i) frame_[1 + i] = around.globals[i];
    }

    Frame& frame() { return frame_; }

    void run(const bound::Code& code) { run(code, 0, code.ops.size()); }

private:
    using Op = bound::Op;

    void run(const bound::Code& code, std::size_t at, std::size_t end)
    {
        while (at < end) {
            const Op& op = code.ops[at++];
            switch (op.kind) {
            case Op::Kind::literal: out_.write(std::string_view(code.texts).substr(op.to, op.end - op.to)); break;
            case Op::Kind::text: put_path(*op.expression, op.place); break;
            case Op::Kind::output: put(*op.expression, op.place); break;
            case Op::Kind::words: say(*op.node->words); break;
            case Op::Kind::unless:
                if (!evaluation_.truth(*op.expression)) at = op.to;
                break;
            case Op::Kind::go: at = op.to; break;
            case Op::Kind::loop:
                loop(code, op, at);
                at = op.end;
                break;
            case Op::Kind::include: include(*op.node); break;
            }
        }
    }

    void put_path(const bound::Expression& path, Place place)
    {
        const auto* text = static_cast<const std::string*>(evaluation_.place(path));
        if (text != nullptr) put_text(*text, place);
    }

    void put(const bound::Expression& expression, Place place)
    {
        if (expression.kind == ExpressionKind::path && expression.shape == Shape::text)
            return put_path(expression, place);
        const auto datum = evaluation_.value(expression);
        if (!datum.there) return;
        switch (place) {
        case Place::text:
            if (datum.shape == Shape::html) return out_.write(datum.text);
            if (datum.shape == Shape::time) return put_time({datum.number});
            return put_text(datum);
        case Place::attribute: return put_text(datum);
        case Place::address:
        case Place::address_path:
        case Place::address_query: break;
        }
        put_text(evaluation_.shown(datum), place,
                 expression.kind == ExpressionKind::filter ? expression.filter : Filter::none);
    }

    void put_text(std::string_view text, Place place, Filter filter = Filter::none)
    {
        switch (place) {
        case Place::text:
        case Place::attribute: return out_.write_escaped(text);
        case Place::address: return put_address(text, filter == Filter::foreign);
        case Place::address_path:
        case Place::address_query: break;
        }
        if (filter == Filter::url || filter == Filter::encoded) out_.write_escaped(text);
        else out_.write_escaped(place == Place::address_path ? encoded_path(text) : encoded_value(text));
    }

    void put_address(std::string_view address, bool foreign)
    {
        if (!is_own_path(address))
            return out_.write_escaped(safe_address(address, around_.root, around_.root_url, foreign));
        out_.write_escaped(around_.root);
        out_.write_escaped(address);
    }

    void put_text(const Datum& datum)
    {
        if (datum.owned.empty() && datum.shape != Shape::integer && datum.shape != Shape::number
            && datum.shape != Shape::time)
            return out_.write_escaped(datum.text);
        out_.write_escaped(evaluation_.shown(datum));
    }

    // The words change with time; what is exact is in the title. In a list, many were at the same time as the one
    // before.
    void put_time(Time time)
    {
        if (told_.html.empty() || told_.time.seconds != time.seconds) {
            Output html;
            html.write("<time data-ago datetime=\"");
            html.write(to_rfc3339(time));
            html.write("\" title=\"");
            html.write_escaped(around_.language.moment(time));
            html.write("\">");
            html.write_escaped(around_.language.ago(time, around_.now));
            html.write("</time>");
            told_ = {time, html.take()};
        }
        out_.write(told_.html);
    }

    void say(const bound::Words& words)
    {
        for (const auto& piece : evaluation_.form_of(words)) switch (piece.kind) {
            case syntax::Piece::Kind::literal: out_.write(piece.text); break;
            case syntax::Piece::Kind::value: put(words.values[piece.number], words.places[piece.number]); break;
            case syntax::Piece::Kind::open: run(words.opened[piece.number]); break;
            case syntax::Piece::Kind::close: out_.write(words.tags[piece.number].second); break;
            }
    }

    void loop(const bound::Code& code, const Op& op, std::size_t body)
    {
        const bound::Node& node = *op.node;
        const void* list = evaluation_.place(node.expression);
        if (list == nullptr) return run(code, op.to, op.end);
        const Type& type = *node.expression.type;
        LoopState state;
        frame_[node.slot + 1] = &state;
        const auto step = [&](std::string_view key, const void* item, bool last) {
            ++state.index;
            state.first = state.index == 1;
            state.last = last;
            state.key = key;
            frame_[node.slot] = item;
            run(code, body, op.to);
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
        if (state.index == 0) run(code, op.to, op.end);
    }

    static constexpr std::size_t few_arguments = 3;

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
        if (node.arguments.size() <= few_arguments) {
            std::array<Held, few_arguments> held;
            include(node, root, held);
        } else {
            std::vector<Held> held(node.arguments.size());
            include(node, root, held);
        }
    }

    void include(const bound::Node& node, const void* root, std::span<Held> held)
    {
        Rendering part(*node.part, root, around_, told_, out_);
        const auto first = 1 + around_.globals.size();
        for (std::size_t i = 0; i < node.arguments.size(); ++i)
            part.frame()[first + i] = argument(node.arguments[i], held[i]);
        part.run(node.part->code);
    }

    const Surroundings& around_;
    ToldTime& told_;
    Output& out_;
    Frame frame_;
    Evaluation evaluation_;
};

} // namespace

void render(const Program& program, const void* root, const Surroundings& around, Output& out)
{
    ToldTime told;
    Rendering(program, root, around, told, out).run(program.code);
}

} // namespace cairn::pages

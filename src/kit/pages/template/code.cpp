#include "pages/template/code.hpp"

namespace cairn::pages {

namespace {

using bound::Op;
using NodeKind = bound::Node::Kind;

class Compiler {
public:
    // `all` of a program that is one literal, which whoever includes it has in its own text, stays as it is.
    explicit Compiler(const std::vector<bound::Node>& all) : only_one_(all.size() == 1) { }

    void nodes(std::vector<bound::Node>& all)
    {
        for (auto& node : all) one(node);
    }
    bound::Code take() { return std::move(code_); }

private:
    void one(bound::Node& node)
    {
        switch (node.kind) {
        case NodeKind::literal: literal(node.text); break;
        case NodeKind::output: output(node); break;
        case NodeKind::words:
            node.words->opened.clear();
            for (auto& [open, close] : node.words->tags) node.words->opened.push_back(code_of(open));
            add({.kind = Op::Kind::words, .node = &node});
            break;
        case NodeKind::condition: condition(node); break;
        case NodeKind::loop: loop(node); break;
        case NodeKind::include: add({.kind = Op::Kind::include, .node = &node}); break;
        case NodeKind::root: // are literals by now
        case NodeKind::asset:
        case NodeKind::slot: break;
        }
    }

    // What is said here only is not kept twice.
    void literal(std::string& text)
    {
        const auto begin = static_cast<std::uint32_t>(code_.texts.size());
        code_.texts += text;
        if (!only_one_) text = {};
        add({.kind = Op::Kind::literal, .to = begin, .end = static_cast<std::uint32_t>(code_.texts.size())});
    }

    // Most of what is shown are texts of the view as they are.
    void output(const bound::Node& node)
    {
        const auto& shown = node.expression;
        const bool is_text = shown.kind == syntax::Expression::Kind::path && shown.shape == Shape::text;
        add({.kind = is_text ? Op::Kind::text : Op::Kind::output, .place = node.place, .expression = &shown});
    }

    void condition(bound::Node& node)
    {
        std::vector<std::size_t> ends;
        for (std::size_t i = 0; i < node.branches.size(); ++i) {
            auto& [asked, body] = node.branches[i];
            const bool last = i + 1 == node.branches.size();
            const auto unless = code_.ops.size();
            const bool otherwise = last && node.has_else;
            if (!otherwise) add({.kind = Op::Kind::unless, .expression = &asked});
            nodes(body);
            if (!last) {
                ends.push_back(code_.ops.size());
                add({.kind = Op::Kind::go});
            }
            if (!otherwise) code_.ops[unless].to = here();
        }
        for (const auto end : ends) code_.ops[end].to = here();
    }

    void loop(bound::Node& node)
    {
        const auto at = code_.ops.size();
        add({.kind = Op::Kind::loop, .expression = &node.expression, .node = &node});
        nodes(node.body);
        code_.ops[at].to = here();
        nodes(node.empty);
        code_.ops[at].end = here();
    }

    void add(Op op) { code_.ops.push_back(op); }
    std::uint32_t here() const { return static_cast<std::uint32_t>(code_.ops.size()); }

    const bool only_one_;
    bound::Code code_;
};

} // namespace

bound::Code code_of(std::vector<bound::Node>& nodes)
{
    Compiler compiler(nodes);
    compiler.nodes(nodes);
    return compiler.take();
}

} // namespace cairn::pages

// Binds the nodes of one file: the part of a Binding that knows which name is what, and which expressions make sense.
#pragma once

#include "pages/template/binding.hpp"

namespace cairn::pages {

class Binder {
public:
    Binder(Binding& all, const Around& around, std::string file, Program& into)
        : all_(all), around_(around), file_(std::move(file)), into_(into)
    {
    }

    void bind(const syntax::Nodes&, const Type* root, const std::vector<syntax::Parameter>&,
              std::span<const Argument> arguments);

private:
    struct Name {
        std::string name;
        std::size_t slot;
        const Type* type;
        const bound::Expression* constant = nullptr;
    };

    [[noreturn]] void fail(const std::string& what) const;

    std::vector<bound::Node> nodes(const syntax::Nodes&);
    bound::Node node(const syntax::Node&);
    void output(const syntax::Node&, bound::Node&);
    void condition(const syntax::Node&, bound::Node&);
    void loop(const syntax::Node&, bound::Node&);
    void include(const syntax::Node&, bound::Node&);
    std::shared_ptr<bound::Words> words(const syntax::Marked&, bool plain);

    bound::Expression expression(const syntax::Expression&);
    bound::Expression path(const syntax::Expression&);
    bound::Expression filter(const syntax::Expression&);
    bound::Expression comparison(const syntax::Expression&);
    void check_condition(const bound::Expression&) const;
    void check_shown(const bound::Expression&, Place) const;
    std::size_t new_slot() { return into_.slots++; }

    Binding& all_;
    const Around& around_;
    std::string file_;
    Program& into_;
    const Type* root_ = nullptr;
    std::vector<Name> names_;
    int line_ = 0;
};

// Optionals taken off.
const Type& bare(const Type&);
Shape shape_of(const Type&);

} // namespace cairn::pages

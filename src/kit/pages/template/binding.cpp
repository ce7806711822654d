#include "pages/template/binding.hpp"

#include <algorithm>

#include "pages/template/binder.hpp"
#include "pages/template/code.hpp"
#include "pages/template/constants.hpp"
#include "pages/template/template_error.hpp"

namespace cairn::pages {

namespace {

constexpr std::size_t deepest_inclusion = 20;

using Blocks = std::map<std::string, syntax::Nodes>;

const syntax::File& file_of(const std::map<std::string, syntax::File, std::less<>>& files, std::string_view name)
{
    const auto found = files.find(name);
    if (found == files.end()) throw TemplateError(std::string(name), 0, "there is no such template");
    return found->second;
}

// The nodes with what the blocks have in place of the slots.
syntax::Nodes filled(const syntax::Nodes& nodes, Blocks& blocks, std::vector<std::string>& used)
{
    syntax::Nodes out;
    for (const syntax::Node& node : nodes) {
        if (node.kind == syntax::Node::Kind::slot) {
            used.push_back(node.text);
            if (const auto found = blocks.find(node.text); found != blocks.end())
                out.insert(out.end(), found->second.begin(), found->second.end());
            continue;
        }
        syntax::Node copy = node;
        for (auto& branch : copy.branches) branch.body = filled(branch.body, blocks, used);
        out.push_back(std::move(copy));
    }
    return out;
}

// The whole page: the file's blocks in its layout, and that in the layout's own.
syntax::Nodes assembled(const std::map<std::string, syntax::File, std::less<>>& files, const syntax::File& file,
                        Blocks given, std::size_t depth = 0)
{
    if (depth > deepest_inclusion) throw TemplateError(file.name, 1, "layouts go in a circle");
    std::vector<std::string> used;
    if (file.layout.empty()) {
        auto nodes = filled(file.body, given, used);
        for (const auto& [name, block] : given)
            if (std::ranges::find(used, name) == used.end())
                throw TemplateError(file.name, 1, "the layout has no slot for the block " + name);
        return nodes;
    }
    Blocks own;
    for (const auto& [name, nodes] : file.blocks) own.emplace(name, filled(nodes, given, used));
    for (auto& [name, nodes] : given)
        if (std::ranges::find(used, name) == used.end()) own.insert_or_assign(name, std::move(nodes));
    return assembled(files, file_of(files, "layouts/" + file.layout), std::move(own), depth + 1);
}

} // namespace

const Program& Binding::bind(std::string_view file, const Type& root)
{
    const auto before = programs_.size();
    try {
        return bind_part(file, &root, {});
    } catch (...) {
        // Nobody must find a program that is half made.
        for (; programs_.size() > before; programs_.pop_back())
            std::erase_if(known_, [&](const auto& entry) { return entry.second == &programs_.back(); });
        under_way_.clear();
        throw;
    }
}

const Program& Binding::bind_part(std::string_view file, const Type* root, std::span<const Argument> arguments)
{
    auto key = std::string(file) + " " + std::to_string(reinterpret_cast<std::uintptr_t>(root));
    for (const auto& [name, type, constant] : arguments) {
        key += " " + name + "=" + std::to_string(reinterpret_cast<std::uintptr_t>(type));
        if (constant != nullptr) key += key_of_constant(*constant);
    }
    if (const auto found = known_.find(key); found != known_.end()) return *found->second;
    const syntax::File& parsed = file_of(files_, file);
    // A part may include itself for something smaller; where it is under way already, its program is being made.
    Program& program = programs_.emplace_back();
    program.file = parsed.name;
    known_.emplace(std::move(key), &program);
    if (under_way_.size() > deepest_inclusion)
        throw TemplateError(parsed.name, 1, "parts include each other in a circle");
    under_way_.push_back(&program);
    const auto nodes = assembled(files_, parsed, {});
    Binder(*this, around_, parsed.name, program).bind(nodes, root, parsed.parameters, arguments);
    program.code = code_of(program.nodes);
    under_way_.pop_back();
    return program;
}

} // namespace cairn::pages

// Front matter read by libyaml: in the cell.
#include <yaml.h>

#include <algorithm>

#include "markup/front_matter_steps.hpp"
#include "markup/libyaml.hpp"
#include "markup/yaml_limits.hpp"
#include "sandbox/packing.hpp"

namespace cairn::markup::libyaml {

namespace {

// Aliases can make a small document a huge one: what is shown of it has an end.
constexpr int most_values = 1000;
constexpr int deepest = 8;
// What is more than can be shown is cut short. This is more than anybody writes: it is not even looked at.
constexpr YamlLimits read_limits{.values = 10'000, .depth = 64};

class Document {
public:
    explicit Document(std::string_view yaml)
    {
        yaml_parser_t parser;
        if (yaml_parser_initialize(&parser) == 0) return;
        yaml_parser_set_input_string(&parser, reinterpret_cast<const unsigned char*>(yaml.data()), yaml.size());
        loaded_ = yaml_parser_load(&parser, &document_) != 0;
        yaml_parser_delete(&parser);
    }
    ~Document()
    {
        if (loaded_) yaml_document_delete(&document_);
    }
    Document(const Document&) = delete;
    Document& operator=(const Document&) = delete;

    const yaml_node_t* root() { return loaded_ ? yaml_document_get_root_node(&document_) : nullptr; }
    const yaml_node_t* node(int index) { return yaml_document_get_node(&document_, index); }

private:
    yaml_document_t document_{};
    bool loaded_ = false;
};

std::string_view scalar(const yaml_node_t& node)
{
    if (node.type != YAML_SCALAR_NODE) return {};
    return {reinterpret_cast<const char*>(node.data.scalar.value), node.data.scalar.length};
}

// What a Writer would be told, as bytes. An element is named by its place in the list.
class Steps {
public:
    void start(std::string_view name) { add(Step::start, name); }
    void end(std::string_view name) { add(Step::end, name); }
    void text(std::string_view text)
    {
        packed_.small(static_cast<std::uint8_t>(Step::text));
        packed_.text(text);
    }
    std::string take() { return packed_.take(); }

private:
    void add(Step step, std::string_view name)
    {
        const auto found = std::ranges::find(step_elements, name);
        packed_.small(static_cast<std::uint8_t>(step));
        packed_.small(static_cast<std::uint8_t>(found - step_elements.begin()));
    }

    sandbox::Packer packed_;
};

class Table {
public:
    Table(Document& document, Steps& writer) : document_(document), writer_(writer) { }

    void write(const yaml_node_t& node, int depth)
    {
        if (++values_ > most_values || depth > deepest) return writer_.text("…");
        if (node.type == YAML_MAPPING_NODE) mapping(node, depth);
        else if (node.type == YAML_SEQUENCE_NODE) sequence(node, depth);
        else writer_.text(scalar(node));
    }

private:
    void mapping(const yaml_node_t& node, int depth)
    {
        const auto& pairs = node.data.mapping.pairs;
        writer_.start("table");
        writer_.start("thead");
        writer_.start("tr");
        for (const auto* pair = pairs.start; pair != pairs.top; ++pair) cell("th", pair->key, depth);
        writer_.end("tr");
        writer_.end("thead");
        writer_.start("tbody");
        writer_.start("tr");
        for (const auto* pair = pairs.start; pair != pairs.top; ++pair) cell("td", pair->value, depth);
        writer_.end("tr");
        writer_.end("tbody");
        writer_.end("table");
    }

    void sequence(const yaml_node_t& node, int depth)
    {
        const auto& items = node.data.sequence.items;
        writer_.start("table");
        writer_.start("tbody");
        for (const auto* item = items.start; item != items.top; ++item) {
            writer_.start("tr");
            cell("td", *item, depth);
            writer_.end("tr");
        }
        writer_.end("tbody");
        writer_.end("table");
    }

    void cell(std::string_view name, int index, int depth)
    {
        if (values_ > most_values) return;
        writer_.start(name);
        if (const auto* node = document_.node(index)) write(*node, depth + 1);
        writer_.end(name);
    }

    Document& document_;
    Steps& writer_;
    int values_ = 0;
};

} // namespace

std::string front_matter_steps(std::string_view yaml)
{
    if (!excess_of(yaml, read_limits).empty()) return {};
    Document document(yaml);
    const auto* root = document.root();
    if (root == nullptr || root->type != YAML_MAPPING_NODE
        || root->data.mapping.pairs.start == root->data.mapping.pairs.top)
        return {};

    std::string keys;
    for (const auto* pair = root->data.mapping.pairs.start; pair != root->data.mapping.pairs.top; ++pair)
        if (const auto* key = document.node(pair->key)) keys.append(keys.empty() ? " " : ", ").append(scalar(*key));
    Steps writer;
    writer.start("details");
    writer.start("summary");
    writer.text(keys);
    writer.end("summary");
    Table(document, writer).write(*root, 0);
    writer.end("details");
    return writer.take();
}

} // namespace cairn::markup::libyaml

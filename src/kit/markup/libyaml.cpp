#include "markup/libyaml.hpp"

#include <yaml.h>

#include <new>
#include <stdexcept>

#include "markup/yaml_limits.hpp"

namespace cairn::markup::libyaml {

namespace {

// Aliases can make a small document a huge one.
constexpr int most_values = 5000;
constexpr int deepest = 16;
// So can aliases of one long text: without them there is never more text in the values than in the file.
constexpr std::size_t most_text = 2 * longest_yaml;

class Parsed {
public:
    explicit Parsed(std::string_view yaml)
    {
        yaml_parser_t parser;
        if (yaml_parser_initialize(&parser) == 0) return;
        yaml_parser_set_input_string(&parser, reinterpret_cast<const unsigned char*>(yaml.data()), yaml.size());
        loaded_ = yaml_parser_load(&parser, &document_) != 0;
        if (!loaded_ && parser.problem != nullptr)
            problem_ = "line " + std::to_string(parser.problem_mark.line + 1) + ": " + parser.problem;
        yaml_parser_delete(&parser);
    }
    ~Parsed()
    {
        if (loaded_) yaml_document_delete(&document_);
    }
    Parsed(const Parsed&) = delete;
    Parsed& operator=(const Parsed&) = delete;

    Result<Yaml> tree()
    {
        const auto* root = loaded_ ? yaml_document_get_root_node(&document_) : nullptr;
        Yaml value;
        if (root == nullptr || !copy(*root, value, 0)) return fail(Errc::unprocessable, problem_);
        return value;
    }

private:
    bool refuse(const yaml_node_t& node, std::string_view why)
    {
        problem_ = "line " + std::to_string(node.start_mark.line + 1) + ": ";
        problem_ += why;
        return false;
    }

    bool copy(const yaml_node_t& node, Yaml& into, int depth)
    {
        if (++values_ > most_values) return refuse(node, "there are too many values");
        if (depth > deepest) return refuse(node, "the values are nested too deeply");
        switch (node.type) {
        case YAML_SCALAR_NODE:
            if (!take(node)) return false;
            into.text = text_of(node);
            into.quoted = node.data.scalar.style != YAML_PLAIN_SCALAR_STYLE;
            return true;
        case YAML_SEQUENCE_NODE:
            into.kind = Yaml::Kind::list;
            for (const auto* item = node.data.sequence.items.start; item != node.data.sequence.items.top; ++item)
                if (!copy(*at(*item), into.items.emplace_back(), depth + 1)) return false;
            return true;
        case YAML_MAPPING_NODE:
            into.kind = Yaml::Kind::map;
            for (const auto* pair = node.data.mapping.pairs.start; pair != node.data.mapping.pairs.top; ++pair) {
                const auto* key = at(pair->key);
                if (key->type != YAML_SCALAR_NODE) return refuse(*key, "a key is no plain text");
                if (!take(*key)) return false;
                if (!copy(*at(pair->value), into.members.emplace_back(text_of(*key), Yaml()).second, depth + 1))
                    return false;
            }
            return true;
        default: return false;
        }
    }

    bool take(const yaml_node_t& scalar)
    {
        text_ += scalar.data.scalar.length;
        return text_ <= most_text || refuse(scalar, "there is too much text");
    }

    const yaml_node_t* at(int index) { return yaml_document_get_node(&document_, index); }
    static std::string text_of(const yaml_node_t& node)
    {
        return {reinterpret_cast<const char*>(node.data.scalar.value), node.data.scalar.length};
    }

    yaml_document_t document_{};
    bool loaded_ = false;
    int values_ = 0;
    std::size_t text_ = 0;
    std::string problem_ = "it is empty";
};

// Plain values stay plain, because that is what makes them numbers and truths; all else is quoted.
class Written {
public:
    Written()
    {
        if (yaml_emitter_initialize(&emitter_) == 0) throw std::bad_alloc();
        yaml_emitter_set_output(&emitter_, &append, &text_);
        yaml_emitter_set_unicode(&emitter_, 1);
        yaml_emitter_set_width(&emitter_, -1);
    }
    ~Written() { yaml_emitter_delete(&emitter_); }
    Written(const Written&) = delete;
    Written& operator=(const Written&) = delete;

    std::string of(const Yaml& value)
    {
        yaml_event_t event;
        emit(yaml_stream_start_event_initialize(&event, YAML_UTF8_ENCODING), event);
        emit(yaml_document_start_event_initialize(&event, nullptr, nullptr, nullptr, 1), event);
        add(value);
        emit(yaml_document_end_event_initialize(&event, 1), event);
        emit(yaml_stream_end_event_initialize(&event), event);
        return std::move(text_);
    }

private:
    static int append(void* into, unsigned char* bytes, std::size_t count)
    {
        static_cast<std::string*>(into)->append(reinterpret_cast<const char*>(bytes), count);
        return 1;
    }

    void emit(int made, yaml_event_t& event)
    {
        if (made == 0 || yaml_emitter_emit(&emitter_, &event) == 0)
            throw std::runtime_error("a value cannot be written as YAML");
    }

    void add(const Yaml& value)
    {
        yaml_event_t event;
        switch (value.kind) {
        case Yaml::Kind::scalar: return add(value.text, value.quoted);
        case Yaml::Kind::list:
            emit(yaml_sequence_start_event_initialize(&event, nullptr, nullptr, 1, YAML_BLOCK_SEQUENCE_STYLE), event);
            for (const auto& item : value.items) add(item);
            return emit(yaml_sequence_end_event_initialize(&event), event);
        case Yaml::Kind::map:
            emit(yaml_mapping_start_event_initialize(&event, nullptr, nullptr, 1, YAML_BLOCK_MAPPING_STYLE), event);
            for (const auto& [name, member] : value.members) {
                add(name, false);
                add(member);
            }
            return emit(yaml_mapping_end_event_initialize(&event), event);
        }
    }

    void add(const std::string& text, bool quoted)
    {
        yaml_event_t event;
        const auto style = !quoted ? YAML_PLAIN_SCALAR_STYLE
            : text.contains('\n')  ? YAML_LITERAL_SCALAR_STYLE
                                   : YAML_DOUBLE_QUOTED_SCALAR_STYLE;
        emit(yaml_scalar_event_initialize(&event, nullptr, nullptr, reinterpret_cast<const unsigned char*>(text.data()),
                                          static_cast<int>(text.size()), 1, 1, style),
             event);
    }

    yaml_emitter_t emitter_{};
    std::string text_;
};

} // namespace

Result<Yaml> load(std::string_view text)
{
    // Keys, which copy() does not count, are as many as the values at most; the innermost lists may be a level deeper.
    if (auto excess = excess_of(text, {.values = 2 * most_values, .depth = deepest + 1}); !excess.empty())
        return fail(Errc::unprocessable, std::move(excess));
    return Parsed(text).tree();
}

std::string dump(const Yaml& value) { return Written().of(value); }

} // namespace cairn::markup::libyaml

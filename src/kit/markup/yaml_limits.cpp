#include "markup/yaml_limits.hpp"

#include <yaml.h>

#include <new>

namespace cairn::markup {

namespace {

class Events {
public:
    explicit Events(std::string_view yaml)
    {
        if (yaml_parser_initialize(&parser_) == 0) throw std::bad_alloc();
        yaml_parser_set_input_string(&parser_, reinterpret_cast<const unsigned char*>(yaml.data()), yaml.size());
    }
    ~Events() { yaml_parser_delete(&parser_); }
    Events(const Events&) = delete;
    Events& operator=(const Events&) = delete;

    struct Event {
        yaml_event_type_t type = YAML_NO_EVENT; // that for what is no YAML
        std::size_t line = 0;
    };
    Event next()
    {
        yaml_event_t event;
        if (yaml_parser_parse(&parser_, &event) == 0) return {};
        const Event read{event.type, event.start_mark.line + 1};
        yaml_event_delete(&event);
        return read;
    }

private:
    yaml_parser_t parser_{};
};

} // namespace

std::string excess_of(std::string_view yaml, YamlLimits limits)
{
    Events events(yaml);
    int values = 0;
    int depth = 0;
    for (;;) {
        const auto event = events.next();
        switch (event.type) {
        // One document is what is loaded.
        case YAML_NO_EVENT:
        case YAML_DOCUMENT_END_EVENT:
        case YAML_STREAM_END_EVENT: return {};
        case YAML_SEQUENCE_START_EVENT:
        case YAML_MAPPING_START_EVENT: ++depth; [[fallthrough]];
        case YAML_SCALAR_EVENT:
        case YAML_ALIAS_EVENT: ++values; break;
        case YAML_SEQUENCE_END_EVENT:
        case YAML_MAPPING_END_EVENT: --depth; break;
        default: break;
        }
        if (values > limits.values || depth > limits.depth)
            return "line " + std::to_string(event.line) + ": "
                + (values > limits.values ? "there are too many values" : "the values are nested too deeply");
    }
}

} // namespace cairn::markup

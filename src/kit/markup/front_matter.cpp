#include "markup/front_matter.hpp"

#include <optional>
#include <vector>

#include "base/text.hpp"
#include "markup/front_matter_steps.hpp"
#include "markup/yaml_codec.hpp"
#include "sandbox/codec_processes.hpp"
#include "sandbox/packing.hpp"

namespace cairn::markup {

namespace {

constexpr std::size_t longest = 64 * 1024;

bool is_dashes(std::string_view line)
{
    line = text::trim(line);
    return line.size() >= 3 && line.find_first_not_of('-') == line.npos;
}

struct Parts {
    std::string_view yaml;
    std::string_view rest;
};

std::optional<Parts> split(std::string_view text)
{
    const auto first_end = text.find('\n');
    if (first_end == text.npos || !text.starts_with("---") || !is_dashes(text.substr(0, first_end))) return {};
    for (auto line = first_end + 1; line < text.size() && line < longest;) {
        const auto end = std::min(text.find('\n', line), text.size());
        if (is_dashes(text.substr(line, end - line)))
            return Parts{text.substr(first_end + 1, line - first_end - 1), text.substr(std::min(end + 1, text.size()))};
        line = end + 1;
    }
    return {};
}

// Steps that do not fit together were not made by our own code, whoever made them.
bool fit_together(std::string_view steps)
{
    sandbox::Unpacker from(steps);
    std::vector<std::uint8_t> open;
    while (!from.at_end()) {
        const auto step = static_cast<Step>(from.small());
        if (step == Step::text) {
            from.text();
            continue;
        }
        const auto element = from.small();
        if (element >= step_elements.size()) return false;
        if (step == Step::start) open.push_back(element);
        else if (step != Step::end || open.empty() || open.back() != element) return false;
        else open.pop_back();
    }
    return from.ok() && open.empty();
}

void follow(std::string_view steps, Writer& writer)
{
    sandbox::Unpacker from(steps);
    while (!from.at_end()) {
        const auto step = static_cast<Step>(from.small());
        if (step == Step::text) writer.text(from.text());
        else if (step == Step::start) writer.start(step_elements[from.small()]);
        else writer.end(step_elements[from.small()]);
    }
}

} // namespace

std::string_view take_front_matter(std::string_view text, Writer& writer)
{
    const auto parts = split(text);
    if (!parts) return text;
    const auto steps = sandbox::ask(yaml_codec, yaml_request(YamlWish::front_matter, parts->yaml));
    if (!steps || steps->empty() || !fit_together(*steps)) return text;
    follow(*steps, writer);
    writer.text("\n");
    return parts->rest;
}

} // namespace cairn::markup

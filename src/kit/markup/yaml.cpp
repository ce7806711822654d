#include "markup/yaml.hpp"

#include <algorithm>
#include <array>

#include "base/text.hpp"
#include "base/utf8.hpp"
#include "markup/libyaml.hpp"
#include "markup/yaml_codec.hpp"
#include "sandbox/codec_processes.hpp"

namespace cairn::markup {

namespace {

using libyaml::longest_yaml;

bool is_dashes(std::string_view line)
{
    line = text::trim(line);
    return line.size() >= 3 && line.find_first_not_of('-') == line.npos;
}

bool is_number(std::string_view text)
{
    if (text.starts_with('-') || text.starts_with('+')) text.remove_prefix(1);
    const auto dot = text.find('.');
    const auto digits = [](std::string_view part) {
        return !part.empty() && std::ranges::all_of(part, text::is_digit);
    };
    if (dot == text.npos) return digits(text);
    return digits(text.substr(0, dot)) && digits(text.substr(dot + 1));
}

} // namespace

const Yaml* Yaml::member(std::string_view name) const
{
    const auto found =
        std::ranges::find(members, name, [](const auto& entry) { return std::string_view(entry.first); });
    return found == members.end() ? nullptr : &found->second;
}

bool Yaml::is_null() const
{
    if (kind != Kind::scalar || quoted) return false;
    constexpr std::array<std::string_view, 5> words{"", "~", "null", "Null", "NULL"};
    return std::ranges::find(words, text) != words.end();
}

std::optional<bool> Yaml::boolean() const
{
    if (kind != Kind::scalar || quoted) return {};
    if (text == "true" || text == "True" || text == "TRUE") return true;
    if (text == "false" || text == "False" || text == "FALSE") return false;
    return {};
}

bool Yaml::is_text() const
{
    return kind == Kind::scalar && (quoted || (!is_null() && !boolean() && !is_number(text)));
}

Result<Yaml> parse_yaml(std::string_view text)
{
    if (text.size() > longest_yaml) return fail(Errc::unprocessable, "the file is too large");
    if (!cairn::is_text(text)) return fail(Errc::unprocessable, "this is no text");
    return unpack_yaml(TRY(sandbox::ask(yaml_codec, yaml_request(YamlWish::load, text))));
}

std::optional<Yaml> read_yaml(std::string_view text)
{
    auto parsed = parse_yaml(text);
    return parsed ? std::optional(std::move(*parsed)) : std::nullopt;
}

std::string write_yaml(const Yaml& value)
{
    auto written = sandbox::ask(yaml_codec, yaml_request(YamlWish::dump, pack_yaml(value)));
    if (!written) throw sandbox::NoCodecProcess(written.error().message); // the value is a good one: nobody is to blame
    return std::move(*written);
}

std::optional<FrontMatter> read_front_matter(std::string_view text)
{
    const auto first_end = text.find('\n');
    if (first_end == text.npos || !text.starts_with("---") || !is_dashes(text.substr(0, first_end))) return {};
    for (auto line = first_end + 1; line < text.size() && line < longest_yaml;) {
        const auto end = std::min(text.find('\n', line), text.size());
        if (is_dashes(text.substr(line, end - line))) {
            auto yaml = read_yaml(text.substr(first_end + 1, line - first_end - 1));
            if (!yaml || yaml->kind != Yaml::Kind::map) return {};
            return FrontMatter{std::move(*yaml), text.substr(std::min(end + 1, text.size()))};
        }
        line = end + 1;
    }
    return {};
}

} // namespace cairn::markup

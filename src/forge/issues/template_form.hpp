// The forms that a repository proposes for its issues: Markdown with a head, or fields in YAML.
#pragma once

#include <map>
#include <optional>
#include <string_view>

#include "base/reflect.hpp"
#include "base/result.hpp"

namespace cairn::issues {

struct IssueFormField {
    std::string type;
    std::string id;
    std::map<std::string, Json> attributes;
    std::optional<std::map<std::string, Json>> validations;
    std::vector<std::string> visible;
};
BOOST_DESCRIBE_STRUCT(IssueFormField, (), (type, id, attributes, validations, visible))
constexpr auto notes(const IssueFormField*)
{
    return std::array{Note{"", "A field of a form for issues"},
                      Note{"type", "markdown, textarea, input, dropdown or checkboxes"},
                      Note{"visible", "whether it is in the form, in the issue that comes of it, or in both"}};
}

struct IssueTemplate {
    std::string name;
    std::string title;
    std::string about;
    std::optional<std::vector<std::string>> labels;
    std::optional<std::vector<std::string>> assignees;
    std::string ref;
    std::string content;
    std::optional<std::vector<IssueFormField>> body;
    std::string file_name;
};
BOOST_DESCRIBE_STRUCT(IssueTemplate, (), (name, title, about, labels, assignees, ref, content, body, file_name))
constexpr auto notes(const IssueTemplate*)
{
    return std::array{Note{"", "What a repository proposes for a new issue"},
                      Note{"content", "the text of one in Markdown"}, Note{"body", "the fields of one in YAML"}};
}

// A file that may be one, by the ending of its name.
bool is_template_name(std::string_view file_name);

// Nothing for a file that is none, or that has a fault.
std::optional<IssueTemplate> read_template(std::string_view path, std::string_view text);

// The same for one that needs no name: a text without a head is one, too.
std::optional<IssueTemplate> read_plain_template(std::string_view path, std::string_view text);

struct IssueConfigContactLink {
    std::string name;
    std::string url;
    std::string about;
};
BOOST_DESCRIBE_STRUCT(IssueConfigContactLink, (), (name, url, about))
constexpr auto notes(const IssueConfigContactLink*) { return std::array{Note{"", "Where else one can turn to"}}; }

struct IssueConfig {
    bool blank_issues_enabled = true;
    std::vector<IssueConfigContactLink> contact_links;
};
BOOST_DESCRIBE_STRUCT(IssueConfig, (), (blank_issues_enabled, contact_links))
constexpr auto notes(const IssueConfig*)
{
    return std::array{Note{"", "How a repository wants its issues to begin"},
                      Note{"blank_issues_enabled", "issues can be opened without a template"}};
}

// Errc::unprocessable with words for whoever wrote the file.
Result<IssueConfig> read_config(std::string_view text);

} // namespace cairn::issues

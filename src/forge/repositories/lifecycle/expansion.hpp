// Variables in the files of a template: $REPO_NAME and ${REPO_NAME} become what the new repository is called.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace cairn::repositories {

using Variables = std::map<std::string, std::string, std::less<>>;

// NAME and, for each way to write words, NAME_SNAKE, _KEBAB, _CAMEL, _PASCAL, _LOWER, _UPPER and _TITLE.
void add_in_all_cases(Variables&, const std::string& name, const std::string& value);

// Every variable replaced by its value; a name that is none of them stays as it is.
std::string expand(std::string_view text, const Variables&);

// Which files of a template are expanded: a pattern a line, "#" begins a remark. "*" and "?" do not match a slash, "**"
// does.
class ExpandedFiles {
public:
    explicit ExpandedFiles(std::string_view list);
    bool contains(std::string_view path) const;

private:
    std::vector<std::string> patterns_;
};

} // namespace cairn::repositories

// Whose files are changed: what a CODEOWNERS file says. A line is a regular expression for whole paths, which an
// exclamation mark turns around, and the people and teams who look after what it is for:
//
//     src/db/.*    @ann @house/storage    # from a hash on it is a comment
//
// A backslash takes the meaning from a hash, a blank and another backslash.
#pragma once

#include <array>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.hpp"
#include "repositories/protection/regular_expression.hpp"

namespace cairn::pulls {

// Where the file may be; the first that is there counts.
inline constexpr std::array<std::string_view, 4> code_owner_files = {"CODEOWNERS", "docs/CODEOWNERS",
                                                                     ".cairn/CODEOWNERS", ".gitea/CODEOWNERS"};
inline constexpr std::size_t largest_code_owner_file = 256 << 10;

struct CodeOwner {
    std::string account;
    std::string team{}; // not empty: this team of the organization `account`

    bool operator==(const CodeOwner&) const = default;
};

class CodeOwners {
public:
    struct Rule {
        repositories::RegularExpression paths;
        bool negated = false; // for all but these
        std::vector<CodeOwner> owners;
    };

    // Lines that say nothing that can be understood are passed over.
    static CodeOwners read(std::string_view file);

    const std::vector<Rule>& rules() const { return rules_; }

    // The rules that are for at least one of these files. too_large where finding out would take too long.
    Result<std::vector<const Rule*>> rules_for(const std::vector<std::string>& files) const;

private:
    std::vector<Rule> rules_;
};

} // namespace cairn::pulls

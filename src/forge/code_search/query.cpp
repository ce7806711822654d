#include "code_search/query.hpp"

#include <algorithm>

#include "base/text.hpp"
#include "base/utf8.hpp"
#include "repositories/protection/regular_expression.hpp"

namespace cairn::code_search {

namespace {

constexpr std::size_t longest_query = 1000;
constexpr std::size_t most_parts = 20;

class Parser {
public:
    explicit Parser(std::string_view text) : rest_(text) { }

    Result<Query> run()
    {
        for (std::size_t parts = 0;; ++parts) {
            while (!rest_.empty() && text::is_space(rest_.front())) rest_.remove_prefix(1);
            if (rest_.empty()) return std::move(query_);
            if (parts == most_parts) return fail(Errc::unprocessable, "these are too many words to look for");
            TRY(part());
        }
    }

private:
    // A word as it stands there, up to the next space.
    std::string_view peek() const
    {
        return rest_.substr(0, std::ranges::find_if(rest_, text::is_space) - rest_.begin());
    }

    Result<> part()
    {
        if (rest_.front() == '"') {
            add_term({quoted(), false});
            return {};
        }
        if (const auto end = end_of_expression(); end != 0) return expression(end);
        const auto word = peek();
        const bool excludes = word.starts_with('-');
        const auto colon = word.find(':');
        const auto name = text::to_lower(word.substr(excludes ? 1 : 0, colon - (excludes ? 1 : 0)));
        if (colon != word.npos) {
            if (auto* list = filters(name)) return filter(*list, colon, excludes);
            if (name == "case" && !excludes) {
                query_.exact_case = text::iequals(word.substr(colon + 1), "yes");
                rest_.remove_prefix(word.size());
                return {};
            }
        }
        add_term({std::string(word), false});
        rest_.remove_prefix(word.size());
        return {};
    }

    std::vector<Filter>* filters(std::string_view name)
    {
        if (name == "path" || name == "file") return &query_.paths;
        if (name == "language" || name == "lang") return &query_.languages;
        if (name == "repo") return &query_.repositories;
        return nullptr;
    }

    Result<> filter(std::vector<Filter>& list, std::size_t colon, bool excludes)
    {
        rest_.remove_prefix(colon + 1);
        std::string value;
        if (rest_.starts_with('"')) {
            value = quoted();
        } else {
            value = peek();
            rest_.remove_prefix(value.size());
        }
        if (value.empty()) return {}; // somebody is about to type it
        if (&list == &query_.repositories
            && (std::ranges::count(value, '/') != 1 || value.front() == '/' || value.back() == '/'))
            return fail(Errc::unprocessable, "repo: takes the name of a repository with its owner's: owner/name");
        list.push_back({std::move(value), excludes});
        return {};
    }

    // Up to the other quote, or to the end. A backslash lets the sign after it be itself.
    std::string quoted()
    {
        std::string inside;
        rest_.remove_prefix(1);
        while (!rest_.empty() && rest_.front() != '"') {
            if (rest_.front() == '\\' && rest_.size() > 1 && (rest_[1] == '"' || rest_[1] == '\\'))
                rest_.remove_prefix(1);
            inside += rest_.front();
            rest_.remove_prefix(1);
        }
        if (!rest_.empty()) rest_.remove_prefix(1);
        return inside;
    }

    // Where the other slash is, which stands before a space or the end: "/usr/bin" is a word. 0: nowhere.
    std::size_t end_of_expression() const
    {
        if (rest_.front() != '/') return 0;
        for (std::size_t i = 1; i < rest_.size(); ++i) {
            if (rest_[i] == '\\') {
                ++i;
                continue;
            }
            if (rest_[i] == '/' && i > 1 && (i + 1 == rest_.size() || text::is_space(rest_[i + 1]))) return i;
        }
        return 0;
    }

    Result<> expression(std::size_t end)
    {
        std::string inside;
        for (std::size_t i = 1; i < end; ++i) {
            if (rest_[i] == '\\' && rest_[i + 1] == '/') continue; // only the slash was meant
            inside += rest_[i];
            if (rest_[i] == '\\') inside += rest_[++i];
        }
        rest_.remove_prefix(end + 1);
        if (!repositories::RegularExpression::compile(inside))
            return fail(Errc::unprocessable, "this is not a regular expression: " + inside);
        query_.terms.push_back({std::move(inside), true});
        return {};
    }

    void add_term(Term term)
    {
        if (term.text.empty() || std::ranges::find(query_.terms, term) != query_.terms.end()) return;
        query_.terms.push_back(std::move(term));
    }

    std::string_view rest_;
    Query query_{};
};

// Takes the texts out of an expression, as far as it reads like one without knowing all of PCRE2.
class Texts {
public:
    explicit Texts(std::string_view expression) : rest_(expression) { }

    std::vector<std::string> run()
    {
        // These change how the rest is read, or end a match early.
        if (rest_.contains("(*") || rest_.contains("(?#") || rest_.contains("\\Q") || ignores_spaces()) return {};
        while (!rest_.empty())
            if (!step()) return {};
        end_run();
        return std::move(found_);
    }

private:
    // (?x), alone or among others.
    bool ignores_spaces() const
    {
        for (auto at = rest_.find("(?"); at != rest_.npos; at = rest_.find("(?", at + 2))
            for (auto i = at + 2; i < rest_.size() && (text::is_alpha(rest_[i]) || rest_[i] == '-' || rest_[i] == '^');
                 ++i)
                if (rest_[i] == 'x') return true;
        return false;
    }

    char take()
    {
        const char c = rest_.front();
        rest_.remove_prefix(1);
        return c;
    }

    // False where nothing can be said of the whole.
    bool step()
    {
        const char c = take();
        switch (c) {
        case '|': return false;
        case '\\': return escape();
        case '.':
        case '^':
        case '$': end_run(); return true;
        case '[': return skip_set();
        case '(': return skip_group();
        case '*':
        case '?':
        case '{':
            // What stands before may be missing. A brace that is no quantifier costs a letter.
            drop_last();
            end_run();
            if (c == '{') skip_braces();
            return true;
        case '+': end_run(); return true;
        default: run_ += c; return true;
        }
    }

    bool escape()
    {
        if (rest_.empty()) return false;
        const char c = take();
        if (std::string_view("wWdDsSbBnrtfeAzZGhHvVRXK").contains(c)) {
            end_run();
            return true;
        }
        if (text::is_alpha(c) || text::is_digit(c)) return false;
        run_ += c;
        return true;
    }

    bool skip_set()
    {
        end_run();
        if (rest_.starts_with('^')) take();
        if (rest_.starts_with(']')) take();
        while (!rest_.empty()) {
            const char c = take();
            if (c == '\\' && !rest_.empty()) take();
            else if (c == '[') return false; // [:alpha:] and its like
            else if (c == ']') return true;
        }
        return false;
    }

    bool skip_group()
    {
        end_run();
        for (int depth = 1; depth > 0;) {
            if (rest_.empty()) return false;
            const char c = take();
            if (c == '\\' && !rest_.empty()) take();
            else if (c == '[' && !skip_set()) return false;
            else if (c == '(') ++depth;
            else if (c == ')') --depth;
        }
        return true;
    }

    void skip_braces()
    {
        const auto end = rest_.find('}');
        if (end != rest_.npos && end < 10) rest_.remove_prefix(end + 1);
    }

    void drop_last()
    {
        while (!run_.empty() && (static_cast<unsigned char>(run_.back()) & 0xc0U) == 0x80U) run_.pop_back();
        if (!run_.empty()) run_.pop_back();
    }

    void end_run()
    {
        if (!run_.empty()) found_.push_back(std::move(run_));
        run_.clear();
    }

    std::string_view rest_;
    std::string run_;
    std::vector<std::string> found_;
};

} // namespace

Result<Query> parse_query(std::string_view text)
{
    if (text.size() > longest_query) return fail(Errc::unprocessable, "this is too long to be looked for");
    if (!is_text(text)) return fail(Errc::unprocessable, "this is no text");
    return Parser(text).run();
}

std::vector<std::string> required_texts(std::string_view expression) { return Texts(expression).run(); }

} // namespace cairn::code_search

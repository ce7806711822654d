#include "pages/template/syntax.hpp"

#include <algorithm>
#include <array>

#include "base/text.hpp"
#include "pages/template/marked_words.hpp"
#include "pages/template/template_error.hpp"
#include "pages/template/tokens.hpp"

namespace cairn::pages::syntax {

namespace {

constexpr int deepest_statement = 40;

class Parser {
public:
    Parser(std::string_view name, std::string_view text) : file_{.name = std::string(name)}, text_(text) { }

    File parse()
    {
        try {
            auto nodes = body();
            if (!ending_.empty()) fail("there is nothing to end here");
            if (!context_.in_text()) fail("the HTML ends inside of a tag");
            if (file_.layout.empty()) {
                if (!file_.blocks.empty()) fail("only a file with a layout has blocks");
                file_.body = std::move(nodes);
            } else
                for (const Node& node : nodes)
                    if (node.kind != Node::Kind::literal || !text::trim(node.text).empty())
                        fail("a file with a layout has everything in blocks");
            return std::move(file_);
        } catch (const std::invalid_argument& error) {
            fail(error.what());
        }
    }

    // A tag inside of marked words.
    Nodes fragment(HtmlContext& context)
    {
        context_ = context;
        auto nodes = body();
        if (!ending_.empty()) fail("there is nothing to end here");
        context = context_;
        return nodes;
    }

private:
    [[noreturn]] void fail(const std::string& what) const { throw TemplateError(file_.name, line(), what); }
    int line() const { return 1 + static_cast<int>(std::ranges::count(text_.substr(0, at_), '\n')); }

    Node made(Node::Kind kind) const { return {.kind = kind, .line = line()}; }

    // Until the end, or until a statement that does not belong here, which is left in ending_.
    Nodes body()
    {
        if (++depth_ > deepest_statement) fail("too many statements are inside of each other");
        Nodes nodes;
        ending_.clear();
        while (at_ < text_.size() && ending_.empty()) {
            const auto sign =
                std::min({text_.find("{{", at_), text_.find("{%", at_), text_.find("{#", at_), text_.find("[[", at_)});
            literal(nodes, text_.substr(at_, sign == text_.npos ? text_.npos : sign - at_), sign);
            if (sign == text_.npos) {
                at_ = text_.size();
                break;
            }
            at_ = sign;
            if (text_[sign] == '[') words(nodes);
            else if (text_[sign + 1] == '{') output(nodes);
            else if (text_[sign + 1] == '#') comment();
            else statement(nodes);
        }
        --depth_;
        return nodes;
    }

    // What is alone on its line leaves no line behind.
    bool alone(std::size_t begin, std::size_t end) const
    {
        const auto before = text_.substr(0, begin);
        const auto line = before.substr(before.rfind('\n') + 1);
        const auto behind = text_.substr(end);
        const auto rest = behind.substr(0, behind.find('\n'));
        return std::ranges::all_of(line, text::is_space) && std::ranges::all_of(rest, text::is_space);
    }
    bool leaves_no_line(std::size_t sign) const
    {
        if (sign == text_.npos || text_[sign] != '{' || text_[sign + 1] == '{') return false;
        const auto close = find_end(text_, sign + 2, text_[sign + 1] == '#' ? "#}" : "%}");
        if (!close) return false;
        const auto keyword = text::trim(text_.substr(sign + 2, *close - sign - 2));
        for (const std::string_view shown : {"include", "icon", "asset"})
            if (keyword.starts_with(shown)) return false;
        return alone(sign, *close + 2);
    }

    void literal(Nodes& nodes, std::string_view html, std::size_t sign)
    {
        if (leaves_no_line(sign)) html = html.substr(0, html.find_last_not_of(" \t") + 1);
        std::string out;
        const auto finish = [&] {
            if (out.empty()) return;
            Node node = made(Node::Kind::literal);
            node.text = std::move(out);
            nodes.push_back(std::move(node));
            out.clear();
        };
        for (std::size_t i = 0; i < html.size(); ++i) {
            if (html[i] == '/' && context_.begins_address() && !html.substr(i + 1).starts_with('/')) {
                finish();
                nodes.push_back(made(Node::Kind::root));
            }
            context_.feed(html[i]);
            out += html[i];
        }
        finish();
    }

    // What stands between the opening sign at at_ and the closing one; at_ is behind it then.
    std::string_view inside(std::string_view closing, bool takes_line)
    {
        const auto begin = at_ + 2;
        const auto close = closing == "]]" || closing == "#}" ? std::optional(text_.find(closing, begin))
                                                              : find_end(text_, begin, closing);
        if (!close || *close == text_.npos) fail("a " + std::string(closing) + " is missing");
        const bool takes = takes_line && leaves_no_line(at_);
        const auto content = text_.substr(begin, *close - begin);
        at_ = *close + closing.size();
        if (takes)
            at_ =
                std::min(text_.size(), text_.find('\n', at_) == text_.npos ? text_.size() : text_.find('\n', at_) + 1);
        return content;
    }

    Tokens tokens(std::string_view content)
    {
        return {content, [](std::string_view words) { return plain_words(words); }};
    }

    void output(Nodes& nodes)
    {
        Node node = made(Node::Kind::output);
        auto inner = tokens(inside("}}", false));
        node.expression = inner.expression();
        inner.end();
        node.place = context_.place();
        context_.put();
        nodes.push_back(std::move(node));
    }

    void words(Nodes& nodes)
    {
        Node node = made(Node::Kind::words);
        node.place = context_.place();
        if (node.place != Place::text && node.place != Place::attribute) fail("an address has no words");
        const auto content = inside("]]", false);
        const auto name = file_.name;
        node.marked.push_back(marked_words(content, context_, [&](std::string_view tag, HtmlContext& context) {
            return Parser(name, tag).fragment(context);
        }));
        nodes.push_back(std::move(node));
    }

    void comment() { inside("#}", true); }

    void statement(Nodes& nodes)
    {
        const auto begin = at_;
        auto inner = tokens(inside("%}", true));
        const auto end = at_;
        at_ = begin; // where errors are
        context_.pause();
        Node node = made(Node::Kind::literal);
        const auto keyword = inner.name();
        if (keyword == "if") condition(node, inner, end);
        else if (keyword == "for") loop(node, inner, end);
        else if (keyword == "include" || keyword == "icon") include(node, inner, keyword == "icon", end);
        else if (keyword == "asset") asset(node, inner, end);
        else if (keyword == "slot") {
            node.kind = Node::Kind::slot;
            node.text = inner.name();
            inner.end();
            if (!context_.in_text()) fail("a slot is between tags");
            at_ = end;
        } else {
            if (keyword == "layout") file_.layout = inner.text();
            else if (keyword == "takes") file_.parameters = inner.parameters();
            else if (keyword == "block") return block(inner, end);
            else if (keyword == "elif") {
                ending_ = keyword;
                ending_condition_ = inner.expression();
            } else if (keyword == "else" || keyword == "empty" || keyword == "end") ending_ = keyword;
            else fail("there is no statement \"" + keyword + "\"");
            inner.end();
            at_ = end;
            return;
        }
        nodes.push_back(std::move(node));
    }

    void block(Tokens& inner, std::size_t end)
    {
        const auto name = inner.name();
        inner.end();
        at_ = end;
        auto nodes = body();
        if (ending_ != "end") fail("the block has no end");
        ending_.clear();
        if (!context_.in_text()) fail("the block ends inside of a tag");
        if (!file_.blocks.emplace(name, std::move(nodes)).second) fail("there are two blocks " + name);
    }

    void condition(Node& node, Tokens& inner, std::size_t end)
    {
        node.kind = Node::Kind::condition;
        const HtmlContext before = context_;
        std::vector<HtmlContext> after;
        Branch branch{.condition = inner.expression()};
        inner.end();
        at_ = end;
        for (bool last = false; !last;) {
            context_ = before;
            branch.body = body();
            after.push_back(context_);
            const bool was_else = branch.otherwise;
            node.branches.push_back(std::move(branch));
            branch = {};
            if (ending_ == "end") last = true;
            else if (was_else || (ending_ != "else" && ending_ != "elif")) fail("an if has no end");
            else if (ending_ == "else") branch.otherwise = true;
            else branch.condition = ending_condition_;
            ending_.clear();
        }
        if (!node.branches.back().otherwise) after.push_back(before);
        context_ = after.front();
        for (const auto& other : after) context_.join(other);
    }

    void loop(Node& node, Tokens& inner, std::size_t end)
    {
        node.kind = Node::Kind::loop;
        node.text = inner.name();
        if (!inner.take(Token::Kind::name, "in")) fail("a loop is written as {% for x in list %}");
        node.expression = inner.expression();
        inner.end();
        at_ = end;
        const HtmlContext before = context_;
        node.branches.push_back({.body = body()});
        context_.join(before);
        if (ending_ == "empty") {
            context_ = before;
            node.branches.push_back({.body = body()});
            context_.join(before);
        }
        if (ending_ != "end") fail("a loop has no end");
        ending_.clear();
    }

    void include(Node& node, Tokens& inner, bool icon, std::size_t end)
    {
        node.kind = Node::Kind::include;
        if (icon) {
            node.text = "parts/icon";
            node.arguments.emplace_back("name", inner.expression());
        } else node.text = inner.text();
        if (!icon && inner.take(Token::Kind::name, "with")) {
            node.expression = inner.expression();
            node.has_expression = true;
        }
        for (auto& argument : inner.arguments()) node.arguments.push_back(std::move(argument));
        inner.end();
        if (!context_.in_text()) fail("a part is between tags");
        at_ = end;
    }

    void asset(Node& node, Tokens& inner, std::size_t end)
    {
        node.kind = Node::Kind::asset;
        node.text = inner.text();
        inner.end();
        if (!context_.begins_address()) fail("an asset is an address");
        context_.put();
        at_ = end;
    }

    File file_;
    std::string_view text_;
    std::size_t at_ = 0;
    HtmlContext context_;
    std::string ending_;
    Expression ending_condition_;
    int depth_ = 0;
};

} // namespace

// The newline at the end of a file is the editor's: a part may stand inside of a line.
File parse(std::string_view name, std::string_view text)
{
    if (text.ends_with('\n')) text.remove_suffix(1);
    return Parser(name, text).parse();
}

} // namespace cairn::pages::syntax

#include "markup/document.hpp"

#include <cmark-gfm-core-extensions.h>
#include <cmark-gfm-extension_api.h>
#include <cmark-gfm.h>

#include <algorithm>
#include <cstring>
#include <mutex>
#include <optional>
#include <span>
#include <vector>

#include "base/text.hpp"
#include "markup/math.hpp"
#include "markup/nesting.hpp"

namespace cairn::markup {

// Memory that is taken piece by piece, given back at once, and limited: some texts come to thousands of times their own
// length in cmark-gfm (it fills rows of tables up, and copies the address of a reference for each use of it). Others
// make it search the same again and again: as it takes memory for whatever it finds, this is where its time is limited.
class Arena {
public:
    Arena(std::size_t limit, const CpuBudget& budget) : left_(limit), budget_(budget), before_(current)
    {
        current = this;
    }
    ~Arena() { current = before_; }
    Arena(const Arena&) = delete;
    Arena& operator=(const Arena&) = delete;

    static void* allocate(std::size_t count, std::size_t size) { return current->take(count * size); }
    static void* reallocate(void* old, std::size_t size)
    {
        void* made = current->take(size);
        if (old != nullptr) std::memcpy(made, old, std::min(size, *size_of(old)));
        return made;
    }
    static void release(void*) { }

private:
    static constexpr std::size_t alignment = 16;
    static constexpr std::size_t block = 64 * 1024;
    static constexpr unsigned pieces_between_checks = 32; // a search through the longest text takes half a millisecond

    static std::size_t* size_of(void* piece)
    {
        return reinterpret_cast<std::size_t*>(static_cast<char*>(piece) - alignment);
    }

    // cmark-gfm cannot be told that there is no memory or time; it gets an exception thrown through it. It holds
    // nothing but memory from here, and Debian's libraries have the tables that unwinding needs.
    void* take(std::size_t size)
    {
        const auto whole = alignment + (size + alignment - 1) / alignment * alignment;
        if (whole > left_) throw TooMuch();
        if (++pieces_ % pieces_between_checks == 0) budget_.check();
        left_ -= whole;
        if (whole > free_.size()) {
            const auto length = std::max(whole, block);
            blocks_.push_back(std::make_unique<char[]>(length)); // zeroed, as calloc's
            free_ = {blocks_.back().get(), length};
        }
        char* piece = free_.data() + alignment;
        free_ = free_.subspan(whole);
        *size_of(piece) = size;
        return piece;
    }

    static thread_local Arena* current; // cmark_mem has no place for it
    std::size_t left_;
    const CpuBudget& budget_;
    unsigned pieces_ = 0;
    Arena* before_;
    std::vector<std::unique_ptr<char[]>> blocks_{};
    std::span<char> free_{};
};

thread_local Arena* Arena::current = nullptr;

namespace {

// What the nodes of the densest honest text take.
constexpr std::size_t memory_for(std::size_t length) { return 1024 * 1024 + 256 * length; }

// To read and to write the longest honest text takes a fifth of it.
constexpr std::chrono::milliseconds time_for_all{400};

// Far more than anybody writes, but for rows of signs in code. What is begun line by line needs lines that are longer
// and longer, which bounds it too.
constexpr std::size_t most_begun_at_once = 2500;

// In one paragraph. cmark-gfm compares each run of tildes with all others, and takes no memory for that.
constexpr std::size_t most_tildes = 8000;

// Refuses the shapes whose time cannot be limited while they are read.
void check_shape(std::string_view text)
{
    std::size_t tildes = 0;
    while (!text.empty()) {
        const auto line = text.substr(0, text.find_first_of("\r\n"));
        if (containers_begun_by(line) > most_begun_at_once) throw TooMuch();
        if (text::trim(line).empty()) tildes = 0;
        for (auto at = line.find('~'); at != line.npos; at = line.find('~', line.find_first_not_of('~', at))) ++tildes;
        if (tildes > most_tildes) throw TooMuch();
        text.remove_prefix(std::min(line.size() + 1, text.size()));
    }
}

// A whole line, or some short ones. "\r" ends a line as well.
std::string_view take_lines(std::string_view& text)
{
    constexpr std::size_t some = 8;
    auto end = text.size() <= some ? text.npos : text.find_first_of("\r\n", some);
    if (end != text.npos) end += text.substr(end).starts_with("\r\n") ? 2 : 1;
    const auto lines = text.substr(0, end);
    text.remove_prefix(lines.size());
    return lines;
}

enum class Extensions : bool { off, on };

cmark_node* parse(std::string_view text, Extensions extensions, const CpuBudget& budget)
{
    // cmark-gfm keeps the characters that extensions listen to in a table of the whole process and takes them out again
    // at the end of each text. So one text is read at a time; writing, which takes longer, is done by all at once.
    static std::mutex one_at_a_time;
    const std::scoped_lock lock(one_at_a_time);
    static const bool registered = (cmark_gfm_core_extensions_ensure_registered(), true);
    static_cast<void>(registered);

    cmark_parser* parser = cmark_parser_new_with_mem(CMARK_OPT_FOOTNOTES | CMARK_OPT_VALIDATE_UTF8, document_memory());
    if (extensions == Extensions::on) {
        for (const char* name : {"table", "strikethrough", "tasklist"})
            cmark_parser_attach_syntax_extension(parser, cmark_find_syntax_extension(name));
        cmark_parser_attach_syntax_extension(parser, math_extension());
    }
    // An empty line in ten thousand lists goes through all of them without taking memory: so time is looked at between
    // lines too.
    while (!text.empty()) {
        const auto lines = take_lines(text);
        cmark_parser_feed(parser, lines.data(), lines.size());
        budget.check();
    }
    return cmark_parser_finish(parser); // the parser's own memory is the arena's
}

// The lines of code and raw HTML.
std::vector<LineSpan> verbatim_lines(cmark_node* root)
{
    std::vector<LineSpan> spans;
    const std::unique_ptr<cmark_iter, decltype(&cmark_iter_free)> iterator(cmark_iter_new(root), &cmark_iter_free);
    while (cmark_iter_next(iterator.get()) != CMARK_EVENT_DONE) {
        cmark_node* node = cmark_iter_get_node(iterator.get());
        const auto type = cmark_node_get_type(node);
        if (type == CMARK_NODE_CODE_BLOCK || type == CMARK_NODE_HTML_BLOCK)
            spans.push_back({cmark_node_get_start_line(node), cmark_node_get_end_line(node)});
    }
    return spans;
}

// The text behind the box of an item that begins with one; nothing for other items. `done`: what the box says.
std::optional<std::string> text_behind_box(std::string_view text, bool& done)
{
    if (text.size() < 4 || text[0] != '[' || text[2] != ']' || (text[3] != ' ' && text[3] != '\t')) return {};
    if (text[1] != ' ' && text[1] != 'x' && text[1] != 'X') return {};
    done = text[1] != ' ';
    return std::string(text.substr(std::min(text.find_first_not_of(" \t", 3), text.size())));
}

// The extension looks for boxes at the beginning of whole lines, and so finds none behind the marks of a quotation.
void find_quoted_tasks(cmark_node* root)
{
    int quotations = 0;
    const std::unique_ptr<cmark_iter, decltype(&cmark_iter_free)> iterator(cmark_iter_new(root), &cmark_iter_free);
    for (auto event = cmark_iter_next(iterator.get()); event != CMARK_EVENT_DONE;
         event = cmark_iter_next(iterator.get())) {
        cmark_node* node = cmark_iter_get_node(iterator.get());
        if (cmark_node_get_type(node) == CMARK_NODE_BLOCK_QUOTE) quotations += event == CMARK_EVENT_ENTER ? 1 : -1;
        if (event != CMARK_EVENT_ENTER || quotations == 0 || cmark_node_get_type(node) != CMARK_NODE_ITEM) continue;
        cmark_node* paragraph = cmark_node_first_child(node);
        cmark_node* text = paragraph != nullptr && cmark_node_get_type(paragraph) == CMARK_NODE_PARAGRAPH
            ? cmark_node_first_child(paragraph)
            : nullptr;
        if (text == nullptr || cmark_node_get_type(text) != CMARK_NODE_TEXT) continue;
        bool done = false;
        const auto rest = text_behind_box(cmark_node_get_literal(text), done);
        if (!rest) continue;
        cmark_node_set_syntax_extension(node, cmark_find_syntax_extension("tasklist"));
        cmark_gfm_extensions_set_tasklist_item_checked(node, done);
        cmark_node_set_literal(text, rest->c_str());
    }
}

} // namespace

Document::Document(std::string_view text) : budget_(time_for_all)
{
    check_shape(text);
    std::string fenced;
    if (text.contains("$$")) {
        const Arena draft(memory_for(text.size()), budget_);
        fenced = fence_math(text, verbatim_lines(parse(text, Extensions::off, budget_)));
        text = fenced;
    }
    arena_ = std::make_unique<Arena>(memory_for(text.size()), budget_);
    root_ = parse(text, Extensions::on, budget_);
    cmark_consolidate_text_nodes(root_);
    find_quoted_tasks(root_);
}

Document::~Document() = default;

cmark_mem* document_memory()
{
    static cmark_mem memory{&Arena::allocate, &Arena::reallocate, &Arena::release};
    return &memory;
}

std::string words_of(cmark_node* node)
{
    std::string words;
    const std::unique_ptr<cmark_iter, decltype(&cmark_iter_free)> iterator(cmark_iter_new(node), &cmark_iter_free);
    while (cmark_iter_next(iterator.get()) != CMARK_EVENT_DONE) {
        cmark_node* each = cmark_iter_get_node(iterator.get());
        const auto type = cmark_node_get_type(each);
        if (type == CMARK_NODE_TEXT || type == CMARK_NODE_CODE) words += cmark_node_get_literal(each);
        if (type == CMARK_NODE_SOFTBREAK || type == CMARK_NODE_LINEBREAK) words += ' ';
    }
    return words;
}

} // namespace cairn::markup

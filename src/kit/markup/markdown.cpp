#include "markup/markdown.hpp"

#include <cmark-gfm-core-extensions.h>
#include <cmark-gfm.h>

#include <array>
#include <map>

#include "base/shortened.hpp"
#include "base/text.hpp"
#include "markup/document.hpp"
#include "markup/footnotes.hpp"
#include "markup/front_matter.hpp"
#include "markup/language_class.hpp"
#include "markup/math.hpp"
#include "markup/policy.hpp"
#include "markup/slug.hpp"

namespace cairn::markup {

namespace {

struct Alert {
    std::string_view mark;
    std::string_view kind;
    std::string_view title;
};
constexpr auto alerts = std::to_array<Alert>({
    {"[!NOTE]", "note", "Note"},
    {"[!TIP]", "tip", "Tip"},
    {"[!IMPORTANT]", "important", "Important"},
    {"[!WARNING]", "warning", "Warning"},
    {"[!CAUTION]", "caution", "Caution"},
});

std::string_view or_empty(const char* text) { return text == nullptr ? std::string_view() : std::string_view(text); }

std::string_view literal(cmark_node* node) { return or_empty(cmark_node_get_literal(node)); }

bool is_break(cmark_node* node)
{
    const auto type = cmark_node_get_type(node);
    return type == CMARK_NODE_SOFTBREAK || type == CMARK_NODE_LINEBREAK;
}

// What the box stands before, without what is below it.
std::string words_of_task(cmark_node* item)
{
    constexpr std::size_t enough = 120;
    cmark_node* paragraph = cmark_node_first_child(item);
    if (paragraph == nullptr) return {};
    return shortened(text::trim(words_of(paragraph)), enough);
}

class Walk {
public:
    explicit Walk(Sheet& sheet) : sheet_(sheet), out_(sheet.writer()), footnotes_(sheet) { }

    void write(const Document& document)
    {
        cmark_node* root = document.root();
        const std::unique_ptr<cmark_iter, decltype(&cmark_iter_free)> iterator(cmark_iter_new(root), &cmark_iter_free);
        for (auto event = cmark_iter_next(iterator.get()); event != CMARK_EVENT_DONE;
             event = cmark_iter_next(iterator.get())) {
            if (++steps_ % steps_between_checks == 0) document.budget().check();
            cmark_node* node = cmark_iter_get_node(iterator.get());
            if (event == CMARK_EVENT_EXIT) leave(node);
            else if (!enter(node)) cmark_iter_reset(iterator.get(), node, CMARK_EVENT_EXIT);
            const bool leaf = cmark_node_first_child(node) == nullptr;
            if ((event == CMARK_EVENT_EXIT || leaf) && cmark_node_parent(node) == root) {
                sheet_.end_block();
                out_.text("\n");
            }
        }
        if (notes_ > 0) {
            out_.end("ol");
            out_.end("div");
        }
    }

private:
    // False when what is below the node has been written already.
    bool enter(cmark_node* node);
    void leave(cmark_node* node);
    void enter_extension(cmark_node* node);
    void leave_extension(cmark_node* node);
    void heading(cmark_node*);
    void list(cmark_node*);
    void item(cmark_node*);
    void quotation(cmark_node*);
    void code_block(cmark_node*);
    void formula(cmark_node*);
    void image(cmark_node*);
    void cell(cmark_node*);
    void note(cmark_node*);
    void note_reference(cmark_node*);
    void back_reference(cmark_node* note);
    static bool is_tight(cmark_node* paragraph);

    static constexpr unsigned steps_between_checks = 64;

    Sheet& sheet_;
    Writer& out_;
    unsigned steps_ = 0;
    int column_ = 0; // of the cell in its row
    Footnotes footnotes_;
    int notes_ = 0; // footnotes written
};

// In a tight list the words stand in the item itself.
bool Walk::is_tight(cmark_node* paragraph)
{
    cmark_node* list = cmark_node_parent(cmark_node_parent(paragraph));
    return list != nullptr && cmark_node_get_type(list) == CMARK_NODE_LIST && cmark_node_get_list_tight(list) != 0;
}

bool Walk::enter(cmark_node* node)
{
    switch (cmark_node_get_type(node)) {
    case CMARK_NODE_DOCUMENT: break;
    case CMARK_NODE_PARAGRAPH:
        if (!is_tight(node) && cmark_node_first_child(node) != nullptr) out_.start("p");
        break;
    case CMARK_NODE_HEADING: heading(node); break;
    case CMARK_NODE_BLOCK_QUOTE: quotation(node); break;
    case CMARK_NODE_LIST: list(node); break;
    case CMARK_NODE_CODE_BLOCK: code_block(node); break;
    case CMARK_NODE_HTML_BLOCK:
    case CMARK_NODE_HTML_INLINE: sheet_.raw(literal(node)); break;
    case CMARK_NODE_THEMATIC_BREAK: out_.empty("hr"); break;
    case CMARK_NODE_FOOTNOTE_DEFINITION: note(node); break;
    case CMARK_NODE_FOOTNOTE_REFERENCE: note_reference(node); break;
    case CMARK_NODE_TEXT: sheet_.words(literal(node)); break;
    case CMARK_NODE_SOFTBREAK:
        if (sheet_.mode() == Mode::comment) out_.empty("br");
        out_.text("\n");
        break;
    case CMARK_NODE_LINEBREAK:
        out_.empty("br");
        out_.text("\n");
        break;
    case CMARK_NODE_CODE:
        out_.start("code");
        out_.text(literal(node));
        out_.end("code");
        break;
    case CMARK_NODE_EMPH: out_.start("em"); break;
    case CMARK_NODE_STRONG: out_.start("strong"); break;
    case CMARK_NODE_LINK:
        sheet_.start_link(or_empty(cmark_node_get_url(node)), or_empty(cmark_node_get_title(node)));
        break;
    case CMARK_NODE_IMAGE: image(node); return false;
    case CMARK_NODE_CUSTOM_INLINE: formula(node); break;
    default: enter_extension(node);
    }
    return true;
}

void Walk::leave(cmark_node* node)
{
    switch (cmark_node_get_type(node)) {
    case CMARK_NODE_PARAGRAPH: {
        cmark_node* parent = cmark_node_parent(node);
        if (cmark_node_get_type(parent) == CMARK_NODE_FOOTNOTE_DEFINITION && cmark_node_last_child(parent) == node)
            back_reference(parent);
        if (!is_tight(node) && cmark_node_first_child(node) != nullptr) out_.end("p");
        break;
    }
    case CMARK_NODE_HEADING: out_.end("h" + std::to_string(cmark_node_get_heading_level(node))); break;
    case CMARK_NODE_BLOCK_QUOTE: out_.end("blockquote"); break;
    case CMARK_NODE_LIST: out_.end(cmark_node_get_list_type(node) == CMARK_BULLET_LIST ? "ul" : "ol"); break;
    case CMARK_NODE_FOOTNOTE_DEFINITION: {
        cmark_node* last = cmark_node_last_child(node);
        if (last == nullptr || cmark_node_get_type(last) != CMARK_NODE_PARAGRAPH) back_reference(node);
        out_.end("li");
        break;
    }
    case CMARK_NODE_EMPH: out_.end("em"); break;
    case CMARK_NODE_STRONG: out_.end("strong"); break;
    case CMARK_NODE_LINK: out_.end("a"); break;
    default: leave_extension(node);
    }
}

// Nodes of extensions have no numbers that are known before the program runs, but names.
void Walk::enter_extension(cmark_node* node)
{
    const auto type = or_empty(cmark_node_get_type_string(node));
    if (type == "item" || type == "tasklist") item(node);
    else if (type == "strikethrough") out_.start("del");
    else if (type == "table") out_.start("table");
    else if (type == "table_header") {
        out_.start("thead");
        out_.start("tr");
    } else if (type == "table_row") {
        if (or_empty(cmark_node_get_type_string(cmark_node_previous(node))) == "table_header") out_.start("tbody");
        out_.start("tr");
    } else if (type == "table_cell") cell(node);
}

void Walk::leave_extension(cmark_node* node)
{
    const auto type = or_empty(cmark_node_get_type_string(node));
    if (type == "item" || type == "tasklist") out_.end("li");
    else if (type == "strikethrough") out_.end("del");
    else if (type == "table") {
        if (cmark_node_last_child(node) != cmark_node_first_child(node)) out_.end("tbody");
        out_.end("table");
    } else if (type == "table_header") {
        out_.end("tr");
        out_.end("thead");
    } else if (type == "table_row") out_.end("tr");
    else if (type == "table_cell")
        out_.end(cmark_gfm_extensions_get_table_row_is_header(cmark_node_parent(node)) != 0 ? "th" : "td");
}

void Walk::heading(cmark_node* node)
{
    Attributes attributes;
    if (sheet_.mode() == Mode::file || sheet_.mode() == Mode::wiki)
        attributes.emplace_back("id", "user-content-" + slug(words_of(node)));
    out_.start("h" + std::to_string(cmark_node_get_heading_level(node)), attributes);
}

void Walk::list(cmark_node* node)
{
    if (cmark_node_get_list_type(node) == CMARK_BULLET_LIST) return out_.start("ul");
    const int start = cmark_node_get_list_start(node);
    out_.start("ol", start == 1 ? Attributes() : Attributes{{"start", std::to_string(start)}});
}

void Walk::item(cmark_node* node)
{
    if (or_empty(cmark_node_get_type_string(node)) != "tasklist") return out_.start("li");
    out_.start("li", sheet_.mode() == Mode::plain ? Attributes() : Attributes{{"class", "task-list-item"}});
    Attributes box{{"type", "checkbox"}};
    if (const auto& form = sheet_.place().task_form; !form.empty()) {
        box.emplace_back("name", "done");
        box.emplace_back("value", std::to_string(cmark_node_get_start_line(node)));
        box.emplace_back("form", form);
        box.emplace_back("aria-label", words_of_task(node));
    } else box.emplace_back("disabled", "");
    if (cmark_gfm_extensions_get_tasklist_item_checked(node)) box.emplace_back("checked", "");
    out_.empty("input", box);
}

// An alert is a quotation whose first line is a mark such as [!NOTE].
void Walk::quotation(cmark_node* node)
{
    cmark_node* paragraph = cmark_node_first_child(node);
    cmark_node* mark = paragraph != nullptr && cmark_node_get_type(paragraph) == CMARK_NODE_PARAGRAPH
        ? cmark_node_first_child(paragraph)
        : nullptr;
    cmark_node* after = mark != nullptr ? cmark_node_next(mark) : nullptr;
    const Alert* alert = nullptr;
    if (mark != nullptr && cmark_node_get_type(mark) == CMARK_NODE_TEXT && (after == nullptr || is_break(after)))
        for (const Alert& each : alerts)
            if (text::iequals(text::trim(literal(mark)), each.mark)) alert = &each;
    if (alert == nullptr) return out_.start("blockquote");

    const auto css_class = "attention-" + std::string(alert->kind);
    out_.start("blockquote", {{"class", "attention-header " + css_class}});
    out_.start("p");
    out_.start("strong", {{"class", css_class}});
    out_.text(alert->title);
    out_.end("strong");
    out_.end("p");
    for (cmark_node* done : {mark, after})
        if (done != nullptr) {
            cmark_node_unlink(done);
            cmark_node_free(done);
        }
}

void Walk::code_block(cmark_node* node)
{
    const auto info = or_empty(cmark_node_get_fence_info(node));
    out_.start("pre");
    out_.start("code", {{"class", language_class(info)}});
    if (info == math_block_info) out_.text("\n");
    out_.text(literal(node));
    out_.end("code");
    out_.end("pre");
}

void Walk::formula(cmark_node* node)
{
    const auto display = or_empty(cmark_node_get_on_exit(node));
    out_.start("code", {{"class", display.empty() ? "language-math" : "language-math display"}});
    out_.text(or_empty(cmark_node_get_on_enter(node)));
    out_.end("code");
}

void Walk::image(cmark_node* node)
{
    Attributes more{{"alt", words_of(node)}};
    if (const auto title = or_empty(cmark_node_get_title(node)); !title.empty()) more.emplace_back("title", title);
    sheet_.picture(or_empty(cmark_node_get_url(node)), more);
}

void Walk::cell(cmark_node* node)
{
    cmark_node* row = cmark_node_parent(node);
    cmark_node* table = cmark_node_parent(row);
    column_ = cmark_node_previous(node) == nullptr ? 0 : column_ + 1;
    Attributes attributes;
    if (column_ < cmark_gfm_extensions_get_table_columns(table))
        switch (cmark_gfm_extensions_get_table_alignments(table)[column_]) {
        case 'l': attributes.emplace_back("align", "left"); break;
        case 'c': attributes.emplace_back("align", "center"); break;
        case 'r': attributes.emplace_back("align", "right"); break;
        default: break;
        }
    out_.start(cmark_gfm_extensions_get_table_row_is_header(row) != 0 ? "th" : "td", attributes);
}

// cmark has moved the notes that are referred to behind all else, in the order of their numbers.
void Walk::note(cmark_node*) { footnotes_.start(std::to_string(++notes_)); }

void Walk::note_reference(cmark_node* node) { footnotes_.refer(literal(node)); }

void Walk::back_reference(cmark_node*) { footnotes_.lead_back(std::to_string(notes_)); }

} // namespace

void write_markdown(std::string_view text, Sheet& sheet)
{
    text = take_front_matter(text, sheet.writer());
    const Document document(text);
    Walk(sheet).write(document);
}

} // namespace cairn::markup

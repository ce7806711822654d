#include "markup/prose.hpp"

#include <cmark-gfm.h>

#include "markup/document.hpp"
#include "markup/render.hpp"

namespace cairn::markup {

namespace {

constexpr char mark = '`';

void append(std::string& prose, cmark_node* node, bool entering)
{
    switch (const auto type = cmark_node_get_type(node); type) {
    case CMARK_NODE_TEXT: prose += cmark_node_get_literal(node); break;
    case CMARK_NODE_SOFTBREAK:
    case CMARK_NODE_LINEBREAK: prose += '\n'; break;
    case CMARK_NODE_CODE:
    case CMARK_NODE_HTML_INLINE:
    case CMARK_NODE_FOOTNOTE_REFERENCE: prose += mark; break;
    default:
        if (!entering && (type & CMARK_NODE_TYPE_MASK) == CMARK_NODE_TYPE_BLOCK) prose += '\n';
    }
}

} // namespace

std::string prose_of(std::string_view markdown)
{
    if (markdown.size() > longest_text) return {};
    std::string prose;
    try {
        const Document document(markdown);
        const std::unique_ptr<cmark_iter, decltype(&cmark_iter_free)> iterator(cmark_iter_new(document.root()),
                                                                               &cmark_iter_free);
        for (auto event = cmark_iter_next(iterator.get()); event != CMARK_EVENT_DONE;
             event = cmark_iter_next(iterator.get()))
            append(prose, cmark_iter_get_node(iterator.get()), event == CMARK_EVENT_ENTER);
    } catch (const TooMuch&) {
        return {};
    }
    return prose;
}

} // namespace cairn::markup

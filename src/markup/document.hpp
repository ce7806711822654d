// Markdown as cmark-gfm reads it: the tree of a text, with all memory that it takes.
#pragma once

#include <memory>
#include <string>
#include <string_view>

struct cmark_mem;
struct cmark_node;

namespace cairn::markup {

class Arena;

// The text comes to more than it should: a table far wider than its rows, a long address that is referred to a thousand
// times.
struct TooMuch { };

// To be used by the thread that made it, one at a time.
class Document {
public:
    // Throws TooMuch.
    explicit Document(std::string_view markdown);
    ~Document();
    Document(const Document&) = delete;
    Document& operator=(const Document&) = delete;

    cmark_node* root() const { return root_; }

private:
    std::unique_ptr<Arena> arena_;
    cmark_node* root_ = nullptr;
};

// Where all nodes of a document are.
cmark_mem* document_memory();

// All words below a node, without their form.
std::string words_of(cmark_node*);

} // namespace cairn::markup

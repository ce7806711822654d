// Markdown as cmark-gfm reads it: the tree of a text, with all memory that it takes.
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "markup/cpu_budget.hpp"

struct cmark_mem;
struct cmark_node;

namespace cairn::markup {

class Arena;

// To be used by the thread that made it, one at a time.
class Document {
public:
    // Throws TooMuch when that takes more memory or time than any honest text of this length.
    explicit Document(std::string_view markdown);
    ~Document();
    Document(const Document&) = delete;
    Document& operator=(const Document&) = delete;

    cmark_node* root() const { return root_; }

    // What is left for those who write the document: to be asked now and then, as it throws TooMuch.
    const CpuBudget& budget() const { return budget_; }

private:
    CpuBudget budget_;
    std::unique_ptr<Arena> arena_;
    cmark_node* root_ = nullptr;
};

// Where all nodes of a document are.
cmark_mem* document_memory();

// All words below a node, without their form.
std::string words_of(cmark_node*);

} // namespace cairn::markup

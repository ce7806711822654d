// Notebooks of Jupyter (nbformat 4) as their files have them.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/result.hpp"

namespace cairn::contents {

struct NotebookOutput {
    std::string kind;               // stream, display_data, execute_result or error
    std::string name;               // of a stream, or of what went wrong
    std::vector<std::string> types; // the media types that it has, sorted
    std::string text;               // as far as there is plain text
    std::string content;            // what all of it is known by
};

struct NotebookCell {
    std::string id;   // newer ones have one
    std::string type; // code, markdown or raw
    std::string source;
    std::vector<NotebookOutput> outputs;
};

struct Notebook {
    std::string language = "python"; // of the code
    std::vector<NotebookCell> cells;
};

// unprocessable for what is no notebook.
Result<Notebook> read_notebook(std::string_view json);

} // namespace cairn::contents

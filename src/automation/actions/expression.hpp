// The expressions of workflows, `${{ github.ref == 'refs/heads/main' }}`, as far as the server needs them: for names,
// labels, groups and matrices, before a runner has the job. What it does not know, it leaves to the runner.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "markup/yaml.hpp"

namespace cairn::actions {

using markup::Yaml;

// `contexts` is a map: github, inputs, vars, matrix. Nothing for what is no expression, or asks for more than is known
// here (secrets, needs, a function that only runners have), or would come to more than 256 KiB on the way.
std::optional<Yaml> evaluate(std::string_view expression, const Yaml& contexts);

// A text with the expressions in it replaced by their values. An expression that is not known stays as it is,
// and so do those behind the one with which they come to too much.
std::string interpolate(std::string_view text, const Yaml& contexts);

// The same for a value of a file, which may be one expression as a whole and then be no text at all.
Yaml resolve(const Yaml& value, const Yaml& contexts);

bool has_expression(std::string_view text);

// What counts as true: not null, not false, not 0, not an empty text.
bool is_true(const Yaml&);

// A scalar as text; lists and maps are none.
Yaml text_value(std::string);

} // namespace cairn::actions

// What an operator who moves house may have overlooked, in sentences.
#pragma once

#include "import/report.hpp"

namespace cairn::import {

std::vector<std::string> advise(const Move&, const Report&);

} // namespace cairn::import

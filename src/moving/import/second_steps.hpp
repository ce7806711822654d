// Who had a second step at sign-in on the old site.
#pragma once

#include "import/source.hpp"

namespace cairn::import {

bool had_codes(Source&, std::int64_t old_account);
bool had_second_step(Source&, std::int64_t old_account); // codes or security keys

} // namespace cairn::import

#pragma once

#include "api/operation.hpp"

namespace cairn::accounts {

extern const api::Table gpg_key_table;

} // namespace cairn::accounts

// Questions of access begin with whoever asks.
#pragma once

#include "accounts/viewer.hpp"

namespace cairn::access {

using accounts::Viewer;

} // namespace cairn::access

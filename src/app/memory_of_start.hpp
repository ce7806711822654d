// What a start takes and serving does not need.
#pragma once

namespace cairn::app {

// Gives it back to the system: freed memory, and the code that ran until now. What of that is called again comes back
// from its file, page by page.
void give_back_memory_of_start();

} // namespace cairn::app

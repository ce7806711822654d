#include "app/consequences.hpp"

namespace cairn::app {

events::Bus consequences()
{
    events::Bus bus;
    return bus;
}

} // namespace cairn::app

#include "app/usual_config.hpp"

#include <filesystem>

namespace cairn::app {

namespace fs = std::filesystem;

ConfigPlaces config_places()
{
    ConfigPlaces places;
    std::error_code unknown; // without /proc: then it is nobody's package
    places.program = fs::read_symlink("/proc/self/exe", unknown).string();
    return places;
}

std::string usual_config(const ConfigPlaces& places)
{
    std::error_code unreadable; // a working folder that is somebody else's has nothing for this command
    if (places.program != places.packaged_program || fs::exists(places.local, unreadable)) return places.local;
    return places.packaged;
}

} // namespace cairn::app

// Command lines of SSH clients: whatever they are, the result is a refusal or an address of two parts.
#include <cstdint>

#include "demand.hpp"
#include "ssh/command.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    const auto command = cairn::ssh::parse_command({reinterpret_cast<const char*>(data), size});
    if (command)
        cairn::fuzz::demand(!command->owner.empty() && !command->repository.empty()
                            && command->repository.find('/') == std::string::npos);
    return 0;
}

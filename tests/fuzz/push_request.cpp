// Any bytes as what somebody who pushes sends before the pack: framing, commands, capabilities, options. Whatever
// comes, it is a request within its bounds or an error that is the client's.
#include <cstdint>
#include <string_view>

#include "demand.hpp"
#include "git/receive/pkt_line.hpp"
#include "git/receive/push_request.hpp"
#include "git/references/ref_name.hpp"

namespace {

using namespace cairn::git;
using cairn::fuzz::demand;

// The first byte says in what pieces the rest comes.
class Pieces final : public Source {
public:
    Pieces(std::string_view bytes, std::size_t piece) : bytes_(bytes), piece_(piece) { }
    std::size_t read(std::span<char> into) override
    {
        const auto taken = bytes_.copy(into.data(), std::min(into.size(), piece_));
        bytes_.remove_prefix(taken);
        return taken;
    }

private:
    std::string_view bytes_;
    std::size_t piece_;
};

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    if (size == 0) return 0;
    Pieces source({reinterpret_cast<const char*>(data) + 1, size - 1}, data[0] + 1U);
    Input input(source);
    constexpr PushBounds bounds{.commands = 20, .shallows = 5, .options = 3, .option_size = 30};
    const auto request = read_push_request(input, bounds);
    if (!request) {
        demand(request.error().code == cairn::Errc::bad_request || request.error().code == cairn::Errc::too_large);
        return 0;
    }
    demand(request->commands.size() <= bounds.commands && request->options.size() <= bounds.options);
    for (const auto& command : request->commands)
        demand(!is_ref_name(command.name) || command.name.find("..") == command.name.npos);
    return 0;
}

// Any line as the name, version and file of a package that is published, and any bytes as the file: what was taken can
// be fetched again, and then it is deleted.
#include <cstdint>
#include <string_view>

#include "signed_in.hpp"

namespace {

class Sent final : public cairn::http::BodyReader {
public:
    explicit Sent(std::string_view bytes) : bytes_(bytes) { }
    std::size_t read(std::span<char> into) override
    {
        const auto taken = bytes_.copy(into.data(), into.size());
        bytes_.remove_prefix(taken);
        return taken;
    }

private:
    std::string_view bytes_;
};

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    using namespace cairn;
    static fuzz::SignedInSite site;
    const std::string_view input(reinterpret_cast<const char*>(data), size);
    const auto line_end = std::min(input.find('\n'), input.size());
    const auto name = input.substr(0, line_end);
    // What is no part of an address never comes as far as a row.
    if (name.find_first_of(" \t\r?#") != name.npos) return 0;
    const auto target = "/api/packages/ann/generic/" + std::string(name);
    const auto ask = [&](std::string_view method, http::BodyReader* body) {
        http::Request request;
        request.method = method;
        request.target = target;
        request.stream = body;
        return site.answer(request).status;
    };
    Sent sent(input.substr(std::min(line_end + 1, input.size())));
    if (ask("PUT", &sent) != 201) return 0;
    fuzz::demand(ask("GET", nullptr) == 200);
    fuzz::demand(ask("DELETE", nullptr) == 204);
    fuzz::demand(ask("GET", nullptr) == 404);
    return 0;
}

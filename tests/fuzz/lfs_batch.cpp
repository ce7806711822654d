// Any bytes as the question that a transfer of large files begins with, and as questions about locks.
#include <cstdint>
#include <string_view>

#include "signed_in.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    using namespace cairn;
    static fuzz::SignedInSite site;
    const std::string_view body(reinterpret_cast<const char*>(data), size);
    for (const std::string_view path : {"/ann/engine.git/info/lfs/objects/batch", "/ann/engine.git/info/lfs/verify",
                                        "/ann/engine.git/info/lfs/locks", "/ann/engine.git/info/lfs/locks/verify"}) {
        http::Request request;
        request.method = "POST";
        request.target = path;
        request.headers = {{"Content-Type", "application/vnd.git-lfs+json"},
                           {"Accept", "application/vnd.git-lfs+json"}};
        request.body = body;
        static_cast<void>(site.answer(request));
    }
    return 0;
}

// Any bytes as the headers of a request, one in a line, with the body after an empty one. Whatever a signature says
// that it covers, the text for it is bounded by what was sent.
#include <cstdint>
#include <set>
#include <string_view>

#include "accounts/keys/request_signature.hpp"
#include "base/text.hpp"
#include "demand.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    using namespace cairn;
    using fuzz::demand;
    const std::string_view input(reinterpret_cast<const char*>(data), size);
    http::Request request;
    request.method = "GET";
    request.target = "/api/v1/user";
    const auto head_end = input.find("\n\n");
    if (head_end != input.npos) request.body = input.substr(head_end + 2);
    for (const auto line : text::split(input.substr(0, head_end), '\n')) {
        const auto colon = line.find(':');
        if (colon != line.npos) request.headers.push_back({line.substr(0, colon), line.substr(colon + 1)});
    }

    static_cast<void>(accounts::looks_like_fingerprint(input));
    const auto signature = accounts::offered_signature(request);
    if (!signature) return 0;
    demand(!signature->covered.empty() && !signature->value.empty());
    demand(std::set(signature->covered.begin(), signature->covered.end()).size() == signature->covered.size());
    const auto text = accounts::signed_text(*signature, request);
    demand(!text || text->size() <= 2 * input.size() + 64 * 64 + request.target.size());
    const Time now{784111777};
    if (accounts::is_timely(*signature, request, now) && signature->created)
        demand(*signature->created <= now.seconds + 10);
    static_cast<void>(accounts::has_signed_body(*signature, request));
    return 0;
}

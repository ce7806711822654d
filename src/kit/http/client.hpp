// Calls to other servers by HTTP. All that this program asks of others (webhooks, mirrors, migrations, objects in S3)
// goes through here or, many at a time in one thread, through http/outgoing_calls.hpp; mail goes by http/smtp.hpp.
//
// What is promised:
// - Nobody is called whom the client's OutgoingRules do not allow, whatever a name or a redirection leads to.
// - A call ends: after `timeout` with all redirections, after `silence` without a byte, with `most_bytes` of an answer.
// - What lets somebody in (the name and password, Authorization, Cookie) is not sent on to another origin.
// - Any answer is an answer, also 404 and 500. Errors are Errc::forbidden (the rules), Errc::unavailable (no answer,
// with
//   words for the operator), Errc::conflict (`goes_on` said no) and Errc::unprocessable (a request that cannot be
//   sent).
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/result.hpp"
#include "http/outgoing_rules.hpp"

namespace cairn::http {

struct OutgoingRequest {
    std::string method = "GET";
    std::string url{}; // http or https, without credentials
    std::vector<std::pair<std::string, std::string>> headers{};
    std::string body{};
    std::string user{}; // not empty: sent as Basic at once, or what AWS calls the access key
    std::string password{};
    std::string aws_signature{}; // not empty: "aws:amz:region:s3", signed as AWS Signature Version 4
    std::string range{};         // "0-499"

    // Each of these: 0 is without a limit.
    std::chrono::milliseconds timeout{60'000};
    std::chrono::seconds connect_timeout{20};
    std::chrono::seconds silence{60};

    std::uint64_t most_bytes = 8ULL << 20; // of an answer's body: there the call ends, see OutgoingResponse::cut_off
    std::uint64_t most_kept = 8ULL << 20;  // of it in OutgoingResponse::body
    int most_redirections = 5;
};

struct OutgoingResponse {
    int status = 0;
    std::string url{};     // where it came from, after redirections
    std::string ip{};      // and from which address; empty where a proxy called it
    std::string proxy{};   // that one
    std::string onward{};  // where it leads, if that is one redirection too many
    std::string headers{}; // the status line and what follows, as it came; its first 64 KiB
    std::string body{};    // its beginning, unless somebody received it
    bool cut_off = false;  // there was more of it than `most_bytes`

    // The last header of that name; empty: there is none.
    std::string_view header(std::string_view name) const;
};

// The host in an address, with the port if it says one: what can be told of a call, since an address may let somebody
// in.
std::string host_and_port(std::string_view url);

// What is sent and received piece by piece. These are called in the thread that sends; what they throw ends the call
// and is thrown on.
struct OutgoingStreams {
    struct Upload {
        std::uint64_t size = 0;
        // Gives the bytes from an offset on; none: there are no more, which is an error before `size`.
        std::function<std::size_t(std::uint64_t offset, std::span<char> into)> read;
    };
    std::optional<Upload> upload{}; // instead of OutgoingRequest::body
    // Takes the body of a good answer (2xx) instead of OutgoingResponse::body.
    std::function<void(std::string_view)> receive{};
    // Asked about once a second. False: the answer is not wanted any more.
    std::function<bool()> goes_on{};
};

// Safe from any thread; a call blocks its own. Connections are kept for later calls where the rules allow everybody;
// otherwise none is used twice, because its address was allowed under one name.
class Client {
public:
    explicit Client(OutgoingRules);
    ~Client();
    Client(Client&&) noexcept; // while no call is under way
    Client& operator=(Client&&) noexcept;

    // Owns nothing of its arguments after it has returned.
    Result<OutgoingResponse> send(const OutgoingRequest&, const OutgoingStreams& = {}) const;

    const OutgoingRules& rules() const { return rules_; }

private:
    Result<OutgoingResponse> send_now(const OutgoingRequest&, const OutgoingStreams&) const;

    class Idle; // connections, with libcurl's handles

    OutgoingRules rules_;
    std::unique_ptr<Idle> idle_;
};

} // namespace cairn::http

#include "storage/s3_client.hpp"

#include <limits>

#include "base/text.hpp"
#include "config/settings.hpp"
#include "storage/storage.hpp"

namespace cairn::storage {

namespace {

constexpr std::size_t longest_words = 1U << 20; // of an answer that nobody receives

// Whoever waits holds a worker. The server may take its time with what it has to write.
constexpr std::chrono::seconds silence_of_questions{20};
constexpr std::chrono::seconds silence_of_uploads{60};

} // namespace

S3Client::S3Client(const config::Storage& settings)
    : address_((settings.minio_use_ssl ? "https://" : "http://") + settings.minio_endpoint + "/"
               + settings.minio_bucket),
      access_key_(settings.minio_access_key_id), secret_key_(settings.minio_secret_access_key),
      signature_("aws:amz:" + settings.minio_location + ":s3"), client_({.environment_proxy = true})
{
}

S3Answer S3Client::send(const S3Request& request)
{
    http::OutgoingRequest call{
        .method = std::string(request.method),
        .url = address_ + (request.path.empty() ? "" : "/" + request.path)
            + (request.query.empty() ? "" : "?" + request.query),
        .headers = {{"x-amz-content-sha256", "UNSIGNED-PAYLOAD"}},
        .user = access_key_,
        .password = secret_key_,
        .aws_signature = signature_,
        .range = request.range,
        .timeout = {}, // however large it is; but a transfer that stands still has failed
        .connect_timeout = std::chrono::seconds(10),
        .silence = request.body.empty() ? silence_of_questions : silence_of_uploads,
        .most_bytes = std::numeric_limits<std::uint64_t>::max(),
        .most_kept = longest_words,
        .most_redirections = 0,
    };
    http::OutgoingStreams streams{.receive = request.receive};
    if (request.method == "PUT" || request.method == "POST")
        streams.upload = {.size = request.body.size(), .read = [&](std::uint64_t offset, std::span<char> into) {
                              return request.body.copy(into.data(), into.size(), static_cast<std::size_t>(offset));
                          }};
    auto sent = client_.send(call, streams);
    if (!sent) throw Unavailable("the S3 server cannot be reached: " + sent.error().message);
    S3Answer answer{.status = sent->status, .body = std::move(sent->body), .etag = std::string(sent->header("ETag"))};
    if (const auto length = text::parse_integer(sent->header("Content-Length"), 0))
        answer.length = static_cast<std::uint64_t>(*length);
    return answer;
}

} // namespace cairn::storage

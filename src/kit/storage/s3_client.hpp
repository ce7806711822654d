// Private to src/storage: requests to a server that speaks S3, signed (AWS Signature Version 4). What is
// sent is not hashed for the signature: TLS keeps it whole where that matters, and a hash would have to be known before
// the first byte is sent.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "http/client.hpp"

namespace cairn::config {
struct Storage;
} // namespace cairn::config

namespace cairn::storage {

struct S3Request {
    std::string_view method; // GET, HEAD, PUT, POST, DELETE
    std::string path;        // below the bucket; empty: the bucket itself
    // Sorted by name and each with its "=", as the signature has to have it.
    std::string query{};
    std::string_view body{};
    std::string range{};                             // "0-499"
    std::function<void(std::string_view)> receive{}; // what a good answer holds, piece by piece
};

struct S3Answer {
    long status = 0;
    std::string body;                      // unless somebody received it
    std::optional<std::uint64_t> length{}; // Content-Length
    std::string etag{};
};

// Safe from any thread: each request has a connection of its own, kept for the next.
class S3Client {
public:
    explicit S3Client(const config::Storage&);

    // Whatever the server says, but Unavailable where it cannot be reached. What `receive` throws ends the request and
    // is thrown on.
    S3Answer send(const S3Request&);

private:
    std::string address_; // with the bucket
    std::string access_key_;
    std::string secret_key_;
    std::string signature_; // "aws:amz:region:s3"
    http::Client client_;
};

} // namespace cairn::storage

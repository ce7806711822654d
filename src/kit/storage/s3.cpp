// A storage on a server that speaks S3. What is small goes in one request, the rest in parts, of which one is in memory
// at a time; the server makes an object of them when it has them all, so nobody ever reads a part.
#include "storage/s3.hpp"

#include <algorithm>

#include "config/settings.hpp"
#include "storage/s3_client.hpp"

namespace cairn::storage {

namespace {

// S3 wants at least 5 MiB, and takes 10,000 of them: objects of up to 80 GiB.
constexpr std::size_t part_size = 8U << 20;
constexpr std::size_t most_parts = 10'000;

bool is_good(const S3Answer& answer) { return answer.status >= 200 && answer.status < 300; }

// The server is broken, or busy, or the proxy before it does not reach it. That it has no room is for the operator.
bool is_for_now(long status) { return status == 429 || (status >= 500 && status != 501 && status != 507); }

std::string between(std::string_view xml, std::string_view open, std::string_view close)
{
    const auto begin = xml.find(open);
    if (begin == xml.npos) return {};
    const auto end = xml.find(close, begin);
    if (end == xml.npos) return {};
    return std::string(xml.substr(begin + open.size(), end - begin - open.size()));
}

[[noreturn]] void give_up(const std::string& what, const S3Answer& answer)
{
    const auto code = between(answer.body, "<Code>", "</Code>");
    const auto words = "the S3 server refused to " + what + ": " + std::to_string(answer.status) + " " + code;
    if (is_for_now(answer.status)) throw Unavailable(words);
    throw StorageError(words);
}

// Fills the buffer as far as the source goes.
bool fill(std::string& buffer, const Source& source)
{
    buffer.resize(part_size);
    std::size_t filled = 0;
    while (filled < part_size) {
        const auto got = source(std::span(buffer).subspan(filled));
        if (got == 0) break;
        filled += got;
    }
    buffer.resize(filled);
    return filled == part_size;
}

// An upload in parts. One that is not completed is aborted, and leaves nothing.
class Upload {
public:
    Upload(S3Client& client, std::string name) : client_(client), name_(std::move(name))
    {
        const auto begun = client_.send({.method = "POST", .path = name_, .query = "uploads="});
        id_ = between(begun.body, "<UploadId>", "</UploadId>");
        if (!is_good(begun) || id_.empty()) give_up("begin " + name_, begun);
    }
    ~Upload()
    {
        if (id_.empty()) return;
        try {
            client_.send({.method = "DELETE", .path = name_, .query = "uploadId=" + id_});
        } catch (const std::exception&) { // NOLINT(bugprone-empty-catch): the bucket's own clean-up finds it
        }
    }
    Upload(const Upload&) = delete;
    Upload& operator=(const Upload&) = delete;

    void add(std::string_view bytes)
    {
        if (count_ == most_parts) throw StorageError(name_ + " is too large for the S3 server");
        const auto number = std::to_string(++count_);
        const auto put = client_.send(
            {.method = "PUT", .path = name_, .query = "partNumber=" + number + "&uploadId=" + id_, .body = bytes});
        if (!is_good(put) || put.etag.empty()) give_up("take a part of " + name_, put);
        parts_ += "<Part><PartNumber>" + number + "</PartNumber><ETag>" + put.etag + "</ETag></Part>";
    }

    void complete()
    {
        const auto list = "<CompleteMultipartUpload>" + parts_ + "</CompleteMultipartUpload>";
        const auto done = client_.send({.method = "POST", .path = name_, .query = "uploadId=" + id_, .body = list});
        // A server that has begun to answer cannot change its status any more.
        if (!is_good(done) || done.body.find("<Error>") != done.body.npos) give_up("complete " + name_, done);
        id_.clear();
    }

private:
    S3Client& client_;
    std::string name_;
    std::string id_;
    std::string parts_;
    std::size_t count_ = 0;
};

std::string range_text(const Range& range, std::uint64_t length)
{
    return std::to_string(range.offset) + "-" + std::to_string(range.offset + length - 1);
}

class Bucket final : public Storage {
public:
    explicit Bucket(const config::Storage& settings) : client_(std::make_shared<S3Client>(settings))
    {
        if (const auto there = client_->send({.method = "HEAD", .path = ""}); !is_good(there))
            give_up("open the bucket " + settings.minio_bucket, there);
    }

    std::uint64_t put(std::string_view name, const Source& source) override
    {
        check_name(name);
        std::string buffer;
        bool more = fill(buffer, source);
        if (!more) {
            const auto put = client_->send({.method = "PUT", .path = std::string(name), .body = buffer});
            if (!is_good(put)) give_up("take " + std::string(name), put);
            return buffer.size();
        }
        std::uint64_t written = 0;
        Upload upload(*client_, std::string(name));
        while (!buffer.empty()) {
            upload.add(buffer);
            written += buffer.size();
            if (!more) break;
            more = fill(buffer, source);
        }
        upload.complete();
        return written;
    }

    std::optional<std::uint64_t> size(std::string_view name) override
    {
        check_name(name);
        const auto head = client_->send({.method = "HEAD", .path = std::string(name)});
        if (head.status == 404) return {};
        if (!is_good(head) || !head.length) give_up("look at " + std::string(name), head);
        return head.length;
    }

    std::optional<std::string> read(std::string_view name, Range range) override
    {
        const auto there = size(name);
        if (!there) return {};
        const auto length = length_within(range, *there);
        if (length == 0) return std::string();
        std::string bytes;
        bytes.reserve(length);
        const auto got = client_->send({.method = "GET",
                                        .path = std::string(name),
                                        .range = range_text(range, length),
                                        .receive = [&](std::string_view part) { bytes += part; }});
        if (got.status == 404) return {};
        if (!is_good(got)) give_up("give " + std::string(name), got);
        if (bytes.size() != length) throw StorageError(std::string(name) + " changed while it was read");
        return bytes;
    }

    std::optional<http::Body> open(std::string_view name, Range range) override
    {
        const auto there = size(name);
        if (!there) return {};
        const auto length = length_within(range, *there);
        // The answer may outlive this storage's caller, but not the client.
        auto produce_part = [client = client_, path = std::string(name), start = range.offset](
                                http::BodyWriter& writer, std::uint64_t offset, std::uint64_t count) {
            if (count == 0) return;
            const auto got = client->send({.method = "GET",
                                           .path = path,
                                           .range = range_text({.offset = start + offset}, count),
                                           .receive = [&](std::string_view part) { writer.write(part); }});
            if (!is_good(got)) give_up("give " + path, got);
        };
        auto produce = [produce_part, length](http::BodyWriter& writer) { produce_part(writer, 0, length); };
        return http::Producer{.produce = produce, .length = length, .produce_part = produce_part};
    }

    bool remove(std::string_view name) override
    {
        if (!size(name)) return false;
        const auto gone = client_->send({.method = "DELETE", .path = std::string(name)});
        if (gone.status == 404) return false;
        if (!is_good(gone)) give_up("delete " + std::string(name), gone);
        return true;
    }

private:
    static std::uint64_t length_within(const Range& range, std::uint64_t size)
    {
        return std::min(range.length, size - std::min(range.offset, size));
    }

    std::shared_ptr<S3Client> client_;
};

} // namespace

std::unique_ptr<Storage> open_bucket(const config::Storage& settings) { return std::make_unique<Bucket>(settings); }

} // namespace cairn::storage

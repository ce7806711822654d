#include "contents/raw_file.hpp"

#include "base/blocking_guard.hpp"
#include "contents/body_sink.hpp"
#include "contents/media_type.hpp"
#include "git/child/child.hpp"
#include "git/store/exports.hpp"
#include "http/busy.hpp"

namespace cairn::contents {

using api::Call;
using git::ObjectId;

namespace {

// What is larger is sent while it is read.
constexpr std::uint64_t held_in_memory = 4 << 20;
constexpr std::uint64_t read_quickly = 64 << 10;

} // namespace

Result<RawBlob> open_raw(const Call& call, const git::Repository& repository, const ObjectId& id)
{
    if (auto bytes = git::read_blob(repository, id, MustNotBlock::here() ? read_quickly : held_in_memory)) {
        auto type = shown_type(*bytes);
        return RawBlob{std::move(*bytes), std::move(type), id.hex()};
    } else if (bytes.error().code != Errc::too_large) {
        return std::unexpected(std::move(bytes).error());
    }
    before_blocking();
    const auto size = TRY(git::object_info(repository, id)).size;
    auto& children = call.site.get<git::Children>();
    const auto& path = repository.path();
    auto type = shown_type(TRY(git::peek_blob(children, path, id, enough_to_tell)));
    const auto produce = [&children, path, id, &request = call.request](http::BodyWriter& out) {
        BodySink sink(out, request);
        const auto blob = git::prepare_blob(children, path, id);
        auto child = blob.start();
        if (!child) throw http::Busy();
        // The head is sent already: only a connection that ends early can tell.
        if (!blob.send(*child, sink)) throw http::Disconnected();
    };
    return RawBlob{http::Producer{.produce = produce, .length = size}, std::move(type), id.hex()};
}

api::Raw raw_answer(RawBlob blob, const git::TreeEntry& entry)
{
    const bool is_pdf = blob.type == "application/pdf";
    return api::Raw{
        .body = std::move(blob.body),
        .content_type = std::move(blob.type),
        .headers = {{"ETag", "\"" + blob.tag + "\""},
                    {"Cache-Control", "private, no-cache"},
                    {"Accept-Ranges", "bytes"},
                    {"Content-Disposition", inline_disposition(entry.name)},
                    {"X-Content-Type-Options", "nosniff"},
                    {"Content-Security-Policy",
                     std::string("default-src 'none'; style-src 'unsafe-inline'") + (is_pdf ? "" : "; sandbox")},
                    {"X-Gitea-Object-Type", entry.mode == git::mode_symlink ? "symlink" : "file"}}};
}

} // namespace cairn::contents

#include "runners/zip.hpp"

#include <cstdint>
#include <optional>
#include <stdexcept>

#include "runners/zip_archive.hpp"
#include "runners/zip_codec.hpp"
#include "sandbox/codec_processes.hpp"
#include "sandbox/packing.hpp"

namespace cairn::runners {

namespace {

constexpr std::uint64_t largest = 0xFFFF'FFFF;
constexpr std::size_t piece = 256 * 1024; // of a request

// In the codec process: what was asked for last, and what it has made of it.
std::optional<ZipArchive>& open_archive()
{
    static std::optional<ZipArchive> open;
    return open;
}

std::string& made()
{
    static std::string bytes;
    return bytes;
}

Result<std::string> work(std::string_view request)
{
    sandbox::Unpacker from(request);
    const auto step = static_cast<ZipStep>(from.small());
    if (step == ZipStep::open) {
        open_archive().reset();
        made().clear();
        open_archive().emplace([](std::string_view bytes) { made().append(bytes); });
    }
    if (!open_archive()) return fail(Errc::unprocessable, "there is no archive");
    switch (step) {
    case ZipStep::open: break;
    case ZipStep::begin: {
        const Time modified{static_cast<std::int64_t>(from.number())};
        open_archive()->begin(std::string(from.rest()), modified);
        break;
    }
    case ZipStep::write: open_archive()->write(from.rest()); break;
    case ZipStep::end: open_archive()->end(); break;
    case ZipStep::finish: open_archive()->finish(); break;
    }
    return std::exchange(made(), {});
}

// Whatever libraries open when they are used for the first time.
void prepare()
{
    ZipArchive first([](std::string_view) { });
    first.begin("\xC3\xA4", {});
    first.write("a");
    first.end();
    first.finish();
}

} // namespace

const sandbox::Codec zip_codec{.name = "zip",
                               .prepare = &prepare,
                               .work = &work,
                               .memory = 256U << 20U,
                               .time = std::chrono::seconds(20),
                               .largest_answer = 128U << 20U,
                               .most = 32,
                               .what = "the archive"};

struct ZipWriter::State {
    Sink sink;
    std::uint64_t written = 0;                 // of the archive
    std::uint64_t file_size = 0;               // of the file that was begun
    std::optional<sandbox::Session> session{}; // who makes it,
    std::unique_ptr<ZipArchive> archive{};     // or what, where there are no codec processes

    void send(std::string_view bytes)
    {
        written += bytes.size();
        if (written > largest) throw std::length_error("the archive is too large");
        if (!bytes.empty()) sink(bytes);
    }
    void ask(ZipStep step, std::string_view bytes = {}, std::optional<Time> modified = {})
    {
        sandbox::Packer request;
        request.small(static_cast<std::uint8_t>(step));
        if (modified) request.number(static_cast<std::uint64_t>(modified->seconds));
        request.rest(bytes);
        const auto answer = session->ask(request.bytes());
        if (!answer) throw std::runtime_error("the archive cannot be written: " + answer.error().message);
        send(*answer);
    }
};

ZipWriter::ZipWriter(Sink sink) : state_(std::make_unique<State>(State{.sink = std::move(sink)}))
{
    if (auto* const processes = sandbox::CodecProcesses::here()) {
        auto session = sandbox::Session::open(*processes, zip_codec);
        if (!session) throw sandbox::NoCodecProcess(session.error().message);
        state_->session.emplace(std::move(*session));
        state_->ask(ZipStep::open);
    } else {
        state_->archive =
            std::make_unique<ZipArchive>([state = state_.get()](std::string_view bytes) { state->send(bytes); });
    }
}

ZipWriter::~ZipWriter() = default;

void ZipWriter::begin(const std::string& name, Time modified)
{
    state_->file_size = 0;
    if (state_->archive) state_->archive->begin(name, modified);
    else state_->ask(ZipStep::begin, name, modified);
}

void ZipWriter::write(std::string_view bytes)
{
    state_->file_size += bytes.size();
    if (state_->file_size > largest) throw std::length_error("a file of the archive is too large");
    if (state_->archive) return state_->archive->write(bytes);
    for (; !bytes.empty(); bytes.remove_prefix(std::min(piece, bytes.size())))
        state_->ask(ZipStep::write, bytes.substr(0, piece));
}

void ZipWriter::end()
{
    if (state_->archive) state_->archive->end();
    else state_->ask(ZipStep::end);
}

void ZipWriter::finish()
{
    if (state_->archive) state_->archive->finish();
    else state_->ask(ZipStep::finish);
}

} // namespace cairn::runners

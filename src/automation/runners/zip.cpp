#include "runners/zip.hpp"

#include <zlib.h>

#include <array>
#include <chrono>
#include <new>
#include <stdexcept>

namespace cairn::runners {

namespace {

constexpr std::uint64_t largest = 0xFFFF'FFFF;
constexpr std::uint16_t version = 20;
// Sizes and checksum come behind the file, because they are not known before it; names are UTF-8.
constexpr std::uint16_t flags = 1 << 3 | 1 << 11;
constexpr std::uint16_t deflated = 8;

class Record {
public:
    Record& two(std::uint64_t value) { return number(value, 2); }
    Record& four(std::uint64_t value) { return number(value, 4); }
    Record& text(std::string_view value)
    {
        bytes_ += value;
        return *this;
    }
    const std::string& bytes() const { return bytes_; }

private:
    Record& number(std::uint64_t value, int count)
    {
        for (int i = 0; i < count; ++i) bytes_ += static_cast<char>(value >> (8 * i) & 0xFF);
        return *this;
    }

    std::string bytes_;
};

struct DosTime {
    std::uint16_t time = 0;
    std::uint16_t date = 0;
};

DosTime dos_time(Time when)
{
    using namespace std::chrono;
    const sys_seconds moment{seconds{when.seconds}};
    const auto day = floor<days>(moment);
    const year_month_day date{day};
    const hh_mm_ss clock{moment - day};
    const int year = static_cast<int>(date.year());
    if (year < 1980 || year > 2107) return {.time = 0, .date = 1 << 5 | 1};
    return {.time = static_cast<std::uint16_t>(clock.hours().count() << 11 | clock.minutes().count() << 5
                                               | clock.seconds().count() / 2),
            .date = static_cast<std::uint16_t>((year - 1980) << 9 | static_cast<unsigned>(date.month()) << 5
                                               | static_cast<unsigned>(date.day()))};
}

} // namespace

class ZipWriter::Deflate {
public:
    Deflate()
    {
        if (deflateInit2(&stream_, Z_DEFAULT_COMPRESSION, Z_DEFLATED, -MAX_WBITS, 8, Z_DEFAULT_STRATEGY) != Z_OK)
            throw std::bad_alloc();
    }
    ~Deflate() { deflateEnd(&stream_); }
    Deflate(const Deflate&) = delete;
    Deflate& operator=(const Deflate&) = delete;

    template <class F> void run(std::string_view bytes, int flush, F&& out)
    {
        std::array<char, 16 * 1024> buffer{};
        stream_.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(bytes.data()));
        stream_.avail_in = static_cast<uInt>(bytes.size());
        int code = Z_OK;
        do {
            stream_.next_out = reinterpret_cast<Bytef*>(buffer.data());
            stream_.avail_out = static_cast<uInt>(buffer.size());
            code = deflate(&stream_, flush);
            out(std::string_view(buffer.data(), buffer.size() - stream_.avail_out));
        } while (stream_.avail_out == 0 || (flush == Z_FINISH && code != Z_STREAM_END));
    }

private:
    z_stream stream_{};
};

void ZipWriter::put(std::string_view bytes)
{
    if (bytes.empty()) return;
    offset_ += bytes.size();
    if (offset_ > largest) throw std::length_error("the archive is too large");
    sink_(bytes);
}

void ZipWriter::begin(const std::string& name, Time modified)
{
    const auto when = dos_time(modified);
    entries_.push_back({.name = name,
                        .time = when.time,
                        .date = when.date,
                        .checksum = static_cast<std::uint32_t>(crc32(0, nullptr, 0)),
                        .offset = offset_});
    put(Record()
            .four(0x04034b50)
            .two(version)
            .two(flags)
            .two(deflated)
            .two(when.time)
            .two(when.date)
            .four(0)
            .four(0)
            .four(0)
            .two(name.size())
            .two(0)
            .text(name)
            .bytes());
    deflate_ = std::make_shared<Deflate>();
}

void ZipWriter::write(std::string_view bytes)
{
    auto& entry = entries_.back();
    entry.checksum = static_cast<std::uint32_t>(
        crc32(entry.checksum, reinterpret_cast<const Bytef*>(bytes.data()), static_cast<uInt>(bytes.size())));
    entry.size += bytes.size();
    deflate_->run(bytes, Z_NO_FLUSH, [&](std::string_view packed) {
        entry.packed += packed.size();
        put(packed);
    });
}

void ZipWriter::end()
{
    auto& entry = entries_.back();
    deflate_->run({}, Z_FINISH, [&](std::string_view packed) {
        entry.packed += packed.size();
        put(packed);
    });
    deflate_.reset();
    if (entry.size > largest) throw std::length_error("a file of the archive is too large");
    put(Record().four(0x08074b50).four(entry.checksum).four(entry.packed).four(entry.size).bytes());
}

void ZipWriter::finish()
{
    const auto begin = offset_;
    for (const auto& entry : entries_)
        put(Record()
                .four(0x02014b50)
                .two(version)
                .two(version)
                .two(flags)
                .two(deflated)
                .two(entry.time)
                .two(entry.date)
                .four(entry.checksum)
                .four(entry.packed)
                .four(entry.size)
                .two(entry.name.size())
                .two(0)
                .two(0)
                .two(0)
                .two(0)
                .four(0)
                .four(entry.offset)
                .text(entry.name)
                .bytes());
    const auto size = offset_ - begin;
    put(Record()
            .four(0x06054b50)
            .two(0)
            .two(0)
            .two(entries_.size())
            .two(entries_.size())
            .four(size)
            .four(begin)
            .two(0)
            .bytes());
}

} // namespace cairn::runners

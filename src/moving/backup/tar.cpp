#include "backup/tar.hpp"

#include <algorithm>
#include <array>
#include <cstring>

namespace cairn::backup {

namespace {

constexpr std::size_t block = 512;
constexpr std::size_t longest_name = 64U << 10;

struct Head {
    std::array<char, 100> name;
    std::array<char, 8> mode;
    std::array<char, 8> uid;
    std::array<char, 8> gid;
    std::array<char, 12> size;
    std::array<char, 12> modified;
    std::array<char, 8> sum;
    char type;
    std::array<char, 100> link;
    std::array<char, 8> magic;
    std::array<char, 247> rest;
};
static_assert(sizeof(Head) == block);

template <std::size_t N> void put_octal(std::array<char, N>& field, std::uint64_t number)
{
    for (std::size_t i = N - 1; i-- > 0; number >>= 3) field[i] = static_cast<char>('0' + (number & 7));
}

// Numbers that octal digits have no room for are binary behind a byte of 0x80.
void put_size(Head& head, std::uint64_t size)
{
    constexpr std::uint64_t most_octal = std::uint64_t{1} << 33;
    if (size < most_octal) return put_octal(head.size, size);
    head.size[0] = static_cast<char>(0x80);
    for (std::size_t i = head.size.size(); i-- > 4; size >>= 8) head.size[i] = static_cast<char>(size & 0xff);
}

unsigned sum_of(const Head& head)
{
    auto blank = head;
    blank.sum.fill(' ');
    unsigned sum = 0;
    const auto* bytes = reinterpret_cast<const unsigned char*>(&blank);
    for (std::size_t i = 0; i < block; ++i) sum += bytes[i];
    return sum;
}

std::string head_of(std::string_view name, std::uint64_t size, char type)
{
    Head head{};
    name.copy(head.name.data(), head.name.size());
    put_octal(head.mode, 0600);
    put_octal(head.uid, 0);
    put_octal(head.gid, 0);
    put_size(head, size);
    put_octal(head.modified, 0);
    head.type = type;
    std::memcpy(head.magic.data(), "ustar  ", head.magic.size());
    const auto sum = sum_of(head);
    put_octal(head.sum, sum);
    return {reinterpret_cast<const char*>(&head), block};
}

template <std::size_t N> std::uint64_t octal_in(const std::array<char, N>& field)
{
    std::uint64_t number = 0;
    for (const char c : field)
        if (c >= '0' && c <= '7') number = number * 8 + static_cast<std::uint64_t>(c - '0');
        else if (c != ' ') break;
    return number;
}

std::uint64_t size_in(const Head& head)
{
    if ((head.size[0] & 0x80) == 0) return octal_in(head.size);
    std::uint64_t size = 0;
    for (std::size_t i = 4; i < head.size.size(); ++i) size = size << 8 | static_cast<unsigned char>(head.size[i]);
    return size;
}

std::uint64_t padded(std::uint64_t size) { return (size + block - 1) / block * block; }

} // namespace

std::string tar_head(std::string_view name, std::uint64_t size)
{
    std::string head;
    if (name.size() >= sizeof(Head::name)) {
        const auto long_name = std::string(name) + '\0';
        head = head_of("././@LongLink", long_name.size(), 'L') + long_name + tar_padding(long_name.size());
    }
    return head + head_of(name.substr(0, sizeof(Head::name)), size, '0');
}

std::string tar_padding(std::uint64_t size) { return std::string(padded(size) - size, '\0'); }

std::string tar_end() { return std::string(2 * block, '\0'); }

Result<> each_entry(const TarBytes& read, const std::function<Result<>(const TarEntry&)>& take)
{
    std::string long_name;
    for (std::uint64_t at = 0;;) {
        const auto bytes = read(at, block);
        if (bytes.size() < block) return {};
        Head head;
        std::memcpy(&head, bytes.data(), block);
        if (head.name[0] == '\0') return {};
        if (octal_in(head.sum) != sum_of(head)) return fail(Errc::unprocessable, "this is no tar, or a damaged one");
        const auto size = size_in(head);
        at += block;
        if (head.type == 'L') {
            if (size > longest_name) return fail(Errc::unprocessable, "a name in the tar is too long");
            long_name = read(at, size);
            long_name.resize(std::min(long_name.find('\0'), long_name.size()));
        } else {
            std::string name(head.name.data(), ::strnlen(head.name.data(), head.name.size()));
            if (!long_name.empty()) name = std::exchange(long_name, {});
            if (name.starts_with("./")) name.erase(0, 2);
            if (head.type == '0' || head.type == '\0')
                if (const auto taken = take({std::move(name), at, size}); !taken) return taken;
        }
        at += padded(size);
    }
}

} // namespace cairn::backup

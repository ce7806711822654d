// Any bytes as the objects of a push: a kind, a length of two bytes, and so much content, again and again. libgit2
// reads them as they are, unchecked, which is more than it is ever given; and now and then git itself is asked as in a
// push: what it has accepted, and our own look at it, can be read, or is told as too much, but nothing is damaged.
#include <git2.h>

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "crypto/digest.hpp"
#include "demand.hpp"
#include "git/objects/diff.hpp"
#include "git/objects/last_changes.hpp"
#include "git/objects/objects.hpp"
#include "git/objects/tree_size.hpp"
#include "git/objects/walk.hpp"
#include "git/receive/quarantine.hpp"
#include "git/receive/readable.hpp"
#include "git/receive/stream.hpp"
#include "git/store/store.hpp"
#include "new_folder.hpp"

namespace {

using namespace cairn::git;
using cairn::Errc;
using cairn::Result;
using cairn::fuzz::demand;

struct Entry {
    Kind kind;
    std::string_view content;
};

std::vector<Entry> entries_of(std::string_view input)
{
    constexpr std::size_t head = 3, most = 64;
    std::vector<Entry> entries;
    while (input.size() >= head && entries.size() < most) {
        const auto length = static_cast<std::uint8_t>(input[1]) * 256U + static_cast<std::uint8_t>(input[2]);
        const auto content = input.substr(head, length);
        entries.push_back({static_cast<Kind>(static_cast<std::uint8_t>(input[0]) % 4), content});
        input.remove_prefix(head + content.size());
    }
    return entries;
}

void append_number(std::string& out, std::uint32_t number)
{
    for (int shift = 24; shift >= 0; shift -= 8) out += static_cast<char>(number >> shift);
}

// A stream of zlib that is not compressed: a block of at most 65535 bytes.
void append_stored(std::string& out, std::string_view content)
{
    const auto size = content.size();
    out += "\x78\x01\x01";
    for (const auto length : {size, ~size})
        for (const int shift : {0, 8}) out += static_cast<char>(length >> shift);
    out += content;
    std::uint32_t a = 1;
    std::uint32_t b = 0;
    for (const char c : content) {
        a = (a + static_cast<std::uint8_t>(c)) % 65521;
        b = (b + a) % 65521;
    }
    append_number(out, b << 16U | a);
}

std::string pack_of(const std::vector<Entry>& entries)
{
    std::string pack = "PACK";
    append_number(pack, 2);
    append_number(pack, static_cast<std::uint32_t>(entries.size()));
    for (const auto& [kind, content] : entries) {
        auto left = content.size() >> 4U;
        auto byte = (static_cast<unsigned>(kind) + 1) << 4U | (content.size() & 15U);
        for (; left > 0; left >>= 7U) {
            pack += static_cast<char>(byte | 128U);
            byte = left & 127U;
        }
        pack += static_cast<char>(byte);
        append_stored(pack, content);
    }
    const auto digest = cairn::crypto::sha1(pack);
    return pack.append(digest.begin(), digest.end());
}

ObjectId id_of(const Entry& entry)
{
    auto text = std::string(name_of(entry.kind)) + ' ' + std::to_string(entry.content.size());
    text += '\0';
    text += entry.content;
    const auto digest = cairn::crypto::sha1(text);
    ObjectId id;
    std::copy(digest.begin(), digest.end(), id.bytes.begin());
    return id;
}

// `sound`: git has looked at it, so nothing may be damaged.
void look_at(const Repository& repository, const Entry& entry, bool sound)
{
    const auto id = id_of(entry);
    const auto fine = [&](const auto& result) {
        demand(result.has_value() || !sound || result.error().code != Errc::unavailable);
        return result.has_value();
    };
    const auto whole = read_object(repository, id, 1U << 20U);
    if (fine(whole)) demand(whole->bytes == entry.content);
    switch (entry.kind) {
    case Kind::blob: fine(read_blob(repository, id, 1U << 20U)); break;
    case Kind::tag: fine(read_tag(repository, id)); break;
    case Kind::tree:
        fine(read_tree(repository, id));
        fine(list_tree(repository, id, 0, 100, 10'000));
        fine(find_entry(repository, id, "a/b"));
        fine(TreeSizes(repository, TreeSizes::Count::bytes).of(id));
        fine(Diff::between(repository, {}, id));
        break;
    case Kind::commit:
        fine(read_commit(repository, id));
        fine(commit_signature(repository, id));
        fine(walk(repository, {.from = id, .path = "a", .most_steps = 1000}));
        fine(last_changes(repository, {.from = id, .folder = "", .most_steps = 1000}));
        fine(repository.peel(id, Kind::tree));
        break;
    }
}

struct Place {
    std::string folder = cairn::fuzz::new_folder();
    std::string path;
    Place()
    {
        const Store store(folder);
        const auto key = Store::new_key();
        demand(store.create(key, ObjectFormat::sha1, "main").has_value());
        path = store.path(key);
    }
    ~Place() { std::filesystem::remove_all(folder); }
};

void write_unchecked(const Repository& repository, const Entry& entry)
{
    constexpr git_object_t types[]{GIT_OBJECT_COMMIT, GIT_OBJECT_TREE, GIT_OBJECT_BLOB, GIT_OBJECT_TAG};
    git_odb* odb = nullptr;
    demand(git_repository_odb(&odb, repository.raw()) == 0);
    git_oid written;
    demand(git_odb_write(&written, odb, entry.content.data(), entry.content.size(),
                         types[static_cast<std::size_t>(entry.kind)])
           == 0);
    git_odb_free(odb);
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    if (size == 0) return 0;
    // Everything is written to the disk: a new folder now and then, before there are too many.
    static auto place = std::make_unique<Place>();
    static int written = 0;
    if (++written % 2000 == 0) place = std::make_unique<Place>();
    const auto entries = entries_of({reinterpret_cast<const char*>(data) + 1, size - 1});
    if (data[0] % 16 != 0) {
        const auto repository = Repository::open(place->path).value();
        for (const auto& entry : entries) write_unchecked(repository, entry);
        for (const auto& entry : entries) look_at(repository, entry, false);
        return 0;
    }
    // In a place of its own: what others have left unchecked would be found there.
    static Children children({});
    const Place checked;
    const auto pack = pack_of(entries);
    TextSource source(pack);
    Input input(source);
    Quarantine quarantine(checked.path);
    if (!quarantine.take_pack(children, input, {}, {})) return 0;
    auto repository = Repository::open(checked.path).value();
    demand(repository.also_look_in(quarantine.objects()).has_value());
    if (!check_readable(repository, quarantine.objects(), 1U << 20U)) return 0;
    for (const auto& entry : entries) look_at(repository, entry, true);
    return 0;
}

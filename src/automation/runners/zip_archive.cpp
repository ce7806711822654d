#include "runners/zip_archive.hpp"

#include <archive.h>
#include <archive_entry.h>
#include <locale.h>

#include <exception>
#include <new>
#include <stdexcept>

namespace cairn::runners {

namespace {

struct FreeArchive {
    void operator()(archive* of) const
    {
        archive_write_fail(of); // or it would be finished on the way out, and called whole
        archive_write_free(of);
    }
};
struct FreeEntry {
    void operator()(archive_entry* entry) const { archive_entry_free(entry); }
};

// libarchive asks the locale in which encoding names are, and marks them as UTF-8 only if it is that. The program's own
// is "C"; this is the thread's for as long as it lives.
class NamesInUtf8 {
public:
    NamesInUtf8() : previous_(uselocale(utf8())) { }
    ~NamesInUtf8() { uselocale(previous_); }
    NamesInUtf8(const NamesInUtf8&) = delete;
    NamesInUtf8& operator=(const NamesInUtf8&) = delete;

private:
    static locale_t utf8()
    {
        static const locale_t made = newlocale(LC_CTYPE_MASK, "C.UTF-8", nullptr);
        if (made == nullptr) throw std::runtime_error("the system has no locale C.UTF-8");
        return made;
    }

    locale_t previous_;
};

} // namespace

struct ZipArchive::State {
    Sink sink;
    std::unique_ptr<archive, FreeArchive> zip{archive_write_new()};
    std::exception_ptr thrown = {}; // nothing may be thrown through libarchive

    static la_ssize_t put(archive*, void* self, const void* bytes, std::size_t length)
    {
        auto& state = *static_cast<State*>(self);
        try {
            state.sink({static_cast<const char*>(bytes), length});
            return static_cast<la_ssize_t>(length);
        } catch (...) {
            state.thrown = std::current_exception();
            return -1;
        }
    }

    void check(la_ssize_t code) const
    {
        if (thrown) std::rethrow_exception(thrown);
        if (code >= ARCHIVE_OK) return;
        const char* words = archive_error_string(zip.get());
        throw std::runtime_error(std::string("the archive cannot be written: ") + (words != nullptr ? words : ""));
    }
};

ZipArchive::ZipArchive(Sink sink) : state_(std::make_unique<State>(State{.sink = std::move(sink)}))
{
    auto* zip = state_->zip.get();
    if (zip == nullptr) throw std::bad_alloc();
    state_->check(archive_write_set_format_zip(zip));
    state_->check(archive_write_set_format_option(zip, "zip", "zip64", nullptr));
    state_->check(archive_write_set_bytes_per_block(zip, 0)); // as it comes, and nothing after its end
    state_->check(archive_write_open(zip, state_.get(), nullptr, &State::put, nullptr));
}

ZipArchive::~ZipArchive() = default;

void ZipArchive::begin(const std::string& name, Time modified)
{
    const std::unique_ptr<archive_entry, FreeEntry> entry(archive_entry_new());
    if (!entry) throw std::bad_alloc();
    const NamesInUtf8 names;
    archive_entry_set_pathname(entry.get(), name.c_str());
    archive_entry_set_filetype(entry.get(), AE_IFREG);
    archive_entry_set_perm(entry.get(), 0644);
    archive_entry_set_mtime(entry.get(), modified.seconds, 0);
    state_->check(archive_write_header(state_->zip.get(), entry.get()));
}

void ZipArchive::write(std::string_view bytes)
{
    while (!bytes.empty()) {
        const auto taken = archive_write_data(state_->zip.get(), bytes.data(), bytes.size());
        state_->check(taken);
        if (taken == 0) throw std::runtime_error("the archive takes no more");
        bytes.remove_prefix(static_cast<std::size_t>(taken));
    }
}

void ZipArchive::end() { state_->check(archive_write_finish_entry(state_->zip.get())); }

void ZipArchive::finish() { state_->check(archive_write_close(state_->zip.get())); }

} // namespace cairn::runners

#include "storage/storage.hpp"

#include <algorithm>
#include <cstring>

#include "base/figures.hpp"
#include "base/spending.hpp"
#include "base/text.hpp"
#include "config/settings.hpp"
#include "storage/s3.hpp"

namespace cairn::storage {

namespace {

// How often something is done with the storage, and how long that takes.
class Operation {
public:
    Operation(std::string_view name, std::string_view labels)
        : name_(name), done_("cairn_storage_operations_total", labels, "What was done with files in the storage."),
          failed_("cairn_storage_failures_total", labels, "What could not be done with files in the storage."),
          time_("cairn_storage_seconds_total", labels, "Time that it took, to the first byte where a file is sent.")
    {
    }

    template <class Work> auto watch(const Work& work)
    {
        const TimeCounter::Watch watch(time_);
        const Step step(name_);
        done_.add();
        try {
            return work();
        } catch (const StorageError&) {
            failed_.add();
            throw;
        }
    }

private:
    const std::string_view name_; // in traces
    Counter done_;
    Counter failed_;
    TimeCounter time_;
};
Operation puts("put into storage", R"(operation="put")");
Operation looks("look into storage", R"(operation="look")");
Operation reads("read from storage", R"(operation="read")");
Operation removals("remove from storage", R"(operation="remove")");

class Watched final : public Storage {
public:
    explicit Watched(std::unique_ptr<Storage> storage) : storage_(std::move(storage)) { }

    std::uint64_t put(std::string_view name, const Source& source) override
    {
        return puts.watch([&] { return storage_->put(name, source); });
    }
    std::optional<std::uint64_t> size(std::string_view name) override
    {
        return looks.watch([&] { return storage_->size(name); });
    }
    std::optional<std::string> read(std::string_view name, Range range) override
    {
        return reads.watch([&] { return storage_->read(name, range); });
    }
    std::optional<http::Body> open(std::string_view name, Range range) override
    {
        return reads.watch([&] { return storage_->open(name, range); });
    }
    bool remove(std::string_view name) override
    {
        return removals.watch([&] { return storage_->remove(name); });
    }

private:
    const std::unique_ptr<Storage> storage_;
};

} // namespace

void Storage::put(std::string_view name, std::string_view bytes)
{
    put(name, [&bytes](std::span<char> into) {
        const std::size_t part = std::min(into.size(), bytes.size());
        std::memcpy(into.data(), bytes.data(), part);
        bytes.remove_prefix(part);
        return part;
    });
}

std::unique_ptr<Storage> open_storage(const config::Storage& settings)
{
    const bool elsewhere = settings.storage_type == config::StorageType::minio;
    return std::make_unique<Watched>(elsewhere ? open_bucket(settings) : open_folder(settings.path));
}

void check_name(std::string_view name)
{
    constexpr std::size_t longest = 1024;
    const auto plain = [](char c) {
        return text::is_alpha(c) || text::is_digit(c) || c == '-' || c == '_' || c == '.';
    };
    const auto fits = [&](std::string_view segment) {
        return !segment.empty() && segment.front() != '.' && segment.size() <= 255
            && std::ranges::all_of(segment, plain);
    };
    if (name.size() > longest || !std::ranges::all_of(text::split(name, '/'), fits))
        throw std::logic_error("no name for the storage: " + std::string(name));
}

} // namespace cairn::storage

#include "cache/result_cache.hpp"

#include <xxhash.h>

#include <array>
#include <atomic>

#include "cache/by_state.hpp"
#include "cache/result_key.hpp"
#include "cache/rows_as_bytes.hpp"
#include "cache/use.hpp"
#include "cache/verify.hpp"
#include "db/results.hpp"

namespace cairn::cache {

namespace {

constexpr std::size_t longest_result = 32 << 10; // bytes of rows
constexpr std::size_t most_bytes = 8 << 20;      // of all that is kept
constexpr std::size_t parts = 8;                 // each with a lock of its own
constexpr std::size_t marks = 4096;

Use use_of_results(R"(cache="results",found="yes")", R"(cache="results",found="no")");

using Rows = std::shared_ptr<const RowsAsBytes>;

class ResultCache final : public db::Results {
public:
    explicit ResultCache(bool verifies) : verifies_(verifies) { }

    void fetch(const db::Database& db, const db::Question& question, void* into,
               const std::function<void()>& read) override
    {
        const auto before = db.state();
        const auto key = before ? ResultKeyView::of(question) : std::nullopt;
        if (!key) return read();
        auto& part = parts_[key->hash() % parts];
        const auto known = part.find(*key, *before);
        use_of_results.count(known.has_value());
        if (known) {
            (*known)->fill(question.container, into);
            if (verifies_) compare(db, *before, question, into, read);
            return;
        }
        read();
        if (!was_asked_before(key->hash(), *before)) return;
        auto rows = RowsAsBytes::of(question.container, into, longest_result);
        // Otherwise it may be from before or from after what was committed meanwhile.
        if (!rows || db.state() != before) return;
        const auto bytes = rows->size() + key->bytes().size() + 2 * sizeof(RowsAsBytes) + sizeof(ResultKey);
        part.keep(ResultKey(*key), *before, std::make_shared<const RowsAsBytes>(std::move(*rows)), bytes);
    }

private:
    struct Part : ByState<ResultKey, Rows> {
        Part() : ByState(most_bytes / parts) { }
    };

    // What is asked for once is not worth a copy. A mark may be another's, which costs that one copy.
    bool was_asked_before(std::uint64_t hash, const db::CommitState& state)
    {
        const auto mark = hash ^ XXH3_64bits(state.words.data(), sizeof state.words);
        return marks_[hash / parts % marks].exchange(mark, std::memory_order_relaxed) == mark;
    }

    static void compare(const db::Database& db, const db::CommitState& before, const db::Question& question, void* into,
                        const std::function<void()>& read)
    {
        const auto was = text_of(question.container, into);
        question.container.clear(into);
        read();
        const auto is = text_of(question.container, into);
        if (was != is && db.state() == before) report_stale("results", question.sql.text(), was, is);
    }

    const bool verifies_;
    std::array<Part, parts> parts_;
    std::array<std::atomic<std::uint64_t>, marks> marks_{};
};

} // namespace

void keep_results(db::Database& db)
{
    auto& attachments = *db.attachments();
    attachments.get<db::ResultsPlace>().results = std::make_unique<ResultCache>(verifies(attachments));
}

} // namespace cairn::cache

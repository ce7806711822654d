#include "contents/range_text.hpp"

#include "base/deadline.hpp"
#include "config/settings.hpp"
#include "contents/body_sink.hpp"
#include "git/limits.hpp"
#include "git/objects/diff.hpp"
#include "git/objects/walk.hpp"

namespace cairn::contents {

using git::Diff;
using git::ObjectId;

namespace {

constexpr std::uint64_t most_commits = 2000;
git::DiffOptions with_everything() { return {.renames = true, .binaries = true}; }

class TextSink final : public git::Sink {
public:
    void write(std::string_view bytes) override { text.append(bytes); }
    std::string text;
};

// Whatever writes it holds its repository. What fails when some of it was sent is told behind it, where git takes it
// for a broken patch.
template <class Write> Result<http::Body> body_of(const api::Call& call, bool is_short, Write write)
{
    if (is_short) {
        TextSink sink;
        TRY(write(sink));
        return std::move(sink.text);
    }
    const std::chrono::seconds time(call.settings().limits.request_time);
    return http::Producer{.produce =
                              [&request = call.request, time, write](http::BodyWriter& out) {
                                  const Deadline deadline(time, [&] { return request.client_is_there(); });
                                  BodySink sink(out, request);
                                  if (const auto done = write(sink); !done) {
                                      sink.write("\n\nThis was cut here: " + done.error().message + "\n");
                                      // Only within a file does everybody notice.
                                      if (done.error().code != Errc::too_large) throw http::Disconnected();
                                  }
                              },
                          .length = {}};
}

} // namespace

SharedRepository share(git::Repositories::Handle handle)
{
    const auto held = std::make_shared<git::Repositories::Handle>(std::move(handle));
    return {held, &**held};
}

Result<http::Body> diff_text(const api::Call& call, SharedRepository repository, const ObjectId& base,
                             const ObjectId& head, bool binaries)
{
    const auto before = TRY(repository->peel(base, git::Kind::tree));
    const auto after = TRY(repository->peel(head, git::Kind::tree));
    const auto diff = std::make_shared<const Diff>(
        TRY(Diff::between(*repository, before, after, {.renames = true, .binaries = binaries})));
    return body_of(call, diff->is_short(), [repository, diff](git::Sink& sink) {
        git::TextBudget budget;
        return diff->write(sink, budget);
    });
}

Result<http::Body> diff_text_of(const api::Call& call, SharedRepository repository, const ObjectId& commit,
                                std::string head)
{
    const auto diff = std::make_shared<const Diff>(TRY(Diff::of_commit(*repository, commit, with_everything())));
    return body_of(call, diff->is_short(), [repository, diff, head = std::move(head)](git::Sink& sink) {
        git::TextBudget budget;
        if (!head.empty()) sink.write(head);
        return diff->write(sink, budget);
    });
}

Result<http::Body> patch_text_of(const api::Call& call, SharedRepository repository, const ObjectId& id)
{
    auto commit = TRY(git::read_commit(*repository, id));
    if (commit.parents.size() > 1) return http::Body();
    const auto diff = std::make_shared<const Diff>(TRY(Diff::of_commit(*repository, id, with_everything())));
    return body_of(call, diff->is_short(), [repository, diff, commit = std::move(commit)](git::Sink& sink) {
        git::TextBudget budget;
        return git::write_mail(*repository, commit, *diff, sink, budget);
    });
}

Result<http::Body> patch_text(const api::Call& call, SharedRepository repository, const ObjectId& base,
                              const ObjectId& head)
{
    auto commits = TRY(git::walk(*repository, {.from = head, .without = {base}, .limit = most_commits})).commits;
    std::erase_if(commits, [&](const ObjectId& id) {
        const auto commit = git::read_commit(*repository, id);
        return !commit || commit->parents.size() > 1;
    });
    if (commits.empty()) return http::Body();
    std::ranges::reverse(commits);
    if (commits.size() == 1) return patch_text_of(call, std::move(repository), commits.front());
    return body_of(call, false, [repository, commits = std::move(commits)](git::Sink& sink) -> Result<> {
        git::TextBudget budget;
        for (std::size_t i = 0; i < commits.size(); ++i) {
            const auto commit = TRY(git::read_commit(*repository, commits[i]));
            const auto diff = Diff::of_commit(*repository, commits[i], with_everything());
            if (!diff) return fail(Errc::unavailable, diff.error().message);
            TRY(git::write_mail(*repository, commit, *diff, sink, budget, i + 1, commits.size()));
        }
        return {};
    });
}

} // namespace cairn::contents

#include "pages/issue/answering.hpp"

#include "base/text.hpp"
#include "db/database.hpp"
#include "issues/changes.hpp"
#include "issues/timeline/commenting.hpp"
#include "pages/issue/comment_texts.hpp"
#include "pages/issue/issue_address.hpp"
#include "pages/page.hpp"

namespace cairn::pages {

using api::Call;
using api::Raw;
using issues::IssueContext;
using words::Phrase;

namespace {

const Notice not_changed{"issue-state-kept", Phrase("The comment is there. The state could not be changed."),
                         Notice::Tone::bad};

bool has_words(const SentText& sent) { return !text::trim(sent.body).empty() || !sent.files.empty(); }

Result<void> check_sent(const Call& call, const IssueContext& at, const SentText& sent)
{
    const auto& state = sent.field("state");
    if (!has_words(sent) && state.empty()) return fail(Errc::unprocessable, "write something first");
    if (state == "closed" && !at.issue.is_pull && issues::waits_for_open(call.db(), at.issue.id))
        return fail(Errc::unprocessable, "it depends on issues that are open: close them first");
    return {};
}

} // namespace

Result<Raw> take_answer(Call& call, const IssueContext& at, http::BodyReader& body, const Answering& answering)
{
    auto sent = TRY(receive_text(call, at.place, body));
    const auto refuse = [&](Error error) {
        const int status = refused_status(error);
        sent.refused = std::move(error);
        return answering.again(sent, status);
    };
    if (sent.refused) return answering.again(sent, refused_status(*sent.refused));
    if (sent.wants_preview) return answering.again(sent, 200);
    if (auto checked = check_sent(call, at, sent); !checked) return refuse(std::move(checked).error());

    auto target = issue_address(at);
    if (has_words(sent)) {
        auto said = issues::add_comment(call, at, {.body = sent.body}, sent.files);
        if (!said) return refuse(std::move(said).error());
        target = entry_address(at, said->id);
    }
    const auto& state = sent.field("state");
    if (state.empty()) return answer_done(call, done(target));
    auto changed = answering.change_state(state);
    if (!changed && has_words(sent)) return answer_done(call, done(target, not_changed));
    if (!changed) return refuse(std::move(changed).error());
    return answer_done(call, done(target, state == "closed" ? answering.closed : answering.reopened));
}

std::string quotation(const Call& call, const IssueContext& at, const std::string& which)
{
    if (which.empty()) return {};
    if (which == "issue") return quoted(at.issue.body);
    const auto id = text::parse_integer(which, 1);
    const auto comment = id ? issues::find_comment(call.db(), *id) : std::nullopt;
    if (!comment || comment->issue_id != at.issue.id || comment->kind == issues::EventKind::code) return {};
    return quoted(comment->body);
}

} // namespace cairn::pages

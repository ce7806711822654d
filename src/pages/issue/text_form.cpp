#include "pages/issue/text_form.hpp"

#include "api/error_body.hpp"
#include "api/view.hpp"
#include "base/utf8.hpp"
#include "config/settings.hpp"
#include "db/database.hpp"
#include "pages/issue/comment_texts.hpp"
#include "pages/places/repository_address.hpp"

namespace cairn::pages {

using api::Call;
using repositories::RepositoryContext;

namespace {

constexpr std::int64_t bytes_in_mib = 1 << 20;

Result<void> check_text(const Call& call, std::string_view text)
{
    if (!is_text(text)) return fail(Errc::unprocessable, "the text is not in UTF-8");
    if (text.size() > static_cast<std::size_t>(call.settings().limits.max_text_bytes))
        return fail(Errc::unprocessable, "the text is too long");
    return {};
}

} // namespace

const std::string& SentText::field(std::string_view name) const
{
    static const std::string none;
    for (const auto& [each, value] : fields)
        if (each == name) return value;
    return none;
}

std::vector<std::string> SentText::list(std::string_view name) const
{
    std::vector<std::string> values;
    for (const auto& [each, value] : fields)
        if (each == name && !value.empty()) values.push_back(value);
    return values;
}

Result<SentText> receive_text(Call& call, const RepositoryContext& place, http::BodyReader& body,
                              std::string_view body_field)
{
    const auto& rules = call.settings().attachment;
    auto received =
        TRY(attachments::receive_form(call, body, {.largest = rules.max_size, .allowed_types = rules.allowed_types},
                                      rules.enabled ? rules.max_files : 0));
    SentText sent{.fields = std::move(received.fields), .refused = std::move(received.refused)};
    sent.body = with_plain_line_ends(sent.field(body_field));
    sent.files = sent.list("files");
    sent.wants_preview = !sent.field("preview").empty();
    for (const auto& [name, value] : sent.fields)
        if (auto checked = check_text(call, value); !checked && !sent.refused)
            sent.refused = std::move(checked).error();
    for (const auto& file : received.files) {
        auto kept = attachments::keep_pending(call, place, file);
        if (kept) sent.files.push_back(kept->uuid);
        else if (!sent.refused) sent.refused = std::move(kept).error();
    }
    return sent;
}

WriteView write_view(const Call& call, const RepositoryContext& place, std::string body)
{
    return {.body = std::move(body),
            .attaches = call.settings().attachment.enabled,
            .largest = call.settings().attachment.max_size * bytes_in_mib,
            .repository = repository_address(place)};
}

WriteView write_view(const Call& call, const RepositoryContext& place, const SentText& sent)
{
    auto view = write_view(call, place, is_text(sent.body) ? sent.body : std::string());
    view.pending = attachments::find_pending(call, place, sent.files);
    if (sent.refused && member_of(*sent.refused).empty()) view.problem = words_of(*sent.refused);
    if (sent.wants_preview && !sent.refused) {
        view.has_preview = true;
        view.preview = comment_html(call, place, sent.body);
    }
    return view;
}

int refused_status(const Error& error)
{
    switch (error.code) {
    case Errc::conflict:
    case Errc::too_large:
    case Errc::forbidden: return api::http_status(error.code);
    default: return 422;
    }
}

} // namespace cairn::pages

// Forms that a text is written in, with files: a comment, a changed text, a new issue. What comes with the form waits
// until it is saved, so that a preview or a refusal loses none of it.
#pragma once

#include "attachments/pending.hpp"
#include "base/html.hpp"
#include "issues/saved_reply.hpp"
#include "pages/form.hpp"

namespace cairn::pages {

// What a template shows of it; issue/write.html does.
struct WriteView {
    std::string body{};
    std::string label{}; // of the field
    std::string placeholder{};
    std::string problem{};
    bool has_preview = false; // it was asked for
    Html preview{};
    bool attaches = false;    // the site takes files
    std::int64_t largest = 0; // bytes of a file
    std::vector<attachments::StoredAttachment> pending{};
    std::string repository{}; // the address that files and names are asked at
    bool required = false;
    std::string key{};           // that leads into it
    bool offers_replies = false; // reply_menu.hpp
    std::vector<issues::SavedReplyTitle> replies{};
    std::string reply_page{};
    std::string reply_anchor{};
};
BOOST_DESCRIBE_STRUCT(WriteView, (),
                      (body, label, placeholder, problem, has_preview, preview, attaches, largest, pending, repository,
                       required, key, offers_replies, replies, reply_page, reply_anchor))

// A form as it came.
struct SentText {
    api::QueryValues fields{};
    std::string body{};
    std::vector<std::string> files{}; // uuids of those that wait
    bool wants_preview = false;
    std::optional<Error> refused{}; // it cannot be read, or a file was not taken

    // The first of that name; empty where there is none.
    const std::string& field(std::string_view name) const;
    std::vector<std::string> list(std::string_view name) const;
};

// Reads it, and keeps the files that come with it. `body_field`: the name of the text's field. Errc::bad_request for
// what is no form.
Result<SentText> receive_text(api::Call&, const repositories::RepositoryContext&, http::BodyReader&,
                              std::string_view body_field = "body");

// The field before anything was written.
WriteView write_view(const api::Call&, const repositories::RepositoryContext&, std::string body = {});
// The field as it came back, with what was asked to be seen or what is wrong with it.
WriteView write_view(const api::Call&, const repositories::RepositoryContext&, const SentText&);

// The status of a page that shows a refused form again.
int refused_status(const Error&);

} // namespace cairn::pages

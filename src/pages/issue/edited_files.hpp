// The files of an issue or a comment in the form that changes its text: each can get another name, or go.
#pragma once

#include "attachments/attachment.hpp"
#include "pages/issue/text_form.hpp"

namespace cairn::pages {

struct EditedFile {
    std::int64_t id = 0;
    std::string uuid;
    std::string was; // its name so far
    std::string name;
    std::int64_t size = 0;
    bool removed = false;
};
BOOST_DESCRIBE_STRUCT(EditedFile, (), (id, uuid, was, name, size, removed))

// As the form says, in the fields `name-{id}` and `remove` (of uuids); as they are where it says nothing.
std::vector<EditedFile> edited_files(const std::vector<attachments::Attachment>&, const SentText& = {});

// Before anything is saved: Errc::unprocessable for a name that cannot be.
Result<void> check_file_names(const api::Call&, const std::vector<EditedFile>&);
Result<void> save_files(const api::Call&, const std::vector<EditedFile>&);

} // namespace cairn::pages

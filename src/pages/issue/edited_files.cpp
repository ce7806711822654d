#include "pages/issue/edited_files.hpp"

#include <algorithm>

#include "api/codec.hpp"
#include "base/text.hpp"
#include "issues/timeline/attaching.hpp"

namespace cairn::pages {

using api::Call;

namespace {

bool is_renamed(const EditedFile& file) { return !file.removed && !file.name.empty() && file.name != file.was; }

} // namespace

std::vector<EditedFile> edited_files(const std::vector<attachments::Attachment>& files, const SentText& sent)
{
    std::vector<EditedFile> edited;
    const auto removed = sent.list("remove");
    for (const auto& file : files) {
        const std::string name(text::trim(sent.field("name-" + std::to_string(file.id))));
        edited.push_back({.id = file.id,
                          .uuid = file.uuid,
                          .was = file.name,
                          .name = name.empty() ? file.name : name,
                          .size = file.size,
                          .removed = std::ranges::find(removed, file.uuid) != removed.end()});
    }
    return edited;
}

Result<void> check_file_names(const Call& call, const std::vector<EditedFile>& files)
{
    for (const auto& file : files) {
        if (!is_renamed(file)) continue;
        attachments::EditAttachmentOptions option;
        TRY(api::decode_form(type_of<attachments::EditAttachmentOptions>(), {{"name", file.name}}, &option));
        TRY(issues::check_file_name(call, file.name));
    }
    return {};
}

Result<void> save_files(const Call& call, const std::vector<EditedFile>& files)
{
    for (const auto& file : files) {
        if (!file.removed && !is_renamed(file)) continue;
        auto stored = attachments::find_attachment(call.db(), file.id);
        if (!stored) continue; // somebody was faster
        if (file.removed) attachments::remove(call.site, *stored);
        else TRY(issues::rename_file(call, std::move(*stored), {.name = file.name}));
    }
    return {};
}

} // namespace cairn::pages

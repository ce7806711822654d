// The address that a page's script sends files to while somebody still writes an issue or a comment.
#include "attachments/pending.hpp"
#include "attachments/tables.hpp"
#include "config/settings.hpp"

namespace cairn::attachments {

using namespace api;
using enum Method;
using access::Unit;
using repositories::RepositoryContext;

namespace {

// Whoever could write something that a file can belong to. Whether it then may belong there is asked with it.
Result<void> may_write_something(const Call& call, const RepositoryContext& place)
{
    TRY(repositories::question::signed_in(call, place));
    if (!call.settings().attachment.enabled) return fail(Errc::forbidden, "files cannot be attached here");
    if (!place.access.reads(Unit::issues) && !place.access.reads(Unit::pulls))
        return fail(Errc::forbidden, "you may not write here");
    return repositories::question::not_archived(call, place);
}
constexpr Guard may_attach =
    repositories::repository_guard<may_write_something>("may write something", {401, 403, 404, 423});

Result<PendingFile> upload(Call& call, const RepositoryContext& place, Upload upload)
{
    const auto& rules = call.settings().attachment;
    const auto received =
        TRY(receive(call, *upload.body, {.largest = rules.max_size, .allowed_types = rules.allowed_types}));
    return PendingFile{.uuid = TRY(keep_pending(call, place, received)).uuid};
}

// clang-format off
constexpr Operation pending_operations[] = {
    {POST, "/{owner}/{repo}/issues/attachments", scope::none, may_attach, handle<upload>, 200, "siteIssueAttachment", "Take a file for what is still written"},
};
// clang-format on
static_assert(well_formed(pending_operations));

} // namespace

const Table pending_table{"attachment", pending_operations, Door::site};

} // namespace cairn::attachments

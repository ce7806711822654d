#include "repositories/lifecycle/generate.hpp"

#include <array>
#include <ctime>

#include "config/settings.hpp"
#include "db/database.hpp"
#include "git/objects/edit.hpp"
#include "git/objects/writing.hpp"
#include "git/references/references.hpp"
#include "git/store/store.hpp"
#include "repositories/avatar.hpp"
#include "repositories/lifecycle/create.hpp"
#include "repositories/lifecycle/expansion.hpp"
#include "repositories/references/authorship.hpp"
#include "repositories/references/signing.hpp"
#include "repositories/show.hpp"
#include "repositories/social/topic.hpp"

namespace cairn::repositories {

using namespace api;
using accounts::Account;

namespace {

constexpr std::uint64_t most_entries = 100'000;
constexpr std::uint64_t most_bytes = 1024 * 1024 * 1024; // of one file
constexpr std::uint64_t most_expanded = 1024 * 1024;     // larger files are copied as they are

void add_place(Variables& variables, const std::string& prefix, const Repository& shown)
{
    add_in_all_cases(variables, prefix + "_NAME", shown.name);
    add_in_all_cases(variables, prefix + "_OWNER", shown.owner.login);
    variables[prefix + "_DESCRIPTION"] = shown.description;
    variables[prefix + "_LINK"] = shown.html_url;
    variables[prefix + "_HTTPS_URL"] = shown.clone_url;
    variables[prefix + "_SSH_URL"] = shown.ssh_url;
}

Variables variables_for(const Repository& made, const Repository& from)
{
    constexpr std::array<const char*, 12> months{"January", "February", "March",     "April",   "May",      "June",
                                                 "July",    "August",   "September", "October", "November", "December"};
    const std::time_t now = Time::now().seconds;
    std::tm parts{};
    gmtime_r(&now, &parts);
    const auto two_digits = [](int number) { return (number < 10 ? "0" : "") + std::to_string(number); };
    Variables variables;
    add_place(variables, "REPO", made);
    add_place(variables, "TEMPLATE", from);
    variables["YEAR"] = std::to_string(parts.tm_year + 1900);
    variables["MONTH"] = two_digits(parts.tm_mon + 1);
    variables["MONTH_ENGLISH"] = months.at(static_cast<std::size_t>(parts.tm_mon));
    variables["DAY"] = two_digits(parts.tm_mday);
    return variables;
}

bool lists_expanded_files(std::string_view path) { return path == ".cairn/template" || path == ".gitea/template"; }

// The files of a commit, written into another repository.
Result<git::ObjectId> copy_tree(const git::Repository& from, const git::ObjectId& tree, const git::Repository& into,
                                const Variables& variables)
{
    const auto listing = TRY(git::list_tree(from, tree, 0, most_entries, most_entries));
    std::string patterns;
    for (const auto& entry : listing.entries)
        if (lists_expanded_files(entry.name)) patterns += TRY(git::read_blob(from, entry.id, most_expanded)) + "\n";
    const ExpandedFiles expanded(patterns);
    git::TreeEdit edit(into, {});
    for (const auto& entry : listing.entries) {
        if (entry.mode == git::mode_tree || lists_expanded_files(entry.name)) continue;
        if (entry.mode == git::mode_submodule) {
            TRY(edit.put(entry.name, {entry.mode, entry.id}));
            continue;
        }
        auto bytes = TRY(git::read_blob(from, entry.id, most_bytes));
        if (entry.is_file() && bytes.size() <= most_expanded && expanded.contains(entry.name))
            bytes = expand(bytes, variables);
        TRY(edit.put(entry.name, {entry.mode, TRY(git::write_blob(into, bytes))}));
    }
    return edit.write();
}

Result<void> copy_files(const Call& call, const StoredRepository& from, const std::string& storage,
                        const std::string& branch, const Account& owner, const Variables& variables)
{
    const auto source = TRY(git::Repository::open(call.site.get<git::Store>().path(from.storage)));
    const auto target = TRY(git::Repository::open(call.site.get<git::Store>().path(storage)));
    const auto head = TRY(git::find_branch(source, from.default_branch));
    const auto tree = TRY(copy_tree(source, TRY(git::read_commit(source, head)).tree, target, variables));
    const auto author = author_of(owner, call.settings());
    TRY(git::commit_to(
        target, branch,
        [&](const git::ObjectId&) -> Result<git::NewCommit> {
            return git::NewCommit{.tree = tree, .author = author, .committer = author, .message = "Initial commit\n"};
        },
        signing_writer(
            call.site,
            {.conditions = call.settings().repository_signing.initial_commit, .account_id = call.caller.id})));
    return {};
}

} // namespace

Result<MadeRepository> generate_repository(const Call& call, const RepositoryContext& place,
                                           const GenerateRepoOption& option)
{
    const StoredRepository& base = place.repository;
    if (!base.template_) return fail(Errc::unprocessable, "this repository is not a template");
    if (!option.git_content && !option.topics && !option.git_hooks && !option.webhooks && !option.avatar
        && !option.labels && !option.protected_branch)
        return fail(Errc::unprocessable, "say what the new repository takes from the template");
    if (!accounts::find_account(call.db(), option.owner))
        return fail(Errc::not_found, "request owner `" + option.owner + "` does not exist", ErrorForm::named);
    auto owner = TRY(owner_for(call, option.owner));
    const NewRepository wanted{.name = option.name,
                               .description = option.description,
                               .private_ = option.private_,
                               .default_branch =
                                   option.default_branch.empty() ? base.default_branch : option.default_branch,
                               .object_format = base.object_format,
                               .template_of = base.id,
                               .copies_labels = option.labels,
                               .copies_webhooks = option.webhooks,
                               .copies_protections = option.protected_branch};
    Filling fill;
    if (option.git_content && !base.empty)
        fill = [&](const std::string& storage) {
            StoredRepository planned;
            planned.name = wanted.name;
            planned.description = wanted.description;
            const auto variables = variables_for(show_repository(call, planned, owner, {}),
                                                 show_repository(call, base, place.owner, place.access));
            return copy_files(call, base, storage, wanted.default_branch, owner, variables);
        };
    auto made = TRY(create_repository(call.site, owner, accounts::account_of(call.caller), wanted, fill));
    if (option.topics && !base.topics.empty()) {
        const auto topics = topics_of(base);
        call.db().write([&](db::Transaction& tx) { set_topics(tx, made.id, topics); });
    }
    if (option.avatar) copy_avatar(call.site, base, made);
    return MadeRepository{std::move(made), std::move(owner)};
}

} // namespace cairn::repositories

#include "git/references/references.hpp"

#include <fcntl.h>
#include <git2.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>

#include "base/text.hpp"
#include "git/libgit2.hpp"

namespace cairn::git {

namespace {

Result<Reference> describe(const Repository& repository, std::string_view name, const ObjectId& target)
{
    Reference reference{.name = std::string(name), .target = target};
    reference.kind = TRY(repository.kind_of(reference.target));
    if (reference.kind == Kind::commit) reference.commit = reference.target;
    else if (auto commit = repository.peel(reference.target, Kind::commit)) reference.commit = *commit;
    return reference;
}

constexpr std::uint64_t most_steps = 10'000;

std::optional<std::uint64_t> take_number(std::string_view& rest)
{
    const auto digits = std::ranges::find_if_not(rest, text::is_digit) - rest.begin();
    if (digits == 0) return 1;
    const auto number = text::parse_integer(rest.substr(0, static_cast<std::size_t>(digits)), 0, most_steps);
    rest.remove_prefix(static_cast<std::size_t>(digits));
    return number ? std::optional<std::uint64_t>(*number) : std::nullopt;
}

Result<ObjectId> parent_of(const Repository& repository, const ObjectId& id, std::uint64_t which)
{
    git_commit* raw = nullptr;
    if (const auto code = git_commit_lookup(&raw, repository.raw(), oid(id)); code < 0)
        return libgit2_error(code, "the commit " + id.hex());
    const Owned<git_commit> commit(raw);
    if (which > git_commit_parentcount(raw)) return not_found("the parent of " + id.hex());
    return object_id(*git_commit_parent_id(raw, static_cast<unsigned>(which - 1)));
}

Result<ObjectId> follow(const Repository& repository, ObjectId id, std::string_view steps)
{
    while (!steps.empty()) {
        const auto mark = steps.front();
        steps.remove_prefix(1);
        const auto number = take_number(steps);
        if (!number || (mark != '^' && mark != '~')) return not_found("the commit");
        if (mark == '^' && *number > 0) id = TRY(parent_of(repository, id, *number));
        if (mark == '~')
            for (std::uint64_t step = 0; step < *number; ++step) id = TRY(parent_of(repository, id, 1));
    }
    return id;
}

// What a look at a reference's own file tells, which is all there is to know of most: the library takes six looks.
struct Loose {
    std::optional<ObjectId> id{};
    bool is_nowhere = false; // neither here nor among those that are packed
};

Loose read_loose(const Repository& repository, const std::string& name)
{
    const int file = ::open((repository.path() + "/" + name).c_str(), O_RDONLY | O_NOFOLLOW | O_CLOEXEC);
    if (file < 0) {
        // In this order: what is packed loses its own file afterwards.
        const bool none = errno == ENOENT || errno == ENOTDIR;
        return {.is_nowhere = none && access((repository.path() + "/packed-refs").c_str(), F_OK) != 0};
    }
    std::array<char, 64> text;
    const auto size = ::read(file, text.data(), text.size());
    ::close(file);
    if (size != static_cast<ssize_t>(ObjectId::hex_size + 1) || text[ObjectId::hex_size] != '\n') return {};
    return {.id = ObjectId::parse({text.data(), ObjectId::hex_size})};
}

Result<ObjectId> find_without_steps(const Repository& repository, std::string_view name)
{
    if (name == "HEAD") return find_branch(repository, TRY(default_branch(repository)));
    // As git has it: a whole id is an object's, whatever else is called so.
    if (const auto whole = ObjectId::parse(name))
        if (auto found = repository.peel(*whole, Kind::commit)) return found;
    if (name.starts_with("refs/"))
        if (auto found = find_reference(repository, name)) return repository.peel(found->target, Kind::commit);
    if (auto found = find_branch(repository, name)) return found;
    if (auto found = find_tag(repository, name)) return found;
    if (auto found = repository.find_id(name)) return repository.peel(*found, Kind::commit);
    return not_found(name);
}

} // namespace

Result<> for_each_reference(const Repository& repository, std::string_view prefix,
                            const std::function<void(std::string_view name, const ObjectId& target)>& found)
{
    // Only the folder is given to the library: the rest of the prefix may hold anything, also the signs of a pattern.
    const auto folder = std::string(prefix.substr(0, prefix.rfind('/') + 1));
    git_reference_iterator* raw = nullptr;
    const auto code = is_ref_name(folder + "x")
        ? git_reference_iterator_glob_new(&raw, repository.raw(), (folder + "*").c_str())
        : git_reference_iterator_new(&raw, repository.raw());
    if (code < 0) return libgit2_error(code, "the list of references");
    const Owned<git_reference_iterator> iterator(raw);
    git_reference* next = nullptr;
    int more = 0;
    while ((more = git_reference_next(&next, iterator.get())) == 0) {
        const Owned<git_reference> reference(next);
        if (git_reference_type(next) != GIT_REFERENCE_DIRECT) continue;
        const std::string_view name = git_reference_name(next);
        if (name.starts_with(prefix)) found(name, object_id(*git_reference_target(next)));
    }
    if (more != GIT_ITEROVER) return libgit2_error(more, "the list of references");
    return {};
}

Result<std::vector<Reference>> list_references(const Repository& repository, std::string_view prefix)
{
    std::vector<Reference> all;
    TRY(for_each_reference(repository, prefix, [&](std::string_view name, const ObjectId& target) {
        if (auto described = describe(repository, name, target)) all.push_back(*std::move(described));
    }));
    std::ranges::sort(all, {}, &Reference::name);
    return all;
}

Result<Reference> find_reference(const Repository& repository, std::string_view name)
{
    if (!is_ref_name(name)) return not_found("the reference");
    if (name.starts_with("refs/")) {
        const auto loose = read_loose(repository, std::string(name));
        if (loose.id) return describe(repository, name, *loose.id);
        if (loose.is_nowhere) return not_found(name);
    }
    git_reference* raw = nullptr;
    if (const auto code = git_reference_lookup(&raw, repository.raw(), std::string(name).c_str()); code < 0)
        return libgit2_error(code, name);
    const Owned<git_reference> reference(raw);
    if (git_reference_type(raw) != GIT_REFERENCE_DIRECT) return not_found(name);
    return describe(repository, name, object_id(*git_reference_target(raw)));
}

// Without a look at the object: git puts nothing but commits on a branch.
Result<ObjectId> find_branch(const Repository& repository, std::string_view name)
{
    const auto whole = std::string(heads).append(name);
    if (!is_ref_name(whole)) return not_found(name);
    const auto loose = read_loose(repository, whole);
    if (loose.id) return *loose.id;
    if (loose.is_nowhere) return not_found(name);
    git_oid id;
    if (const auto code = git_reference_name_to_id(&id, repository.raw(), whole.c_str()); code < 0)
        return libgit2_error(code, name);
    return object_id(id);
}

Result<ObjectId> find_tag(const Repository& repository, std::string_view name)
{
    auto found = find_reference(repository, std::string(tags).append(name));
    if (!found) return found.error().code == Errc::not_found ? not_found(name) : std::unexpected(found.error());
    return repository.peel(found->target, Kind::commit);
}

bool may_begin_reference(const Repository& repository, std::string_view first_part)
{
    if (!is_ref_name(std::string(heads).append(first_part))) return false;
    const auto exists = [&](std::string_view below) {
        return access((repository.path() + "/").append(below).c_str(), F_OK) == 0;
    };
    return exists("packed-refs") || exists(std::string(heads).append(first_part))
        || exists(std::string(tags).append(first_part));
}

Result<ObjectId> find_commit(const Repository& repository, std::string_view name)
{
    const auto steps = std::min(name.find_first_of("^~"), name.size());
    if (name.empty()) return not_found("a commit without a name");
    if (steps == 0) return not_found("\"" + std::string(name) + "\"");
    const auto start = TRY(find_without_steps(repository, name.substr(0, steps)));
    return follow(repository, start, name.substr(steps));
}

Result<std::string> default_branch(const Repository& repository)
{
    git_reference* raw = nullptr;
    if (const auto code = git_reference_lookup(&raw, repository.raw(), "HEAD"); code < 0)
        return libgit2_error(code, "HEAD");
    const Owned<git_reference> head(raw);
    const auto* target = git_reference_symbolic_target(raw);
    const std::string_view name = target != nullptr ? target : "";
    if (!name.starts_with(heads)) return not_found("the default branch");
    return std::string(name.substr(heads.size()));
}

} // namespace cairn::git

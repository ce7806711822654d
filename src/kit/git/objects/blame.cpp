#include "git/objects/blame.hpp"

#include "base/deadline.hpp"
#include "base/log.hpp"
#include "base/text.hpp"
#include "base/utf8.hpp"

namespace cairn::git {

namespace {

// What a child is stopped by when nobody waits for it any longer.
struct NobodyWaits { };

// "+0130" in minutes.
int offset_of(std::string_view zone)
{
    if (zone.size() != 5) return 0;
    const auto number = text::parse_integer(zone.substr(1), 0, 9999).value_or(0);
    const auto minutes = static_cast<int>(number / 100 * 60 + number % 100);
    return zone.front() == '-' ? -minutes : minutes;
}

std::string address_of(std::string_view text)
{
    if (text.starts_with('<')) text.remove_prefix(1);
    if (text.ends_with('>')) text.remove_suffix(1);
    return to_text(text);
}

void take_person(Person& person, std::string_view what, std::string_view value)
{
    if (what.empty()) person.name = to_text(value);
    else if (what == "-mail") person.email = address_of(value);
    else if (what == "-time") person.when = Time{text::parse_integer(value).value_or(0)};
    else if (what == "-tz") person.offset = offset_of(value);
}

} // namespace

std::string unquote_path(std::string_view path)
{
    if (path.size() < 2 || !path.starts_with('"') || !path.ends_with('"')) return std::string(path);
    path = path.substr(1, path.size() - 2);
    constexpr std::string_view names = "abtnvfr";
    constexpr std::string_view signs = "\a\b\t\n\v\f\r";
    std::string plain;
    for (std::size_t i = 0; i < path.size(); ++i) {
        if (path[i] != '\\' || i + 1 == path.size()) {
            plain += path[i];
            continue;
        }
        const char c = path[++i];
        if (c >= '0' && c <= '3' && i + 2 < path.size()) {
            plain += static_cast<char>((c - '0') * 64 + (path[i + 1] - '0') * 8 + (path[i + 2] - '0'));
            i += 2;
        } else if (const auto known = names.find(c); known != names.npos) {
            plain += signs[known];
        } else {
            plain += c;
        }
    }
    return plain;
}

void BlameReader::feed(std::string_view bytes)
{
    rest_ += bytes;
    std::size_t begin = 0;
    for (auto end = rest_.find('\n'); end != rest_.npos; end = rest_.find('\n', begin)) {
        take_line(std::string_view(rest_).substr(begin, end - begin));
        begin = end + 1;
    }
    rest_.erase(0, begin);
}

void BlameReader::take_line(std::string_view line)
{
    const auto space = line.find(' ');
    const auto name = line.substr(0, space);
    const auto value = space == line.npos ? std::string_view() : line.substr(space + 1);
    if (commit_) {
        take_detail(name, value);
        return;
    }
    // The first of a block: the commit, the line in it, the line here, how many.
    const auto id = ObjectId::parse(name);
    const auto numbers = text::split(value, ' ');
    if (!id || numbers.size() != 3) return;
    block_ = {.original_line = text::parse_integer(numbers[0]).value_or(0)};
    block_.line = text::parse_integer(numbers[1]).value_or(0);
    block_.count = text::parse_integer(numbers[2]).value_or(0);
    auto& known = commits_[*id];
    if (!known) known = std::make_shared<BlameCommit>(BlameCommit{.id = *id});
    commit_ = known;
}

void BlameReader::take_detail(std::string_view name, std::string_view value)
{
    // It comes last of all.
    if (name == "filename") return end_block(value);
    if (name == "summary") commit_->summary = to_text(value);
    else if (name.starts_with("author")) take_person(commit_->author, name.substr(6), value);
    else if (name.starts_with("committer")) take_person(commit_->committer, name.substr(9), value);
    else if (name == "previous" && value.size() > ObjectId::hex_size) {
        block_.previous = ObjectId::parse(value.substr(0, ObjectId::hex_size)).value_or(ObjectId{});
        block_.previous_path = unquote_path(value.substr(ObjectId::hex_size + 1));
    }
}

void BlameReader::end_block(std::string_view path)
{
    block_.original_path = unquote_path(path);
    block_.commit = std::move(commit_);
    commit_.reset();
    waiting_.insert_or_assign(block_.line, std::move(block_));
    block_ = {};
    while (!waiting_.empty() && waiting_.begin()->first == next_) {
        auto block = waiting_.extract(waiting_.begin()).mapped();
        if (block.count <= 0) return;
        next_ += block.count;
        each_(std::move(block));
    }
}

Result<> blame(Children& children, const std::string& git_dir, const BlameQuery& query,
               const std::function<void(BlameBlock)>& each)
{
    Command command{.arguments = {"--git-dir=" + git_dir, "blame", "--incremental"},
                    .reads = {git_dir},
                    .settings = {{"core.quotePath", "false"}, {"blame.ignoreRevsFile", ""}},
                    .time_limit = query.time_limit};
    for (const auto& id : query.ignored) command.arguments.push_back("--ignore-rev=" + id.hex());
    command.arguments.insert(command.arguments.end(), {query.commit.hex(), "--", query.path});
    auto child = TRY(children.start(command));
    BlameReader reader(each);
    try {
        const auto status = child.run(nullptr, {.output = [&](std::string_view bytes) {
                                          reader.feed(bytes);
                                          if (!Deadline::is_ahead_now()) throw NobodyWaits();
                                      }});
        if (!status) return fail(Errc::too_large, "this file's history takes too long to go through");
        if (*status != 0 && child.wanted_too_much(*status))
            return fail(Errc::too_large, "this file's history takes too much to go through");
        if (*status != 0) {
            log::error("git blame failed", {{"folder", git_dir}, {"git", std::string(child.last_words())}});
            return fail(Errc::unavailable, "the repository cannot be read");
        }
    } catch (const NobodyWaits&) {
        return takes_too_long();
    }
    return {};
}

} // namespace cairn::git

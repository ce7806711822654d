#include "ssh/command.hpp"

#include <optional>
#include <vector>

#include "base/text.hpp"

namespace cairn::ssh {

namespace {

constexpr std::size_t longest_line = 8192;
constexpr std::size_t most_words = 8;

std::unexpected<Error> refuse(std::string why) { return fail(Errc::bad_request, std::move(why)); }

// Words as a shell would part them, as far as git and LFS quote: '...', "...", and a backslash before a character.
class Words {
public:
    explicit Words(std::string_view line) : rest_(line) { }

    Result<std::vector<std::string>> all()
    {
        std::vector<std::string> words;
        while (skip_blanks()) {
            if (words.size() == most_words) return refuse("this command has too many words");
            auto word = next();
            if (!word) return refuse("a quote of this command is not closed");
            words.push_back(std::move(*word));
        }
        return words;
    }

private:
    bool skip_blanks()
    {
        while (!rest_.empty() && text::is_space(rest_.front())) rest_.remove_prefix(1);
        return !rest_.empty();
    }

    std::optional<std::string> next()
    {
        std::string word;
        while (!rest_.empty() && !text::is_space(rest_.front())) {
            const char c = take();
            if (c == '\'') {
                const auto end = rest_.find('\'');
                if (end == rest_.npos) return {};
                word += rest_.substr(0, end);
                rest_.remove_prefix(end + 1);
            } else if (c == '"') {
                if (!take_quoted(word)) return {};
            } else if (c == '\\') {
                if (rest_.empty()) return {};
                word += take();
            } else {
                word += c;
            }
        }
        return word;
    }

    bool take_quoted(std::string& word)
    {
        while (!rest_.empty()) {
            char c = take();
            if (c == '"') return true;
            if (c == '\\' && !rest_.empty()) c = take();
            word += c;
        }
        return false;
    }

    char take()
    {
        const char c = rest_.front();
        rest_.remove_prefix(1);
        return c;
    }

    std::string_view rest_;
};

std::optional<Command::Verb> verb_of(std::string_view name)
{
    using enum Command::Verb;
    if (name == "git-upload-pack") return fetch;
    if (name == "git-receive-pack") return push;
    if (name == "git-upload-archive") return archive;
    if (name == "git-lfs-authenticate") return lfs_authenticate;
    return {};
}

// "/owner/name.git", with or without the slash at its beginning.
Result<void> read_address(std::string_view path, Command& command)
{
    if (path.starts_with('/')) path.remove_prefix(1);
    if (path.ends_with('/')) path.remove_suffix(1);
    const auto parts = text::split(path, '/');
    if (parts.size() != 2 || parts[0].empty() || parts[1].empty())
        return refuse("the address of a repository is OWNER/NAME.git");
    command.owner = parts[0];
    command.repository = parts[1];
    return {};
}

} // namespace

Result<Command> parse_command(std::string_view line)
{
    if (line.size() > longest_line || line.find('\0') != line.npos) return refuse("this is no command of git");
    auto words = TRY(Words(line).all());
    if (words.size() > 1 && words[0] == "git") {
        words.erase(words.begin());
        words[0].insert(0, "git-");
    }
    const auto verb = words.empty() ? std::nullopt : verb_of(words[0]);
    if (!verb) return refuse("only git's own commands are known here");
    Command command{.verb = *verb, .owner = {}, .repository = {}};
    const bool is_lfs = *verb == Command::Verb::lfs_authenticate;
    // A client of old names the object as well.
    const std::size_t most = is_lfs ? 4 : 2;
    if (words.size() < (is_lfs ? 3U : 2U) || words.size() > most) return refuse("this is no command of git");
    TRY(read_address(words[1], command));
    if (is_lfs) {
        if (words[2] != "upload" && words[2] != "download")
            return refuse("git-lfs-authenticate is for upload or download");
        command.uploads = words[2] == "upload";
    }
    return command;
}

} // namespace cairn::ssh

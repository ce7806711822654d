#include "languages/language.hpp"

#include <deque>
#include <stdexcept>
#include <string>
#include <unordered_map>

#include "base/text.hpp"

namespace cairn::languages {

namespace {

using ByText = std::unordered_map<std::string, const Language*>;

struct Table {
    Table()
    {
        for (const auto line : text::split(embedded_files().front().bytes, '\n')) {
            if (line.empty() || line.starts_with('#')) continue;
            const auto columns = text::split(line, ';');
            if (columns.size() != 5) throw std::logic_error("a line of languages.txt has not five columns");
            const auto* language =
                &languages.emplace_back(Language{columns[0], columns[1].empty() ? columns[0] : columns[1]});
            by_name.emplace(text::to_lower(columns[0]), language);
            for (const auto ending : text::split_list(columns[2], ' ')) by_ending.emplace(ending, language);
            for (const auto name : text::split_list(columns[3], '|')) by_file.emplace(name, language);
            for (const auto program : text::split_list(columns[4], ' ')) by_program.emplace(program, language);
        }
    }

    std::deque<Language> languages; // never moves them
    ByText by_name;
    ByText by_ending;
    ByText by_file;
    ByText by_program;
};

const Table& table()
{
    static const Table all;
    return all;
}

const Language* find(const ByText& in, const std::string& key)
{
    const auto found = in.find(key);
    return found == in.end() ? nullptr : found->second;
}

std::string_view last_part(std::string_view path) { return path.substr(path.rfind('/') + 1); }

} // namespace

const Language* find_language(std::string_view name) { return find(table().by_name, text::to_lower(name)); }

const Language* language_of_name(std::string_view path)
{
    const auto name = last_part(path);
    if (const auto* found = find(table().by_file, std::string(name))) return found;
    // The longest ending says most: .html.erb is not .erb. A file that is nothing but an ending has none.
    const auto lower = text::to_lower(name);
    for (auto dot = lower.find('.', 1); dot != lower.npos; dot = lower.find('.', dot + 1))
        if (const auto* found = find(table().by_ending, lower.substr(dot))) return found;
    return nullptr;
}

const Language* language_of_script(std::string_view content)
{
    if (!content.starts_with("#!")) return nullptr;
    auto line = content.substr(2, content.substr(2).find_first_of("\r\n"));
    auto words = text::split_list(line, ' ');
    if (!words.empty() && last_part(words.front()) == "env") {
        words.erase(words.begin());
        while (!words.empty() && (words.front().starts_with('-') || words.front().contains('=')))
            words.erase(words.begin());
    }
    if (words.empty()) return nullptr;
    auto program = std::string(last_part(words.front()));
    if (const auto* found = find(table().by_program, program)) return found;
    // python3.11, perl5.36
    program.erase(program.find_last_not_of("0123456789.") + 1);
    return find(table().by_program, program);
}

bool is_binary(std::string_view content) { return content.substr(0, 8000).contains('\0'); }

} // namespace cairn::languages

#include "words/po_file.hpp"

#include <stdexcept>

#include "base/text.hpp"

namespace cairn::words {

namespace {

class Reader {
public:
    PoFile read(std::string_view text)
    {
        while (!text.empty()) {
            const auto end = text.find('\n');
            take_line(text::trim(text.substr(0, end)));
            text = end == text.npos ? std::string_view() : text.substr(end + 1);
        }
        finish();
        return std::move(file_);
    }

private:
    [[noreturn]] void fail(std::string_view what) const
    {
        throw std::invalid_argument("line " + std::to_string(line_) + ": " + std::string(what));
    }

    void take_line(std::string_view line)
    {
        ++line_;
        if (line.empty()) return;
        if (line.starts_with('#')) {
            if (translated_) finish();
            if (line.starts_with("#,") && line.find("fuzzy") != line.npos) fuzzy_ = true;
            return;
        }
        if (!line.starts_with('"')) line = begin(line);
        if (into_ == nullptr) fail("a text belongs to nothing");
        *into_ += unquoted(line);
    }

    // The keyword says where the texts go that follow; what is behind it is the first of them.
    std::string_view begin(std::string_view line)
    {
        const auto keyword = line.substr(0, line.find_first_of(" \t"));
        const auto rest = text::trim(line.substr(keyword.size()));
        if (keyword == "msgid") {
            if (translated_) finish();
            into_ = &entry_.id;
        } else if (keyword == "msgid_plural") into_ = &entry_.plural;
        else if (keyword == "msgstr" || keyword.starts_with("msgstr[")) {
            translated_ = true;
            into_ = &entry_.texts.emplace_back();
        } else fail("this keyword is not known");
        return rest;
    }

    std::string unquoted(std::string_view text) const
    {
        if (text.size() < 2 || !text.starts_with('"') || !text.ends_with('"')) fail("a text stands in quotes");
        text = text.substr(1, text.size() - 2);
        std::string out;
        for (std::size_t i = 0; i < text.size(); ++i) {
            if (text[i] != '\\') {
                out += text[i];
                continue;
            }
            if (++i == text.size()) fail("a text ends with a backslash");
            switch (text[i]) {
            case 'n': out += '\n'; break;
            case 't': out += '\t'; break;
            case '"':
            case '\\': out += text[i]; break;
            default: fail("this is not escaped in texts");
            }
        }
        return out;
    }

    void finish()
    {
        if (translated_ && entry_.id.empty() && file_.entries.empty() && file_.headers.empty()) read_headers();
        else if (translated_ && !fuzzy_ && !entry_.id.empty()) file_.entries.push_back(std::move(entry_));
        entry_ = {};
        into_ = nullptr;
        translated_ = false;
        fuzzy_ = false;
    }

    void read_headers()
    {
        for (const auto line : text::split_list(entry_.texts.front(), '\n'))
            if (const auto colon = line.find(':'); colon != line.npos)
                file_.headers.emplace_back(line.substr(0, colon), text::trim(line.substr(colon + 1)));
    }

    PoFile file_;
    PoEntry entry_;
    std::string* into_ = nullptr;
    bool translated_ = false;
    bool fuzzy_ = false;
    std::size_t line_ = 0;
};

} // namespace

std::string_view PoFile::header(std::string_view name) const
{
    for (const auto& [key, value] : headers)
        if (key == name) return value;
    return {};
}

PoFile parse_po(std::string_view text) { return Reader().read(text); }

} // namespace cairn::words

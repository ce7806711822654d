#include "words/language.hpp"

#include <algorithm>
#include <stdexcept>

#include "base/text.hpp"
#include "words/po_file.hpp"

namespace cairn::words {

namespace {

template <class Pairs> std::string filled(std::string_view text, const Pairs& values)
{
    std::string out;
    while (!text.empty()) {
        const auto open = text.find('{');
        const auto close = text.find('}', open);
        out += text.substr(0, open);
        if (open == text.npos) return out;
        if (close == text.npos) return out += text.substr(open);
        const auto name = text.substr(open + 1, close - open - 1);
        const auto found = std::ranges::find(values, name, [](const auto& value) { return value.first; });
        if (found != values.end()) out += found->second;
        else out += text.substr(open, close - open + 1);
        text.remove_prefix(close + 1);
    }
    return out;
}

// A number of an Accept-Language header, in thousandths.
int weight_of(std::string_view parameters)
{
    for (auto parameter : text::split_list(parameters, ';')) {
        if (!text::istarts_with(parameter, "q=")) continue;
        parameter.remove_prefix(2);
        if (parameter.starts_with('1')) return 1000;
        int weight = 0;
        int unit = 100;
        for (const char c : parameter.substr(std::min<std::size_t>(parameter.size(), 2))) {
            if (!text::is_digit(c) || unit == 0) break;
            weight += (c - '0') * unit;
            unit /= 10;
        }
        return weight;
    }
    return 1000;
}

bool same_code(std::string_view a, std::string_view b)
{
    return std::ranges::equal(
        a, b, [](char x, char y) { return text::to_lower(x == '_' ? '-' : x) == text::to_lower(y == '_' ? '-' : y); });
}

std::string_view without_region(std::string_view code) { return code.substr(0, code.find_first_of("-_")); }

// The offered language that a reader of that code understands; the exact one before one of another region.
const Language* best_of(std::span<const Language* const> offered, std::string_view code)
{
    for (const Language* language : offered)
        if (same_code(language->code(), code)) return language;
    for (const Language* language : offered)
        if (same_code(without_region(language->code()), without_region(code))) return language;
    return nullptr;
}

} // namespace

Language::Language() = default;

Language::Language(std::string code, std::string_view po) : code_(std::move(code))
{
    auto file = parse_po(po);
    const auto header = [&](std::string_view name, std::string usual) {
        const auto value = file.header(name);
        return value.empty() ? std::move(usual) : std::string(value);
    };
    name_ = header("X-Name", code_);
    group_ = header("X-Thousands", ",");
    if (group_ == "space") group_ = "\u202f";
    point_ = header("X-Decimal", ".");
    plural_ = PluralRule(header("Plural-Forms", "nplurals=2; plural=(n != 1);"));
    for (auto& entry : file.entries) {
        const std::size_t wanted = entry.plural.empty() ? 1 : plural_.forms();
        if (entry.texts.size() != wanted)
            throw std::invalid_argument(code_ + ".po: \"" + entry.id + "\" has not as many forms as the language");
        if (std::ranges::none_of(entry.texts, &std::string::empty))
            texts_.insert_or_assign(std::move(entry.id), std::move(entry.texts));
    }
}

std::span<const std::string> Language::forms(Phrase phrase) const
{
    const auto found = texts_.find(phrase.one);
    if (found == texts_.end()) return {};
    return found->second;
}

std::string_view Language::text(Phrase phrase) const
{
    const auto known = forms(phrase);
    return known.empty() ? phrase.one : std::string_view(known.front());
}

std::string_view Language::text(Phrase phrase, std::int64_t number) const
{
    const auto known = forms(phrase);
    if (known.size() == plural_.forms()) return known[plural_.form(number)];
    return number == 1 || phrase.many.empty() ? phrase.one : phrase.many;
}

std::string Language::say(Phrase phrase, const Values& values) const { return filled(text(phrase), values); }

std::string Language::say(Phrase phrase, std::int64_t count, const Values& values) const
{
    Values all = values;
    all.emplace_back("count", number(count));
    return filled(text(phrase, count), all);
}

std::string Language::fill(Phrase phrase,
                           std::initializer_list<std::pair<std::string_view, std::string_view>> values) const
{
    return filled(text(phrase), values);
}

std::span<const Language> languages()
{
    static const auto all = [] {
        std::vector<Language> made;
        made.emplace_back();
        for (const EmbeddedFile& file : embedded_files())
            if (file.name.ends_with(".po"))
                made.emplace_back(std::string(file.name.substr(0, file.name.size() - 3)), file.bytes);
        return made;
    }();
    return all;
}

const Language& english() { return languages().front(); }

const Language* find_language(std::string_view code)
{
    for (const Language& language : languages())
        if (same_code(language.code(), code)) return &language;
    return nullptr;
}

std::vector<const Language*> offered_languages(std::span<const std::string> codes)
{
    std::vector<const Language*> offered;
    for (const auto& code : codes) {
        const auto* exact = find_language(code);
        const auto* language = exact != nullptr ? exact : find_language(without_region(code));
        if (language != nullptr && std::ranges::find(offered, language) == offered.end()) offered.push_back(language);
    }
    if (offered.empty())
        for (const Language& language : languages()) offered.push_back(&language);
    return offered;
}

const Language& choose_language(std::span<const std::string> offered, std::string_view wanted,
                                std::string_view accept_language)
{
    const auto choice = offered_languages(offered);
    if (!wanted.empty())
        if (const auto* language = best_of(choice, wanted)) return *language;
    const Language* best = nullptr;
    int most = 0;
    for (const auto part : text::split_list(accept_language.substr(0, 1000), ',')) {
        const auto code = text::trim(part.substr(0, part.find(';')));
        const auto weight = part.find(';') == part.npos ? 1000 : weight_of(part.substr(part.find(';') + 1));
        if (weight <= most) continue;
        if (const auto* language = best_of(choice, code)) {
            best = language;
            most = weight;
        }
    }
    return best != nullptr ? *best : *choice.front();
}

} // namespace cairn::words

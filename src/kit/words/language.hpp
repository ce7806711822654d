// A language that pages and mails can be in.
//
// Threads: languages are read from the program's own files once, at the first use, and never change.
#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/embedded.hpp"
#include "base/time.hpp"
#include "words/phrase.hpp"
#include "words/plural_rule.hpp"

namespace cairn::words {

std::span<const EmbeddedFile> embedded_files(); // web/languages/CODE.po

// What stands for the {names} of a phrase.
using Values = std::vector<std::pair<std::string_view, std::string>>;

class Language {
public:
    Language(); // English, which needs no file
    // Throws std::invalid_argument for what is no PO file.
    Language(std::string code, std::string_view po);

    const std::string& code() const { return code_; } // as in <html lang>: "de", "pt-BR"
    const std::string& name() const { return name_; } // its own: "Deutsch"

    // As the translators have written it, or in English as long as nobody has.
    std::string_view text(Phrase) const;
    std::string_view text(Phrase, std::int64_t number) const;
    // All forms of it: one, or as many as the language has for numbers. Empty where nobody has translated it.
    std::span<const std::string> forms(Phrase) const;
    std::size_t form(std::int64_t number) const { return plural_.form(number); }
    std::size_t forms_for_numbers() const { return plural_.forms(); }

    // With the values in it. Nothing is escaped: it is text.
    std::string say(Phrase, const Values& = {}) const;
    std::string say(Phrase, std::int64_t number, const Values& = {}) const; // {count} is the number

    std::string number(std::int64_t) const;            // "1,284"
    std::string decimal(double, int places = 1) const; // "8.4"
    std::string bytes(std::int64_t) const;             // "8.4 MB"
    std::string day(Time) const;                       // "15 Nov 2026"
    std::string moment(Time) const;                    // "15 Nov 2026, 06:14 UTC"
    std::string ago(Time, Time now) const;             // "5 days ago", "in 2 hours"

private:
    // As say(), with values that are in hand.
    std::string fill(Phrase, std::initializer_list<std::pair<std::string_view, std::string_view>> values) const;

    std::string code_ = "en";
    std::string name_ = "English";
    std::string group_ = ",";
    std::string point_ = ".";
    PluralRule plural_{};
    std::map<std::string, std::vector<std::string>, std::less<>> texts_{};
};

// English first, the others by their codes.
std::span<const Language> languages();
const Language& english();
// In any case, with '_' or '-'. Null when there is no such language.
const Language* find_language(std::string_view code);

// Those of the codes that there are; empty: all. The usual one first.
std::vector<const Language*> offered_languages(std::span<const std::string> codes);

// The language for somebody: `wanted` if the site has it, otherwise the best of an Accept-Language header, otherwise
// the first that the site offers. `offered` are codes; empty: all languages there are.
const Language& choose_language(std::span<const std::string> offered, std::string_view wanted,
                                std::string_view accept_language);

} // namespace cairn::words

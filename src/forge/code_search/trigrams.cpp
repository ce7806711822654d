#include "code_search/trigrams.hpp"

#include <algorithm>

#include "base/text.hpp"
#include "base/utf8.hpp"

namespace cairn::code_search {

namespace {

// Each costs the reading of a list; a few more than these find nothing that these do not.
constexpr std::size_t most_pieces = 24;

using Pieces = std::vector<std::string>;

void add(Pieces& pieces, std::string piece)
{
    if (std::ranges::find(pieces, piece) == pieces.end()) pieces.push_back(std::move(piece));
}

// FTS5's tokenizer makes a piece of any three code points that follow each other.
void add_sqlite(Pieces& pieces, std::string_view text)
{
    std::vector<std::size_t> starts;
    for (std::size_t at = 0; at < text.size(); at += std::max<std::size_t>(utf8_sequence(text.substr(at)), 1))
        starts.push_back(at);
    starts.push_back(text.size());
    for (std::size_t i = 0; i + 3 < starts.size(); ++i)
        add(pieces, text::to_lower(text.substr(starts[i], starts[i + 3] - starts[i])));
}

bool is_word_sign(char c) { return text::is_alpha(c) || text::is_digit(c); }

// pg_trgm takes words of letters and digits, with two spaces before and one behind. Which signs beyond ASCII are
// letters is the database's locale's to say, so what touches them is not looked for.
void add_postgres(Pieces& pieces, std::string_view text)
{
    for (std::size_t at = 0; at < text.size();) {
        if (!is_word_sign(text[at])) {
            ++at;
            continue;
        }
        std::size_t end = at;
        while (end < text.size() && is_word_sign(text[end])) ++end;
        auto word = text::to_lower(text.substr(at, end - at));
        const auto ends_there = [&](std::size_t place) { return static_cast<unsigned char>(text[place]) < 0x80; };
        if (at > 0 && ends_there(at - 1)) word = "  " + word;
        if (end < text.size() && ends_there(end)) word += ' ';
        for (std::size_t i = 0; i + 3 <= word.size(); ++i) add(pieces, word.substr(i, 3));
        at = end;
    }
}

// Of many, some from everywhere: those beside each other tell least.
void thin_out(Pieces& pieces)
{
    if (pieces.size() <= most_pieces) return;
    Pieces some;
    for (std::size_t i = 0; i < most_pieces; ++i) some.push_back(std::move(pieces[i * pieces.size() / most_pieces]));
    pieces = std::move(some);
}

std::string quote(std::string_view piece, char before)
{
    std::string quoted = "\"";
    for (const char c : piece) {
        if (c == '"' || (c == '\\' && before == '\\')) quoted += before;
        quoted += c;
    }
    return quoted + '"';
}

} // namespace

std::string indexed_pieces(const Query& query, Engine engine)
{
    Pieces pieces;
    const auto add_text = [&](std::string_view text) {
        if (engine == Engine::sqlite) add_sqlite(pieces, text);
        else add_postgres(pieces, text);
    };
    for (const auto& term : query.terms) {
        if (!term.expression) add_text(term.text);
        else
            for (const auto& text : required_texts(term.text)) add_text(text);
    }
    thin_out(pieces);
    if (pieces.empty()) return {};
    std::string written;
    for (const auto& piece : pieces) {
        if (!written.empty()) written += engine == Engine::sqlite ? " AND " : ",";
        written += quote(piece, engine == Engine::sqlite ? '"' : '\\');
    }
    return engine == Engine::sqlite ? written : "{" + written + "}";
}

} // namespace cairn::code_search

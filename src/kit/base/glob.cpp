#include "base/glob.hpp"

#include <algorithm>
#include <utility>

#include "base/utf8.hpp"

namespace cairn {

namespace {

// The characters of a text. What is not UTF-8 counts byte by byte, beyond all that Unicode has.
std::vector<char32_t> characters_of(std::string_view text)
{
    constexpr char32_t beyond_unicode = 0x110000;
    std::vector<char32_t> characters;
    characters.reserve(text.size());
    while (!text.empty()) {
        const auto size = utf8_sequence(text);
        const auto first = static_cast<unsigned char>(text.front());
        if (size < 2) {
            characters.push_back(size == 1 ? first : beyond_unicode + first);
            text.remove_prefix(1);
            continue;
        }
        char32_t character = first & (0xFFU >> (size + 1));
        for (std::size_t i = 1; i < size; ++i)
            character = character << 6 | (static_cast<unsigned char>(text[i]) & 0x3F);
        characters.push_back(character);
        text.remove_prefix(size);
    }
    return characters;
}

} // namespace

// Writes the program of a pattern while it reads it. Braces may stand in braces, but not without end.
class GlobParser {
public:
    GlobParser(std::string_view pattern, Glob& into) : text_(characters_of(pattern)), glob_(into) { }

    bool parse()
    {
        if (!sequence(0) || at_ != text_.size()) return false;
        emit({.step = Glob::Step::end});
        return true;
    }

private:
    static constexpr int deepest = 16;

    std::size_t emit(Glob::Instruction instruction)
    {
        glob_.program_.push_back(instruction);
        return glob_.program_.size() - 1;
    }
    std::size_t here() const { return glob_.program_.size(); }
    bool ended() const { return at_ == text_.size(); }

    // Up to the end or, within braces, to what ends an alternative.
    bool sequence(int depth)
    {
        while (!ended()) {
            const char32_t c = text_[at_];
            if (depth > 0 && (c == U',' || c == U'}')) return true;
            ++at_;
            switch (c) {
            case U'*': star(); break;
            case U'?': emit({.step = Glob::Step::other}); break;
            case U'[':
                if (!set()) return false;
                break;
            case U'{':
                if (depth == deepest || !alternatives(depth + 1)) return false;
                break;
            case U']':
            case U'}': return false;
            case U'\\':
                if (ended()) return false;
                emit({.step = Glob::Step::character, .character = text_[at_++]});
                break;
            default: emit({.step = Glob::Step::character, .character = c});
            }
        }
        return depth == 0;
    }

    void star()
    {
        const bool crosses = !ended() && text_[at_] == U'*';
        while (!ended() && text_[at_] == U'*') ++at_;
        const auto fork = emit({.step = Glob::Step::fork});
        glob_.program_[fork].one = emit({.step = crosses ? Glob::Step::any : Glob::Step::other});
        emit({.step = Glob::Step::jump, .one = fork});
        glob_.program_[fork].two = here();
    }

    bool set()
    {
        Glob::Set set;
        if (!ended() && (text_[at_] == U'!' || text_[at_] == U'^')) {
            set.negated = true;
            ++at_;
        }
        while (!ended() && text_[at_] != U']') {
            char32_t low = text_[at_++];
            if (low == U'\\') {
                if (ended()) return false;
                low = text_[at_++];
            }
            char32_t high = low;
            if (at_ + 1 < text_.size() && text_[at_] == U'-' && text_[at_ + 1] != U']') {
                high = text_[at_ + 1];
                at_ += 2;
                if (high < low) return false;
            }
            set.ranges.emplace_back(low, high);
        }
        if (ended() || set.ranges.empty()) return false;
        ++at_;
        emit({.step = Glob::Step::set, .one = glob_.sets_.size()});
        glob_.sets_.push_back(std::move(set));
        return true;
    }

    bool alternatives(int depth)
    {
        std::vector<std::size_t> exits;
        for (;;) {
            const auto fork = emit({.step = Glob::Step::fork, .one = here() + 1});
            if (!sequence(depth) || ended()) return false;
            const bool last = text_[at_++] == U'}';
            exits.push_back(emit({.step = Glob::Step::jump}));
            // The last one has nothing beside it, so both ways lead into it.
            glob_.program_[fork].two = last ? fork + 1 : here();
            if (last) break;
        }
        for (const auto exit : exits) glob_.program_[exit].one = here();
        return true;
    }

    std::vector<char32_t> text_;
    std::size_t at_ = 0;
    Glob& glob_;
};

std::optional<Glob> Glob::parse(std::string_view pattern, std::string_view separators)
{
    Glob glob;
    glob.separators_ = characters_of(separators);
    if (!GlobParser(pattern, glob).parse()) return std::nullopt;
    return glob;
}

bool Glob::Set::has(char32_t character) const
{
    const bool listed = std::ranges::any_of(
        ranges, [&](const auto& range) { return character >= range.first && character <= range.second; });
    return listed != negated;
}

bool Glob::accepts(const Instruction& instruction, char32_t character) const
{
    switch (instruction.step) {
    case Step::character: return instruction.character == character;
    case Step::other: return std::ranges::find(separators_, character) == separators_.end();
    case Step::any: return true;
    case Step::set: return sets_[instruction.one].has(character);
    default: return false;
    }
}

// What is asked again for every character, and made once.
struct Glob::Run {
    std::vector<std::size_t> open{}; // in place of recursion: patterns may be long
    std::vector<std::size_t> seen;   // at which character a place was reached last
    std::size_t character = 1;
};

// Every place that is reached from `at` without a character.
void Glob::follow(std::size_t at, std::vector<std::size_t>& places, Run& run) const
{
    auto& open = run.open;
    open.push_back(at);
    while (!open.empty()) {
        const auto next = open.back();
        open.pop_back();
        if (std::exchange(run.seen[next], run.character) == run.character) continue;
        const auto& instruction = program_[next];
        if (instruction.step == Step::jump) open.push_back(instruction.one);
        else if (instruction.step == Step::fork) {
            open.push_back(instruction.one);
            open.push_back(instruction.two);
        } else places.push_back(next);
    }
}

bool Glob::matches(std::string_view text) const
{
    std::vector<std::size_t> places;
    std::vector<std::size_t> next;
    Run run{.seen = std::vector<std::size_t>(program_.size())};
    follow(0, places, run);
    for (const char32_t character : characters_of(text)) {
        next.clear();
        ++run.character;
        for (const auto place : places)
            if (accepts(program_[place], character)) follow(place + 1, next, run);
        places.swap(next);
        if (places.empty()) return false;
    }
    return std::ranges::any_of(places, [&](std::size_t place) { return program_[place].step == Step::end; });
}

} // namespace cairn

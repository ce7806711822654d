#include "pages/actions/ansi.hpp"

#include <array>
#include <charconv>
#include <cstdint>

namespace cairn::pages {

namespace {

constexpr std::array<std::string_view, 8> colors = {"black", "red",     "green", "yellow",
                                                    "blue",  "magenta", "cyan",  "white"};
constexpr std::size_t most_numbers = 32;
constexpr std::size_t longest_sequence = 256;

struct Look {
    int color = -1;  // of the text: 0 to 7; -1: as usual
    int ground = -1; // behind it
    bool bold = false;
    bool faint = false;
    bool italic = false;
    bool underlined = false;

    std::string classes() const
    {
        std::string out;
        const auto add = [&](std::string_view word) { out += (out.empty() ? "" : " ") + std::string(word); };
        // On a ground of its own the text is as usual: any other pair might be too faint to read.
        if (ground >= 0) add("g-" + std::string(colors[static_cast<std::size_t>(ground)]));
        else if (color >= 0) add("c-" + std::string(colors[static_cast<std::size_t>(color)]));
        if (bold) add("b");
        if (faint && color < 0 && ground < 0) add("f");
        if (italic) add("i");
        if (underlined) add("u");
        return out;
    }
};

// The one of the eight that comes nearest: red is 1, green 2, blue 4.
int nearest(std::int64_t red, std::int64_t green, std::int64_t blue)
{
    for (auto* part : {&red, &green, &blue}) *part = std::clamp<std::int64_t>(*part, 0, 255);
    const auto most = std::max({red, green, blue});
    if (most < 48) return 0;
    const auto enough = most * 2 / 3;
    return (red >= enough ? 1 : 0) | (green >= enough ? 2 : 0) | (blue >= enough ? 4 : 0);
}

int of_palette(std::int64_t number)
{
    if (number < 0 || number > 255) return -1;
    if (number < 16) return static_cast<int>(number % 8);
    if (number >= 232) return number < 244 ? 0 : 7;
    const auto cube = number - 16;
    return nearest(cube / 36 * 51, cube / 6 % 6 * 51, cube % 6 * 51);
}

std::vector<std::int64_t> numbers_of(std::string_view text)
{
    std::vector<std::int64_t> numbers;
    while (numbers.size() < most_numbers) {
        const auto end = std::min(text.find_first_of(";:"), text.size());
        std::int64_t number = 0;
        const auto part = text.substr(0, end);
        std::from_chars(part.data(), part.data() + part.size(), number);
        numbers.push_back(number);
        if (end == text.size()) break;
        text.remove_prefix(end + 1);
    }
    return numbers;
}

// 38;5;n and 38;2;r;g;b: what follows the 38 or 48, of which `at` is the place.
int read_extended(const std::vector<std::int64_t>& numbers, std::size_t& at)
{
    const auto next = [&](std::size_t i) { return at + i < numbers.size() ? numbers[at + i] : -1; };
    if (next(1) == 5) {
        const auto color = of_palette(next(2));
        at += 2;
        return color;
    }
    if (next(1) == 2) {
        const auto color = nearest(next(2), next(3), next(4));
        at += 4;
        return color;
    }
    at = numbers.size();
    return -1;
}

void change(Look& look, std::string_view parameters)
{
    const auto numbers = numbers_of(parameters);
    for (std::size_t at = 0; at < numbers.size(); ++at) {
        const auto number = numbers[at];
        if (number == 0) look = {};
        else if (number == 1) look.bold = true;
        else if (number == 2) look.faint = true;
        else if (number == 3) look.italic = true;
        else if (number == 4) look.underlined = true;
        else if (number == 22) look.bold = look.faint = false;
        else if (number == 23) look.italic = false;
        else if (number == 24) look.underlined = false;
        else if (number >= 30 && number <= 37) look.color = static_cast<int>(number - 30);
        else if (number == 38) look.color = read_extended(numbers, at);
        else if (number == 39) look.color = -1;
        else if (number >= 40 && number <= 47) look.ground = static_cast<int>(number - 40);
        else if (number == 48) look.ground = read_extended(numbers, at);
        else if (number == 49) look.ground = -1;
        else if (number >= 90 && number <= 97) look.color = static_cast<int>(number - 90);
        else if (number >= 100 && number <= 107) look.ground = static_cast<int>(number - 100);
    }
}

// Takes a sequence, which begins with ESC, off the line.
void take_sequence(std::string_view& line, Look& look)
{
    line.remove_prefix(1);
    if (line.empty()) return;
    const char kind = line.front();
    line.remove_prefix(1);
    if (kind == '[') {
        std::size_t end = 0;
        while (end < line.size() && end < longest_sequence && (line[end] < '@' || line[end] > '~')) ++end;
        if (end < line.size() && line[end] == 'm') change(look, line.substr(0, end));
        line.remove_prefix(std::min(end + 1, line.size()));
    } else if (kind == ']' || kind == 'P' || kind == '_' || kind == '^' || kind == 'X') {
        // A text for the terminal itself: until BEL or ESC \.
        const auto end = line.find_first_of("\x07\x1B");
        if (end == line.npos) line = {};
        else line.remove_prefix(std::min(end + (line[end] == '\x1B' ? 2 : 1), line.size()));
    } else if (kind == '(' || kind == ')' || kind == '#' || kind == '%') {
        if (!line.empty()) line.remove_prefix(1);
    }
}

bool is_control(char c)
{
    const auto byte = static_cast<unsigned char>(c);
    return (byte < ' ' && c != '\t') || byte == 0x7F;
}

} // namespace

std::vector<AnsiPiece> read_ansi(std::string_view line)
{
    std::vector<AnsiPiece> pieces;
    Look look;
    std::string text;
    // What looks as before goes on: sequences that change nothing cost nothing where they are shown.
    const auto give = [&] {
        if (text.empty()) return;
        auto classes = look.classes();
        if (!pieces.empty() && pieces.back().classes == classes) pieces.back().text += text;
        else pieces.push_back({std::move(text), std::move(classes)});
        text.clear();
    };
    while (!line.empty()) {
        if (line.front() == '\x1B') {
            give();
            take_sequence(line, look);
            continue;
        }
        std::size_t end = 0;
        while (end < line.size() && !is_control(line[end])) ++end;
        text += line.substr(0, end);
        line.remove_prefix(end);
        while (!line.empty() && line.front() != '\x1B' && is_control(line.front())) line.remove_prefix(1);
    }
    give();
    return pieces;
}

} // namespace cairn::pages

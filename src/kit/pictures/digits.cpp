// Digits as somebody sees them who looks, and a program only with trouble: bent, turned, of uneven size, with lines
// through them and specks around.
#include <array>
#include <cmath>
#include <numbers>

#include "crypto/random.hpp"
#include "pictures/picture.hpp"

namespace cairn::pictures {

namespace {

constexpr int columns = 200;
constexpr int rows = 64;
constexpr int glyph_columns = 5;
constexpr int glyph_rows = 7;

// From left to right, five bits of each row.
constexpr std::array<std::array<std::uint8_t, glyph_rows>, 10> glyphs{{
    {0b01110, 0b10001, 0b10011, 0b10101, 0b11001, 0b10001, 0b01110},
    {0b00100, 0b01100, 0b00100, 0b00100, 0b00100, 0b00100, 0b01110},
    {0b01110, 0b10001, 0b00001, 0b00110, 0b01000, 0b10000, 0b11111},
    {0b11110, 0b00001, 0b00001, 0b01110, 0b00001, 0b00001, 0b11110},
    {0b00010, 0b00110, 0b01010, 0b10010, 0b11111, 0b00010, 0b00010},
    {0b11111, 0b10000, 0b11110, 0b00001, 0b00001, 0b10001, 0b01110},
    {0b00110, 0b01000, 0b10000, 0b11110, 0b10001, 0b10001, 0b01110},
    {0b11111, 0b00001, 0b00010, 0b00100, 0b01000, 0b01000, 0b01000},
    {0b01110, 0b10001, 0b10001, 0b01110, 0b10001, 0b10001, 0b01110},
    {0b01110, 0b10001, 0b10001, 0b01111, 0b00001, 0b00010, 0b01100},
}};

// From 0 to 1, as nobody can foresee.
class Chance {
public:
    double operator()()
    {
        if (at_ == bytes_.size()) {
            bytes_ = crypto::random_bytes(512);
            at_ = 0;
        }
        return static_cast<unsigned char>(bytes_[at_++]) / 255.0;
    }
    double between(double least, double most) { return least + (most - least) * (*this)(); }

private:
    std::string bytes_;
    std::size_t at_ = 0;
};

// Where a digit is, and how.
struct Placed {
    const std::array<std::uint8_t, glyph_rows>* glyph = nullptr;
    double x = 0, y = 0; // of its middle
    double size = 1;     // of a bit, in cells
    double sine = 0, cosine = 1;

    bool covers(double at_x, double at_y) const
    {
        const double dx = at_x - x;
        const double dy = at_y - y;
        const auto column = static_cast<int>(std::floor((dx * cosine + dy * sine) / size + glyph_columns / 2.0));
        const auto row = static_cast<int>(std::floor((dy * cosine - dx * sine) / size + glyph_rows / 2.0));
        if (column < 0 || column >= glyph_columns || row < 0 || row >= glyph_rows) return false;
        return ((*glyph)[static_cast<std::size_t>(row)] >> (glyph_columns - 1 - column) & 1) != 0;
    }
};

} // namespace

Drawing digits(std::string_view text)
{
    Chance chance;
    std::vector<Placed> placed;
    const double step = (columns - 20.0) / static_cast<double>(text.size());
    for (const char digit : text) {
        const double angle = chance.between(-0.35, 0.35);
        placed.push_back({.glyph = &glyphs[static_cast<std::size_t>(digit - '0')],
                          .x = 10 + step * (static_cast<double>(placed.size()) + 0.5) + chance.between(-3, 3),
                          .y = rows / 2.0 + chance.between(-6, 6),
                          .size = chance.between(4.2, 5.4),
                          .sine = std::sin(angle),
                          .cosine = std::cos(angle)});
    }
    const double bend = chance.between(2, 4);
    const double length = chance.between(35, 60);
    const double phase = chance.between(0, 2 * std::numbers::pi);
    Drawing drawing{
        .columns = columns, .cells = {}, .palette = {{0xF4, 0xF5, 0xF7}, {0x3A, 0x42, 0x4D}, {0x8A, 0x94, 0xA1}}};
    drawing.cells.reserve(std::size_t{columns} * rows);
    for (int y = 0; y < rows; ++y)
        for (int x = 0; x < columns; ++x) {
            const double bent_x = x + bend * std::sin(y / length * 6 + phase);
            const double bent_y = y + bend * std::sin(x / length * 6 + phase);
            std::uint8_t color = 0;
            for (const Placed& one : placed)
                if (one.covers(bent_x, bent_y)) color = 1;
            if (chance() < 0.05) color = color == 0 ? 2 : 0;
            drawing.cells.push_back(color);
        }
    for (int line = 0; line < 3; ++line) {
        const double from = chance.between(8, rows - 8);
        const double to = chance.between(8, rows - 8);
        const double arc = chance.between(-10, 10);
        for (int x = 0; x < columns; ++x) {
            const double way = x / static_cast<double>(columns);
            const auto y = static_cast<int>(from + (to - from) * way + arc * std::sin(way * std::numbers::pi));
            for (int thick = 0; thick < 2; ++thick)
                if (y + thick >= 0 && y + thick < rows)
                    drawing.cells[static_cast<std::size_t>(y + thick) * columns + static_cast<std::size_t>(x)] = 1;
        }
    }
    return drawing;
}

} // namespace cairn::pictures

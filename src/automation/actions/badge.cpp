#include "actions/badge.hpp"

#include <optional>

#include "base/text.hpp"
#include "base/utf8.hpp"
#include "db/composition.hpp"
#include "git/references/ref_name.hpp"

namespace cairn::actions {

namespace {

// Of a letter in the font that browsers have for it, in tenths of a pixel. It need not be right: the text is drawn into
// exactly the room that it is given.
int width_of(std::string_view letter)
{
    constexpr std::string_view narrow = "ijl.,:;'|! ";
    constexpr std::string_view slim = "frtIJ()[]{}/\\-\"";
    constexpr std::string_view wide = "mwMW@%#";
    constexpr std::size_t bytes_of_wide_scripts = 3; // those of East Asia are wide, and this is how long they are
    if (letter.size() >= bytes_of_wide_scripts) return 110;
    const char c = letter.front();
    if (narrow.contains(c)) return 37;
    if (slim.contains(c)) return 47;
    if (wide.contains(c)) return 100;
    return c >= 'A' && c <= 'Z' ? 77 : 67;
}

// What XML can hold, and not more than a README has room for.
std::string shown(std::string_view text, int& width)
{
    constexpr std::size_t most_letters = 80;
    auto clean = to_text(text);
    for (char& c : clean)
        if (static_cast<unsigned char>(c) < ' ' || c == 0x7F) c = ' ';
    std::string result;
    std::size_t letters = 0;
    for (std::string_view rest = text::trim(clean); !rest.empty();) {
        if (letters++ == most_letters) {
            result += "…";
            width += width_of("…");
            break;
        }
        const auto letter = rest.substr(0, std::max<std::size_t>(utf8_sequence(rest), 1));
        // Two that no document may have, though they can be written.
        if (letter != "\xEF\xBF\xBE" && letter != "\xEF\xBF\xBF") {
            result += letter;
            width += width_of(letter);
        }
        rest.remove_prefix(letter.size());
    }
    return text::escape_html(result);
}

struct Half {
    int room = 0; // of the text, in tenths of a pixel; it comes first, because making the text counts it
    std::string text;
    int width = 0; // of the half, in pixels

    explicit Half(std::string_view of) : text(shown(of, room))
    {
        constexpr int margins = 10;
        width = (room + 9) / 10 + margins;
    }
};

// Drawn ten times as large and shrunk, so that halves of pixels need no fractions.
std::string text_at(const Half& half, int left)
{
    const auto middle = std::to_string(left * 10 + half.width * 5);
    const auto room = std::to_string(half.room);
    const auto line = [&](int y, std::string_view more) {
        return "<text" + std::string(more) + " x=\"" + middle + "\" y=\"" + std::to_string(y)
            + "\" transform=\"scale(.1)\" textLength=\"" + room + "\">" + half.text + "</text>";
    };
    return line(150, " aria-hidden=\"true\" fill=\"#010101\" fill-opacity=\".3\"") + line(140, {});
}

struct Outcome {
    std::string_view word;
    std::string_view color;
};

Outcome outcome_of(std::optional<Status> status)
{
    constexpr std::string_view green = "#2c8a3d";
    constexpr std::string_view red = "#c6372f";
    constexpr std::string_view yellow = "#a47b00";
    constexpr std::string_view gray = "#6e7781";
    if (!status) return {"no status", gray};
    switch (*status) {
    case Status::success: return {"success", green};
    case Status::failure: return {"failure", red};
    case Status::cancelled: return {"cancelled", gray};
    case Status::skipped: return {"skipped", gray};
    case Status::running:
    case Status::cancelling: return {"running", yellow};
    case Status::waiting: return {"waiting", yellow};
    case Status::blocked: return {"blocked", yellow};
    }
    return {"no status", gray};
}

struct LatestRun {
    std::string workflow_name;
    Status status = Status::blocked;
};
BOOST_DESCRIBE_STRUCT(LatestRun, (), (workflow_name, status))

// The newest run of the workflow for a branch: the default one, if none is named.
std::optional<LatestRun> latest_run(db::Queries& db, const RepositoryContext& place, std::string_view file,
                                    const BadgeQuery& wanted)
{
    const auto slash = file.rfind('/');
    const auto name = slash == file.npos ? file : file.substr(slash + 1);
    auto ref = wanted.branch.empty() ? place.repository.default_branch : wanted.branch;
    if (!ref.starts_with("refs/")) ref = std::string(git::heads) + ref;
    if (!is_text(file) || !is_text(ref) || !is_text(wanted.event)) return {};
    db::Composition query("SELECT a.workflow_name, a.status FROM action_run a WHERE a.repository_id = ");
    query << db::bound(place.repository.id) << " AND a.file = " << db::bound(std::string(name))
          << " AND a.ref = " << db::bound(ref);
    if (slash != file.npos) query << " AND a.folder = " << db::bound(std::string(file.substr(0, slash)));
    if (!wanted.event.empty()) query << " AND a.event = " << db::bound(wanted.event);
    query << " ORDER BY a.id DESC LIMIT 1";
    return db.first<LatestRun>(query);
}

std::string_view without_ending(std::string_view file)
{
    file = file.substr(file.rfind('/') + 1);
    for (const std::string_view ending : {".yml", ".yaml"})
        if (file.size() > ending.size() && file.ends_with(ending)) return file.substr(0, file.size() - ending.size());
    return file;
}

} // namespace

Badge badge_of(const api::View& view, const RepositoryContext& place, std::string_view file, const BadgeQuery& wanted)
{
    const auto run = latest_run(view.db(), place, file, wanted);
    const auto [word, color] = outcome_of(run ? std::optional(run->status) : std::nullopt);
    return {.label = run ? run->workflow_name : std::string(without_ending(file)),
            .message = std::string(word),
            .color = color,
            .style = wanted.style == "flat-square" ? BadgeStyle::flat_square : BadgeStyle::flat};
}

std::string draw(const Badge& badge)
{
    const Half label(badge.label);
    const Half message(badge.message);
    const auto width = std::to_string(label.width + message.width);
    const auto split = std::to_string(label.width);
    const bool round = badge.style == BadgeStyle::flat;
    const auto title = label.text + ": " + message.text;
    std::string svg = "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"" + width
        + "\" height=\"20\" role=\"img\" aria-label=\"" + title + "\"><title>" + title + "</title>";
    if (round)
        svg += "<linearGradient id=\"s\" x2=\"0\" y2=\"100%\"><stop offset=\"0\" stop-color=\"#bbb\""
               " stop-opacity=\".1\"/><stop offset=\"1\" stop-opacity=\".1\"/></linearGradient>"
               "<clipPath id=\"r\"><rect width=\""
            + width + "\" height=\"20\" rx=\"3\" fill=\"#fff\"/></clipPath>";
    svg += round ? "<g clip-path=\"url(#r)\">" : "<g shape-rendering=\"crispEdges\">";
    svg += "<rect width=\"" + split + "\" height=\"20\" fill=\"#4a4a4a\"/><rect x=\"" + split + "\" width=\""
        + std::to_string(message.width) + "\" height=\"20\" fill=\"" + std::string(badge.color) + "\"/>";
    if (round) svg += "<rect width=\"" + width + "\" height=\"20\" fill=\"url(#s)\"/>";
    svg += "</g><g fill=\"#fff\" text-anchor=\"middle\" font-family=\"Verdana,Geneva,DejaVu Sans,sans-serif\""
           " text-rendering=\"geometricPrecision\" font-size=\"110\">";
    svg += text_at(label, 0) + text_at(message, label.width);
    return svg + "</g></svg>\n";
}

} // namespace cairn::actions

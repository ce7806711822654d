#include "pages/code/about.hpp"

#include <algorithm>
#include <cmath>

#include "base/text.hpp"
#include "contents/people.hpp"
#include "contents/statistics.hpp"
#include "db/database.hpp"
#include "languages/color.hpp"
#include "pages/places/avatar_address.hpp"
#include "repositories/statistics/figures.hpp"

namespace cairn::pages {

using repositories::RepositoryContext;

namespace {

constexpr std::size_t most_languages = 6;
constexpr std::int64_t most_contributors = 12;
constexpr std::size_t longest_words = 160;

// With two digits behind the point, as SVG has it in every language.
std::string decimal(double number)
{
    const auto hundredths = std::to_string(std::lround(number * 100));
    const auto padded = std::string(hundredths.size() < 3 ? 3 - hundredths.size() : 0, '0') + hundredths;
    return padded.substr(0, padded.size() - 2) + "." + padded.substr(padded.size() - 2);
}

// The first words of notes, as far as they are one paragraph of plain text.
std::string first_words(std::string_view note)
{
    for (const auto line : text::split(note, '\n')) {
        auto words = text::trim(line);
        while (!words.empty() && std::string_view("#*->+ ").contains(words.front())) words.remove_prefix(1);
        if (words.empty()) continue;
        if (words.size() <= longest_words) return std::string(words);
        const auto end = words.rfind(' ', longest_words);
        return std::string(words.substr(0, end == words.npos ? 0 : end)) + " …";
    }
    return {};
}

} // namespace

std::vector<LanguageShare> language_shares(const std::map<std::string, std::int64_t>& bytes)
{
    std::vector<std::pair<std::string, std::int64_t>> sorted(bytes.begin(), bytes.end());
    std::ranges::stable_sort(sorted, [](const auto& a, const auto& b) { return a.second > b.second; });
    double total = 0;
    for (const auto& [name, size] : sorted) total += static_cast<double>(std::max<std::int64_t>(size, 0));
    std::vector<LanguageShare> shares;
    if (total <= 0) return shares;
    double begin = 0;
    const auto add = [&](const std::string& name, double part, std::string color) {
        const auto percent = std::round(part * 1000 / total) / 10;
        const auto width = part * 100 / total;
        shares.push_back({.name = name,
                          .percent = percent,
                          .color = std::move(color),
                          .begin = decimal(begin),
                          .width = decimal(width)});
        begin += width;
    };
    double others = 0;
    for (const auto& [name, size] : sorted) {
        const auto part = static_cast<double>(std::max<std::int64_t>(size, 0));
        if (shares.size() < most_languages && part * 1000 >= total)
            add(name, part, std::string(languages::color_of(name)));
        else others += part;
    }
    if (others * 1000 >= total) add("", others, "#8b9499");
    return shares;
}

AboutPart about_repository(const api::Call& call, const RepositoryContext& place)
{
    const auto& repository = place.repository;
    AboutPart about{.languages = language_shares(repositories::languages_of(call.db(), repository.id)),
                    .release_count = repository.release_count,
                    .size = repository.git_size + repository.lfs_size};
    const auto found = contents::find_contributors(call.db(), repository.id, most_contributors);
    about.contributor_count = found.count;
    std::vector<std::string> emails;
    for (const auto& contributor : found.first) emails.push_back(contributor.email);
    const contents::People people(call.db(), call.settings(), emails);
    for (const auto& contributor : found.first) {
        ShownContributor shown{.name = contributor.name};
        if (const auto* account = people.find(contributor.email)) {
            shown.login = account->name;
            shown.avatar = avatar_address(*account);
        }
        about.contributors.push_back(std::move(shown));
    }
    if (!place.access.reads(access::Unit::releases)) {
        about.release_count = 0;
        return about;
    }
    if (const auto release = releases::find_latest_release(call.db(), place)) {
        about.release = releases::show_release(call, place, *release);
        about.release_words = first_words(release->note);
    }
    return about;
}

} // namespace cairn::pages

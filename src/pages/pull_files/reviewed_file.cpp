#include "pages/pull_files/reviewed_file.hpp"

#include <algorithm>

#include "contents/revision.hpp"
#include "http/url.hpp"

namespace cairn::pages {

using pulls::Side;

namespace {

// What nobody sees on this page: drafts that are listed above all files.
bool is_lost_draft(const Talk& talk, const TalkThread& thread)
{
    return talk.first_of(thread).in_draft && !thread.line;
}

// Conversations of a file, as far as they were not shown yet.
class FileTalk {
public:
    FileTalk(const ReviewWork& work, const std::string& path) : work_(work)
    {
        const auto found = work.talk->threads().find(path);
        if (found == work.talk->threads().end()) return;
        for (const auto& thread : found->second)
            if (!is_lost_draft(*work.talk, thread) && !(work.hides_resolved && work.talk->is_resolved(thread)))
                waiting_.push_back(&thread);
    }

    std::vector<ShownThread> take_above()
    {
        return take([&](const TalkThread& thread) { return !thread.line || *thread.line == 0; });
    }
    std::vector<ShownThread> take_at(const LineAt& at)
    {
        return take([&](const TalkThread& thread) {
            const auto side = work_.talk->first_of(thread).side == Side::old_file ? 'L' : 'R';
            return side == at.side && thread.line == std::optional(at.number);
        });
    }
    std::vector<ShownThread> take_rest()
    {
        return take([](const TalkThread&) { return true; });
    }

private:
    template <class Wanted> std::vector<ShownThread> take(const Wanted& wanted)
    {
        std::vector<ShownThread> taken;
        std::erase_if(waiting_, [&](const TalkThread* thread) {
            if (!wanted(*thread)) return false;
            taken.push_back(work_.talk->show(*thread));
            return true;
        });
        return taken;
    }

    const ReviewWork& work_;
    std::vector<const TalkThread*> waiting_;
};

std::string comment_address(const ReviewWork& work, const ShownFile& file)
{
    if (work.comment.empty()) return {};
    auto address = work.comment + "&path=" + http::encode_query(file.path);
    if (!file.previous.empty()) address += "&previous=" + http::encode_query(file.previous);
    return address;
}

void send(const ShownFile& file, const std::shared_ptr<const ReviewWork>& work,
          const Stream<ReviewedFile>::Visit& visit)
{
    ReviewedFile reviewed{.shown = file};
    reviewed.comment = comment_address(*work, file);
    if (!work->edit.empty() && file.has_after && file.what == "text")
        reviewed.edit = work->edit + contents::escape_path(file.path);
    const auto talk = std::make_shared<FileTalk>(*work, file.path);
    reviewed.above = talk->take_above();
    if (file.what == "text" && file.look == Look::lines) {
        reviewed.rows = Stream<TalkPiece>([talk, work, rows = file.rows](const Stream<TalkPiece>::Visit& each) {
            rows.each([&](const DiffPiece& piece) {
                TalkPiece shown{.html = piece.html};
                for (const auto& stop : piece.stops)
                    std::ranges::move(talk->take_at(stop), std::back_inserter(shown.threads));
                each(shown);
            });
            // Lines that white space hides, or that were too many.
            if (TalkPiece rest{.html = {}, .threads = talk->take_rest()}; !rest.threads.empty()) each(rest);
        });
    } else {
        reviewed.below = talk->take_rest();
    }
    visit(reviewed);
}

} // namespace

DiffMarks marks_of(const Talk& talk, bool hides_resolved)
{
    DiffMarks marks;
    for (const auto& [path, threads] : talk.threads()) {
        auto& stops = marks.stops[path];
        for (const auto& thread : threads) {
            if (is_lost_draft(talk, thread) || (hides_resolved && talk.is_resolved(thread))) continue;
            ++marks.talk[path];
            if (!thread.line || *thread.line == 0) continue;
            const bool is_old = talk.first_of(thread).side == Side::old_file;
            (is_old ? stops.old_lines : stops.new_lines).push_back(*thread.line);
        }
        for (auto* lines : {&stops.old_lines, &stops.new_lines}) {
            std::ranges::sort(*lines);
            lines->erase(std::ranges::unique(*lines).begin(), lines->end());
        }
    }
    return marks;
}

Stream<ReviewedFile> reviewed(Stream<ShownFile> files, ReviewWork work)
{
    return {[files = std::move(files),
             work = std::make_shared<const ReviewWork>(std::move(work))](const Stream<ReviewedFile>::Visit& visit) {
        files.each([&](const ShownFile& file) { send(file, work, visit); });
    }};
}

LostTalk lost_talk(const Talk& talk, const DiffView& diff, bool whole, bool hides_resolved)
{
    LostTalk lost;
    if (talk.empty()) return lost;
    std::set<std::string> shown;
    if (whole)
        for (const auto& folder : diff.folders)
            for (const auto& file : folder.files)
                shown.insert(folder.path.empty() ? file.name : folder.path + "/" + file.name);
    for (const auto& [path, threads] : talk.threads())
        for (const auto& thread : threads) {
            const bool is_draft = talk.first_of(thread).in_draft;
            const bool is_away = whole && !shown.contains(path);
            if (is_draft && (is_away || !thread.line)) lost.drafts.push_back(talk.show(thread, true));
            else if (is_away && !(hides_resolved && talk.is_resolved(thread)))
                lost.others.push_back(talk.show(thread, true));
        }
    return lost;
}

} // namespace cairn::pages

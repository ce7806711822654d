#include "webhooks/headline.hpp"

#include "api/codec.hpp"
#include "base/text.hpp"
#include "git/references/ref_name.hpp"

namespace cairn::webhooks {

namespace {

// As much of a payload as people are told.
struct HeardUser {
    std::string login;
    std::string html_url;
    std::string avatar_url;
};
BOOST_DESCRIBE_STRUCT(HeardUser, (), (login, html_url, avatar_url))

struct HeardRepository {
    std::string full_name;
    std::string html_url;
};
BOOST_DESCRIBE_STRUCT(HeardRepository, (), (full_name, html_url))

struct HeardCommit {
    std::string id;
    std::string message;
    std::string url;
};
BOOST_DESCRIBE_STRUCT(HeardCommit, (), (id, message, url))

struct HeardIssue {
    std::int64_t number = 0;
    std::string title;
    std::string body;
    std::string html_url;
    bool merged = false;
};
BOOST_DESCRIBE_STRUCT(HeardIssue, (), (number, title, body, html_url, merged))

struct HeardComment {
    std::string body;
    std::string html_url;
};
BOOST_DESCRIBE_STRUCT(HeardComment, (), (body, html_url))

struct HeardReview {
    std::string content;
};
BOOST_DESCRIBE_STRUCT(HeardReview, (), (content))

struct HeardRelease {
    std::string tag_name;
    std::string name;
    std::string body;
    std::string html_url;
};
BOOST_DESCRIBE_STRUCT(HeardRelease, (), (tag_name, name, body, html_url))

struct HeardPackage {
    std::string name;
    std::string version;
    std::string html_url;
    HeardUser owner;
};
BOOST_DESCRIBE_STRUCT(HeardPackage, (), (name, version, html_url, owner))

// A run of a workflow, or one of its jobs.
struct HeardWork {
    std::string display_title; // of a run
    std::string name;          // of a job
    std::string head_branch;
    std::string conclusion;
    std::string html_url;
};
BOOST_DESCRIBE_STRUCT(HeardWork, (), (display_title, name, head_branch, conclusion, html_url))

struct Heard {
    std::string action;
    std::string ref;
    std::string ref_type;
    std::string compare_url;
    std::vector<HeardCommit> commits;
    std::int64_t total_commits = 0;
    HeardCommit commit;
    HeardIssue issue;
    HeardIssue pull_request;
    Json comment; // of an issue an object, of a wiki page a text
    HeardReview review;
    HeardRelease release;
    HeardPackage package;
    HeardWork workflow_run;
    HeardWork workflow_job;
    HeardRepository forkee;
    HeardRepository repository;
    HeardUser sender;
    bool is_pull = false;
    std::string page;
    std::string sha;
    std::string state;
    std::string context;
    std::string description;
    std::string target_url;
};
BOOST_DESCRIBE_STRUCT(Heard, (),
                      (action, ref, ref_type, compare_url, commits, total_commits, commit, issue, pull_request, comment,
                       review, release, package, workflow_run, workflow_job, forkee, repository, sender, is_pull, page,
                       sha, state, context, description, target_url))

constexpr std::uint32_t green = 0x2da44e;
constexpr std::uint32_t red = 0xcf222e;
constexpr std::uint32_t yellow = 0xd4a72c;
constexpr std::uint32_t blue = 0x0969da;
constexpr std::uint32_t purple = 0x8250df;
constexpr std::size_t longest_quote = 2000;
constexpr std::size_t longest_line = 300;

std::string beginning(std::string_view text) { return shortened(text, longest_quote); }
std::string first_line(std::string_view text) { return shortened(text.substr(0, text.find('\n')), longest_line); }

std::string with_blanks(std::string text)
{
    for (char& c : text)
        if (c == '_') c = ' ';
    return text;
}

std::uint32_t color_of(std::string_view action)
{
    if (action == "opened" || action == "reopened" || action == "created" || action == "published") return green;
    if (action == "closed" || action == "deleted" || action == "label_cleared") return red;
    return yellow;
}

void tell_of_push(const Heard& heard, Headline& told)
{
    const bool is_tag = heard.ref.starts_with(git::tags);
    const auto name = heard.ref.substr(std::min(heard.ref.size(), (is_tag ? git::tags : git::heads).size()));
    told.color = blue;
    told.deed = is_tag             ? "Tag pushed"
        : heard.total_commits == 1 ? "One new commit in " + name
                                   : std::to_string(heard.total_commits) + " new commits in " + name;
    if (is_tag) told.subject = {name, heard.compare_url};
    else if (heard.total_commits > 1 && !heard.compare_url.empty()) told.subject = {"compare", heard.compare_url};
    for (const auto& commit : heard.commits)
        told.lines.push_back({commit.id.substr(0, 10) + " " + first_line(commit.message), commit.url});
}

void tell_of_issue(const Heard& heard, const HeardIssue& issue, std::string_view what, Headline& told)
{
    told.deed =
        std::string(what) + " " + (issue.merged && heard.action == "closed" ? "merged" : with_blanks(heard.action));
    told.subject = {"#" + std::to_string(issue.number) + " " + issue.title, issue.html_url};
    told.color = issue.merged ? purple : color_of(heard.action);
    if (heard.action == "opened" || heard.action == "edited") told.quote = beginning(issue.body);
}

void tell_of_comment(const Heard& heard, Headline& told)
{
    HeardComment comment;
    if (!api::decode_json(type_of<HeardComment>(), heard.comment.text, &comment)) return;
    const auto& issue = heard.issue;
    told.deed = (heard.is_pull ? "Comment on a pull request " : "Comment on an issue ") + heard.action;
    told.subject = {"#" + std::to_string(issue.number) + " " + issue.title, comment.html_url};
    told.color = color_of(heard.action);
    told.quote = beginning(comment.body);
}

void tell_of_review(const Heard& heard, std::string_view verdict, Headline& told)
{
    const auto& pull = heard.pull_request;
    told.deed = "Review: " + std::string(verdict);
    told.subject = {"#" + std::to_string(pull.number) + " " + pull.title, pull.html_url};
    told.color = verdict == "approved" ? green : verdict == "changes wanted" ? red : yellow;
    told.quote = beginning(heard.review.content);
}

void tell_of_release(const Heard& heard, Headline& told)
{
    told.deed = "Release " + heard.action;
    told.subject = {heard.release.name.empty() ? heard.release.tag_name : heard.release.name, heard.release.html_url};
    told.color = color_of(heard.action);
    told.quote = beginning(heard.release.body);
}

void tell_of_package(const Heard& heard, Headline& told)
{
    const auto& package = heard.package;
    told.deed = "Package " + heard.action;
    told.subject = {package.name + " " + package.version, package.html_url};
    told.color = color_of(heard.action);
    if (told.repository.text.empty()) told.repository = {package.owner.login, package.owner.html_url};
}

void tell_of_wiki(const Heard& heard, Headline& told)
{
    told.deed = "Wiki page " + heard.action;
    told.subject = {heard.page, heard.repository.html_url + "/wiki/" + heard.page};
    told.color = color_of(heard.action);
}

void tell_of_status(const Heard& heard, Headline& told)
{
    told.deed = "Commit status: " + heard.state;
    told.subject = {heard.context + " of " + heard.sha.substr(0, 10),
                    heard.target_url.empty() ? heard.commit.url : heard.target_url};
    told.color = heard.state == "success" ? green : heard.state == "pending" ? yellow : red;
    told.quote = beginning(heard.description);
}

void tell_of_work(const Heard& heard, const HeardWork& work, std::string_view what, Headline& told)
{
    const bool is_over = heard.action == "completed";
    told.deed = std::string(what) + " " + with_blanks(heard.action);
    if (is_over) told.deed += " (" + with_blanks(work.conclusion) + ")";
    told.subject = {first_line(work.name.empty() ? work.display_title : work.name), work.html_url};
    if (!work.head_branch.empty()) told.subject.text += " in " + work.head_branch;
    told.color = !is_over ? yellow : work.conclusion == "success" ? green : red;
}

void tell_of_repository(std::string_view event, const Heard& heard, Headline& told)
{
    told.color = color_of(heard.action);
    if (event == "repository") told.deed = "Repository " + heard.action;
    if (event == "fork") {
        told.deed = "Forked from";
        told.subject = {heard.forkee.full_name, heard.forkee.html_url};
        told.color = green;
    }
    if (event == "create" || event == "delete") {
        told.deed = (heard.ref_type == "tag" ? "Tag " : "Branch ") + std::string(event) + "d";
        told.subject = {heard.ref, {}};
        told.color = event == "create" ? green : red;
    }
}

std::string escaped(std::string_view text, bool quotes)
{
    std::string out;
    for (const char c : text) {
        if (c == '&') out += "&amp;";
        else if (c == '<') out += "&lt;";
        else if (c == '>') out += "&gt;";
        else if (c == '"' && quotes) out += "&quot;";
        else out += c;
    }
    return out;
}

std::string in_html(std::string_view text) { return escaped(text, true); }
std::string in_slack(std::string_view text) { return escaped(text, false); }
std::string in_plain(std::string_view text) { return std::string(text); }
std::string in_markdown(std::string_view text)
{
    std::string out;
    for (const char c : text) {
        if (std::string_view(R"(\`*_[]<>|~)").find(c) != std::string_view::npos) out += '\\';
        out += c;
    }
    return out;
}

std::string without(std::string_view url, std::string_view signs)
{
    std::string out;
    for (const char c : url)
        if (signs.find(c) == signs.npos) out += c;
    return out;
}

} // namespace

const Markup plain{in_plain, [](const Link& link) { return link.text; }};
const Markup markdown{in_markdown, [](const Link& link) {
                          if (link.url.empty()) return in_markdown(link.text);
                          return "[" + in_markdown(link.text) + "](" + without(link.url, "() \n") + ")";
                      }};
const Markup html{in_html, [](const Link& link) {
                      if (link.url.empty()) return in_html(link.text);
                      return "<a href=\"" + in_html(link.url) + "\">" + in_html(link.text) + "</a>";
                  }};
const Markup slack_markup{in_slack, [](const Link& link) {
                              if (link.url.empty()) return in_slack(link.text);
                              return "<" + without(link.url, "<>| \n") + "|" + in_slack(link.text) + ">";
                          }};

std::string shortened(std::string_view text, std::size_t most_bytes)
{
    text = text::trim(text);
    if (text.size() <= most_bytes) return std::string(text);
    auto end = most_bytes;
    while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xC0) == 0x80) --end;
    return std::string(text::trim(text.substr(0, end))) + "…";
}

Headline headline_of(std::string_view event, const std::string& payload)
{
    Heard heard;
    Headline told;
    // What was stored here can be read here; if it cannot, the event's name is all that is told.
    if (!api::decode_json(type_of<Heard>(), payload, &heard)) {
        told.deed = with_blanks(std::string(event));
        return told;
    }
    told.repository = {heard.repository.full_name, heard.repository.html_url};
    told.actor = {heard.sender.login, heard.sender.html_url};
    told.avatar_url = heard.sender.avatar_url;
    if (event == "push") tell_of_push(heard, told);
    else if (event == "issue_comment" || event == "pull_request_comment") tell_of_comment(heard, told);
    else if (event == "pull_request_review_approved") tell_of_review(heard, "approved", told);
    else if (event == "pull_request_review_rejected") tell_of_review(heard, "changes wanted", told);
    else if (event == "pull_request_review_comment") tell_of_review(heard, "comment", told);
    else if (event.starts_with("issue")) tell_of_issue(heard, heard.issue, "Issue", told);
    else if (event.starts_with("pull_request")) tell_of_issue(heard, heard.pull_request, "Pull request", told);
    else if (event == "release") tell_of_release(heard, told);
    else if (event == "package") tell_of_package(heard, told);
    else if (event == "wiki") tell_of_wiki(heard, told);
    else if (event == "status") tell_of_status(heard, told);
    else if (event == "workflow_run") tell_of_work(heard, heard.workflow_run, "Workflow run", told);
    else if (event == "workflow_job") tell_of_work(heard, heard.workflow_job, "Job", told);
    else tell_of_repository(event, heard, told);
    return told;
}

std::string title_in(const Markup& markup, const Headline& told)
{
    std::string title = "[" + markup.link(told.repository) + "] " + markup.text(told.deed);
    if (!told.subject.text.empty()) title += ": " + markup.link(told.subject);
    if (!told.actor.text.empty()) title += " by " + markup.link(told.actor);
    return title;
}

std::string body_in(const Markup& markup, const Headline& told)
{
    std::string body = markup.text(told.quote);
    for (const auto& line : told.lines) body += (body.empty() ? "" : "\n") + markup.link(line);
    return body;
}

} // namespace cairn::webhooks

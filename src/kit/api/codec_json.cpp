// JSON straight into described structs. The parser's events fill the struct as they come; no tree is built, so a body
// costs no more memory than what the struct keeps of it.
#include <boost/json/basic_parser_impl.hpp>

#include "api/codec.hpp"
#include "api/codec_rules.hpp"
#include "api/json_transcript.hpp"
#include "base/text.hpp"

namespace cairn::api {

namespace {

namespace json = boost::json;

constexpr std::size_t max_depth = 64;
// Of all lists and maps together: "[{},{},{}" is a cheap way to ask for much memory.
constexpr std::size_t max_elements = 50'000;
// Of a map's key in a refusal, so that an answer does not carry a client's megabyte back.
constexpr std::size_t longest_quote = 64;

constexpr Note no_note{};

// Where a value goes.
struct Slot {
    const Type* type;
    void* into;
    const Note* note;
};

enum class Seen : std::uint8_t { no, roughly, exactly };

// An object, list or map that is open.
struct Frame {
    Slot slot;
    std::size_t first_seen = 0;   // object: where its members begin in Reader::seen_
    const Field* field = nullptr; // object: the member under way; null: nobody wants it
    Seen spelled = Seen::no;      // object: how well its name fits
    std::size_t index = 0;        // list: of the element under way
    std::string key{};            // map: of the element under way

    Kind kind() const { return slot.type->kind; }
};

// What Boost.JSON's parser calls. Every on_…() returns false to stop it; then error() says why.
class Reader {
public:
    static constexpr auto max_object_size = static_cast<std::size_t>(-1);
    static constexpr auto max_array_size = static_cast<std::size_t>(-1);
    static constexpr auto max_key_size = static_cast<std::size_t>(-1);
    static constexpr auto max_string_size = static_cast<std::size_t>(-1);

    Reader(const Type& type, void* into) : root_{&type, into, &no_note} { }

    std::optional<Error>& error() { return error_; }

    bool on_document_begin(json::error_code&) { return true; }
    bool on_document_end(json::error_code&) { return true; }
    bool on_comment_part(json::string_view, json::error_code&) { return true; }
    bool on_comment(json::string_view, json::error_code&) { return true; }

    bool on_object_begin(json::error_code& stop) { return enter('{', stop); }
    bool on_object_end(std::size_t, json::error_code& stop) { return leave('}', stop); }
    bool on_array_begin(json::error_code& stop) { return enter('[', stop); }
    bool on_array_end(std::size_t, json::error_code& stop) { return leave(']', stop); }

    bool on_key_part(json::string_view part, std::size_t, json::error_code&) { return keep(part); }
    bool on_string_part(json::string_view part, std::size_t, json::error_code&) { return keep(part); }
    bool on_number_part(json::string_view part, json::error_code&) { return keep(part); }

    bool on_key(json::string_view rest, std::size_t, json::error_code& stop)
    {
        const std::string_view name = whole(rest);
        if (skipped_ > 0) return true;
        if (!transcript_ && in_object()) {
            find_member(frames_.back(), name);
            return true;
        }
        if (!transcript_) frames_.back().key = name;
        if (name.find('\0') != name.npos) return stop_for(nul_words, stop);
        if (transcript_) transcript_->key(name);
        return true;
    }

    bool on_string(json::string_view rest, std::size_t, json::error_code& stop)
    {
        const std::string_view text = whole(rest);
        if (is_unwanted()) return true;
        if (text.find('\0') != text.npos) return stop_for(nul_words, stop);
        if (transcript_) return transcribe([&] { transcript_->string(text); });
        if (in_object() && says_nothing(*frames_.back().field, text)) return true; // like one that is not there
        const auto slot = open(stop);
        if (!slot) return false;
        if (transcript_) return transcribe([&] { transcript_->string(text); });
        if (auto wrong = assign_text(*slot->type, *slot->note, text, slot->into)) return stop_for(*wrong, stop);
        return close_value();
    }

    bool on_int64(std::int64_t number, json::string_view rest, json::error_code& stop)
    {
        return take_scalar(whole(rest), stop, [&](const Slot& slot, std::string_view text) {
            if (slot.type->kind != Kind::integer) return assign_number(slot, text);
            *static_cast<std::int64_t*>(slot.into) = number;
            return true;
        });
    }
    bool on_uint64(std::uint64_t, json::string_view rest, json::error_code& stop)
    {
        return take_scalar(whole(rest), stop, assign_number);
    }
    bool on_double(double, json::string_view rest, json::error_code& stop)
    {
        return take_scalar(whole(rest), stop, assign_number);
    }

    bool on_bool(bool value, json::error_code& stop)
    {
        return take_scalar(value ? "true" : "false", stop, [&](const Slot& slot, std::string_view) {
            if (slot.type->kind != Kind::boolean) return false;
            *static_cast<bool*>(slot.into) = value;
            return true;
        });
    }

    bool on_null(json::error_code& stop)
    {
        if (is_unwanted()) return true;
        if (transcript_) return transcribe([&] { transcript_->add("null"); });
        if (frames_.empty()) return take_nothing(stop);
        if (const Frame& map = frames_.back(); map.kind() == Kind::map && map.slot.type->item().kind == Kind::json) {
            if (!count_element(stop)) return false;
            map.slot.type->insert(map.slot.into, map.key); // what passes through unread is null until it is something
            return close_value();
        }
        if (frames_.back().kind() != Kind::list) return true; // like one that is not there
        Frame& list = frames_.back();
        const Type& item = list.slot.type->item();
        if (item.kind != Kind::optional && item.kind != Kind::json) return stop_for(expected(item), stop);
        if (!count_element(stop)) return false;
        list.slot.type->grow(list.slot.into);
        return close_value();
    }

    // For the members of an object that an empty body leaves out.
    bool take_nothing(json::error_code& stop)
    {
        return root_.type->kind != Kind::object || (enter('{', stop) && leave('}', stop));
    }

private:
    // The parser's own conversion may be off by the last digit.
    static bool assign_number(const Slot& slot, std::string_view text)
    {
        const auto number = slot.type->kind == Kind::number ? parse_number(text) : std::nullopt;
        if (number) *static_cast<double*>(slot.into) = *number;
        return number.has_value();
    }

    bool keep(json::string_view part)
    {
        if (skipped_ == 0) parts_.append(part.data(), part.size());
        return true;
    }
    // A key, string or number that came in one part, as most do, is not copied.
    std::string_view whole(json::string_view rest)
    {
        if (parts_.empty()) return {rest.data(), rest.size()};
        parts_.append(rest.data(), rest.size());
        joined_.swap(parts_);
        parts_.clear();
        return joined_;
    }

    bool in_object() const { return !frames_.empty() && frames_.back().kind() == Kind::object; }
    bool is_unwanted() const
    {
        return skipped_ > 0 || (!transcript_ && in_object() && frames_.back().field == nullptr);
    }

    void find_member(Frame& frame, std::string_view name)
    {
        frame.field = nullptr;
        frame.spelled = Seen::no;
        for (const Field& field : frame.slot.type->fields) {
            if (field.outer_name() == name) {
                frame.field = &field;
                frame.spelled = Seen::exactly;
                return;
            }
            if (frame.field == nullptr && text::iequals(field.outer_name(), name)) {
                frame.field = &field;
                frame.spelled = Seen::roughly;
            }
        }
        if (frame.field != nullptr && seen(frame, *frame.field) == Seen::exactly) frame.field = nullptr;
    }

    Seen& seen(const Frame& frame, const Field& field)
    {
        return seen_[frame.first_seen + static_cast<std::size_t>(&field - frame.slot.type->fields.data())];
    }

    bool count_element(json::error_code& stop)
    {
        return ++elements_ <= max_elements || stop_for("there are too many elements", stop);
    }

    // The place for the value that begins, with its optionals opened. A Kind::json gets a transcript too.
    std::optional<Slot> open(json::error_code& stop)
    {
        Slot slot = root_;
        if (in_object()) {
            Frame& frame = frames_.back();
            seen(frame, *frame.field) = frame.spelled;
            slot = {&frame.field->type(), frame.field->of(frame.slot.into), &frame.field->note};
        } else if (!frames_.empty()) {
            if (!count_element(stop)) return {};
            const auto& [type, into, note] = frames_.back().slot;
            slot = {&type->item(), type->kind == Kind::list ? type->grow(into) : type->insert(into, frames_.back().key),
                    note};
        }
        while (slot.type->kind == Kind::optional) slot = {&slot.type->item(), slot.type->grow(slot.into), slot.note};
        if (slot.type->kind == Kind::json) transcript_.emplace(static_cast<Json*>(slot.into)->text);
        return slot;
    }

    bool close_value()
    {
        if (!frames_.empty() && frames_.back().kind() == Kind::list) ++frames_.back().index;
        return true;
    }

    template <class Write> bool transcribe(Write write)
    {
        write();
        if (!transcript_->complete()) return true;
        transcript_.reset();
        return close_value();
    }

    template <class Assign> bool take_scalar(std::string_view text, json::error_code& stop, Assign assign)
    {
        if (is_unwanted()) return true;
        const auto slot = transcript_ ? std::optional<Slot>() : open(stop);
        if (error_) return false;
        if (transcript_) return transcribe([&] { transcript_->add(text); });
        if (!assign(*slot, text)) return stop_for(expected(*slot->type), stop);
        return close_value();
    }

    bool enter(char bracket, json::error_code& stop)
    {
        if (is_unwanted()) {
            ++skipped_;
            return true;
        }
        const auto slot = transcript_ ? std::optional<Slot>() : open(stop);
        if (error_) return false;
        if (transcript_) {
            transcript_->open(bracket);
            return true;
        }
        const Kind kind = slot->type->kind;
        const bool fits = bracket == '[' ? kind == Kind::list : kind == Kind::object || kind == Kind::map;
        if (!fits) return stop_for(expected(*slot->type), stop);
        if (kind != Kind::object) slot->type->clear(slot->into);
        frames_.push_back({.slot = *slot, .first_seen = seen_.size()});
        if (kind == Kind::object) seen_.resize(seen_.size() + slot->type->fields.size(), Seen::no);
        return true;
    }

    bool leave(char bracket, json::error_code& stop)
    {
        if (skipped_ > 0) {
            --skipped_;
            return true;
        }
        if (transcript_) return transcribe([&] { transcript_->close(bracket); });
        Frame& frame = frames_.back();
        if (frame.kind() == Kind::object)
            for (const Field& field : frame.slot.type->fields) {
                if (!field.note.required) continue;
                frame.field = &field;
                if (seen(frame, field) == Seen::no || holds_nothing(field.type(), field.of(frame.slot.into)))
                    return stop_for(required_words, stop);
            }
        seen_.resize(frame.first_seen);
        frames_.pop_back();
        return close_value();
    }

    bool stop_for(std::string_view complaint, json::error_code& stop)
    {
        std::string path;
        for (const Frame& frame : frames_) {
            if (!path.empty()) path += '.';
            if (frame.kind() == Kind::object) path += frame.field->outer_name();
            else if (frame.kind() == Kind::list) path += std::to_string(frame.index);
            else path += std::string_view(frame.key).substr(0, longest_quote);
        }
        error_ = refuse(Errc::unprocessable, path.empty() ? "body" : path, complaint).error();
        stop = boost::system::errc::make_error_code(boost::system::errc::operation_canceled);
        return false;
    }

    Slot root_;
    std::vector<Frame> frames_{};
    std::vector<Seen> seen_{};               // the members of every open object, outermost first
    std::string parts_{};                    // of a key, string or number, so far
    std::string joined_{};                   // the last one that came in parts
    std::size_t skipped_ = 0;                // open brackets of a value that nobody wants
    std::optional<Transcript> transcript_{}; // of the value that passes through unread
    std::size_t elements_ = 0;
    std::optional<Error> error_{};
};

std::string syntax_complaint(const json::error_code& error, std::size_t at)
{
    if (error == json::error::incomplete) return "the JSON ends too early";
    if (error == json::error::too_deep)
        return "the JSON is nested more than " + std::to_string(max_depth) + " levels deep";
    return "the JSON is broken near byte " + std::to_string(at);
}

} // namespace

Result<void> decode_json(const Type& type, std::string_view text, void* into)
{
    json::parse_options strict;
    strict.max_depth = max_depth;
    json::basic_parser<Reader> parser(strict, type, into);
    json::error_code stopped;
    std::size_t read = 0;
    if (text.empty()) parser.handler().take_nothing(stopped);
    else read = parser.write_some(false, text.data(), text.size(), stopped);
    if (parser.handler().error()) return std::unexpected(std::move(*parser.handler().error()));
    if (!stopped && read < text.size()) stopped = json::error::extra_data;
    if (stopped) return refuse(Errc::unprocessable, "body", syntax_complaint(stopped, read));
    return {};
}

} // namespace cairn::api

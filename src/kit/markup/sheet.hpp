// The page that a text becomes: takes words, links, pictures and raw HTML, and writes what of it may be shown where the
// text stands. Everything that a stranger wrote goes through here.
#pragma once

#include <functional>
#include <set>
#include <span>

#include "markup/link_context.hpp"
#include "markup/tokens.hpp"
#include "markup/writer.hpp"

namespace cairn::markup {

// Of these names, in lower case, those that a mention may lead to.
using KnownNames = std::function<std::set<std::string>(std::span<const std::string>)>;

class Sheet {
public:
    Sheet(Mode mode, const LinkContext& place) : mode_(mode), place_(place) { }

    Mode mode() const { return mode_; }
    const LinkContext& place() const { return place_; }
    Writer& writer() { return writer_; }

    // Running text, with what it means.
    void words(std::string_view);
    void start_link(std::string_view address, std::string_view title);
    void picture(std::string_view address, const Attributes& more);
    void raw(std::string_view html);
    // What a raw element hid stays hidden up to here at most.
    void end_block() { hidden_by_.clear(); }

    // Asks about all mentions at once.
    std::string finish(const KnownNames&);

private:
    void show(const struct Find&, std::string_view text);
    void leaf_link(const std::string& address, std::string_view label, std::string_view css_class = {});
    void raw_start(const Token&);
    void raw_tag(const Token&);
    void raw_link(const Token&);
    Attributes allowed_attributes(const Token&) const;
    std::string allowed_pictures(std::string_view srcset) const;

    Mode mode_;
    const LinkContext& place_;
    Writer writer_{};
    std::string hidden_by_{}; // the raw element whose content is not shown
    std::size_t hidden_depth_ = 0;
    struct Mention {
        std::size_t begin; // of the @, in what is written
        std::size_t end;
        std::string name;
    };
    std::vector<Mention> mentions_{};
};

} // namespace cairn::markup

// Prepared statements of one connection, found without a look at their text where that is a literal.
#pragma once

#include <list>
#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>

#include "db/database.hpp"

namespace cairn::db {

// The text of a statement in one of its forms; `values` counts the placeholders, of which a page has the last two.
std::string text_in_form(std::string_view sql, Form, std::size_t values);

// Known by (text, form). A Statement has `const std::string source`: the text of the Sql that it was made from.
// What was used least recently leaves, so neither a program of a thousand statements nor composed text can fill memory.
template <class Statement> class StatementCache {
public:
    static constexpr std::size_t most_literals = 512;
    static constexpr std::size_t most_composed = 256;

    Statement* find(Sql sql, Form form)
    {
        return sql.literal() ? literals_.find({sql.text(), form}) : composed_.find({sql.text(), form});
    }

    // The statement that has to leave before another of this sort may be kept; null while there is room.
    std::unique_ptr<Statement> make_room(Sql sql)
    {
        return sql.literal() ? literals_.make_room(most_literals) : composed_.make_room(most_composed);
    }

    Statement& keep(Sql sql, Form form, std::unique_ptr<Statement> statement)
    {
        if (sql.literal()) return literals_.keep({sql.text(), form}, std::move(statement));
        const std::string_view text = statement->source; // the caller's own text does not live as long
        return composed_.keep({text, form}, std::move(statement));
    }

private:
    struct Key {
        std::string_view text;
        Form form;
    };
    struct ByAddress {
        std::size_t operator()(const Key& key) const
        {
            return std::hash<const char*>()(key.text.data()) * 4 + static_cast<std::size_t>(key.form);
        }
        bool operator()(const Key& a, const Key& b) const { return a.text.data() == b.text.data() && a.form == b.form; }
    };
    struct ByContent {
        std::size_t operator()(const Key& key) const
        {
            return std::hash<std::string_view>()(key.text) * 4 + static_cast<std::size_t>(key.form);
        }
        bool operator()(const Key& a, const Key& b) const { return a.text == b.text && a.form == b.form; }
    };

    template <class By> class Recent {
    public:
        Statement* find(const Key& key)
        {
            const auto found = index_.find(key);
            if (found == index_.end()) return nullptr;
            order_.splice(order_.begin(), order_, found->second);
            return found->second->statement.get();
        }
        std::unique_ptr<Statement> make_room(std::size_t most)
        {
            if (order_.size() < most) return nullptr;
            index_.erase(order_.back().key);
            auto leaving = std::move(order_.back().statement);
            order_.pop_back();
            return leaving;
        }
        Statement& keep(const Key& key, std::unique_ptr<Statement> statement)
        {
            order_.push_front({key, std::move(statement)});
            index_.emplace(key, order_.begin());
            return *order_.front().statement;
        }

    private:
        struct Entry {
            Key key;
            std::unique_ptr<Statement> statement;
        };
        std::list<Entry> order_; // the most recently used first
        std::unordered_map<Key, typename std::list<Entry>::iterator, By, By> index_;
    };

    Recent<ByAddress> literals_;
    Recent<ByContent> composed_;
};

} // namespace cairn::db

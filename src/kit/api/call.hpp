// One request under way, as guards and handlers see it.
#pragma once

#include <memory>

#include "api/caller.hpp"
#include "api/operation.hpp"
#include "api/site.hpp"

namespace cairn::api {

// Name and value of each query parameter, decoded, in the order sent.
using QueryValues = std::vector<std::pair<std::string, std::string>>;

// Name and decoded value of each {name} of the row's path.
using PathValues = std::vector<std::pair<std::string_view, std::string>>;

struct Call {
    Call(Site& around, const http::Request& sent, const Operation& row, Door at = Door::api)
        : site(around), request(sent), operation(row), door(at), settings_(around.settings())
    {
    }

    Site& site;
    const http::Request& request;
    const Operation& operation;
    Door door;
    Caller caller{};
    PathValues path{};
    QueryValues query{};
    std::vector<std::pair<std::string_view, std::string>> reply_headers{}; // beside those that the row makes

    db::Database& db() const { return site.db; }
    // Those that held when it began, to its end.
    const config::Settings& settings() const { return settings_; }

    // The decoded segment for {name}; the table's static_assert has seen that there is one.
    const std::string& segment(std::string_view name) const;
    // The first value of that query parameter; null when absent.
    const std::string* parameter(std::string_view name) const;

    // For guards: what the handler will take as `const T&`.
    template <class T> const T& load(T value) { return load(std::make_shared<const T>(std::move(value))); }
    template <class T> const T& load(std::shared_ptr<const T> value)
    {
        const T& loaded = *value;
        target_ = std::move(value);
        target_tag_ = &tag<T>;
        return loaded;
    }
    const void* loaded(const void* wanted) const { return target_tag_ == wanted ? target_.get() : nullptr; }

private:
    const config::Settings& settings_;
    std::shared_ptr<const void> target_{};
    const void* target_tag_ = nullptr;
};

} // namespace cairn::api

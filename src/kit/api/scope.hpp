// Token scopes: which part of the service a token may use, and how far. The one place that knows their names and order.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.hpp"

namespace cairn::api {

enum class Category : std::uint8_t {
    activitypub,
    admin,
    misc,
    notification,
    organization,
    package,
    issue,
    repository,
    user
};
inline constexpr std::size_t category_count = 9;

enum class Level : std::uint8_t { read, write };

// What a row of the operation table demands of a token: read for GET and HEAD, write for the rest, in every category
// named. There is no default: a row that says nothing does not compile.
struct Scope {
    std::uint16_t categories; // bit by Category
    bool refuses_public_only = false;

    constexpr bool has(Category c) const { return (categories >> static_cast<unsigned>(c) & 1) != 0; }
    constexpr Scope operator|(Scope other) const
    {
        return {static_cast<std::uint16_t>(categories | other.categories),
                refuses_public_only || other.refuses_public_only};
    }
};

namespace scope {

constexpr Scope of(Category c) { return {static_cast<std::uint16_t>(1U << static_cast<unsigned>(c)), false}; }

inline constexpr Scope none{0, false}; // any credential will do, also a token without scopes
inline constexpr Scope activitypub = of(Category::activitypub);
inline constexpr Scope admin = of(Category::admin);
inline constexpr Scope issue = of(Category::issue);
inline constexpr Scope misc = of(Category::misc);
inline constexpr Scope notification = of(Category::notification);
inline constexpr Scope organization = of(Category::organization);
inline constexpr Scope package = of(Category::package);
inline constexpr Scope repository = of(Category::repository);
inline constexpr Scope user = of(Category::user);

// The same, and closed to tokens that are limited to what is public.
constexpr Scope closed_to_public_only(Scope s) { return {s.categories, true}; }

} // namespace scope

// The scopes that a credential holds.
class ScopeSet {
public:
    constexpr ScopeSet() = default;

    // Every right, as a password has it.
    static constexpr ScopeSet everything()
    {
        ScopeSet all;
        all.read_ = all.write_ = (1U << category_count) - 1;
        return all;
    }

    // Reads scopes as clients name them ("read:user", "all", "public-only"); a name may hold several joined by commas.
    static Result<ScopeSet> parse(std::span<const std::string> names);

    // As parse() has read and names() has written them: joined by commas.
    static ScopeSet from_stored(std::string_view);

    bool allows(Category c, Level level) const
    {
        return ((level == Level::write ? write_ : read_) >> static_cast<unsigned>(c) & 1) != 0;
    }
    bool public_only() const { return public_only_; }
    bool operator==(const ScopeSet&) const = default;
    std::size_t hash() const { return (std::size_t{read_} << 16 | write_) << 1 | unsigned{public_only_}; }
    bool empty() const { return read_ == 0; }

    // True when no right of `other` is missing here; a set limited to what is public contains no unlimited one.
    bool contains(const ScopeSet& other) const;

    // In normal form: public-only first, then one name for each category, or "all".
    std::vector<std::string> names() const;
    std::string stored() const;

    // The names of what `needed` demands at that level and this set lacks: for the refusal's words.
    std::vector<std::string> missing(Scope needed, Level) const;

private:
    bool add(std::string_view name);

    std::uint16_t read_ = 0;
    std::uint16_t write_ = 0;
    bool public_only_ = false;
};

// "read:user"
std::string scope_name(Category, Level);

} // namespace cairn::api

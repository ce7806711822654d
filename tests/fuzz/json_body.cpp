// Any bytes as a body: the first says whether they are JSON, a form or a query. What is accepted must survive being
// written and read again, and what is refused must say why.
#include <cstdint>
#include <string_view>

#include "api/codec.hpp"
#include "api/json_writer.hpp"
#include "base/utf8.hpp"
#include "demand.hpp"
#include "http/url.hpp"

namespace cairn::fuzz {

enum class Visibility { public_, limited, private_ };
BOOST_DESCRIBE_ENUM(Visibility, public_, limited, private_)

struct Person {
    std::string name{};
    std::optional<std::string> email{};
    std::shared_ptr<Person> manager{};
};
BOOST_DESCRIBE_STRUCT(Person, (), (name, email, manager))
constexpr auto notes(const Person*) { return std::array{Note{.member = "name", .required = true, .max_length = 8}}; }

struct Option : Paging {
    std::string title{};
    std::int64_t id = 0;
    bool private_ = false;
    double weight = 0;
    std::optional<bool> closed{};
    std::optional<Time> due{};
    Visibility visibility = Visibility::limited;
    std::optional<Visibility> wish{};
    std::vector<std::string> uris{};
    std::optional<std::vector<std::string>> topics{};
    std::vector<Person> people{};
    std::vector<std::optional<std::int64_t>> gaps{};
    std::vector<std::vector<std::int64_t>> grid{};
    std::map<std::string, Person> roles{};
    std::map<std::string, std::vector<std::string>> lists{};
    Json config{};
    std::vector<Json> raws{};
};
BOOST_DESCRIBE_STRUCT(Option, (Paging),
                      (title, id, private_, weight, closed, due, visibility, wish, uris, topics, people, gaps, grid,
                       roles, lists, config, raws))
constexpr auto notes(const Option*)
{
    return std::array{Note{.member = "uris", .max_length = 5}, Note{.member = "id", .alias = "thing.id"}};
}

namespace {

std::string written(const Option& option)
{
    std::string text;
    api::write_json(text, type_of<Option>(), &option);
    demand(is_utf8(text));
    return text;
}

void feed(char form, std::string_view body)
{
    Option option;
    Result<void> result;
    switch (static_cast<unsigned char>(form) % 4) {
    case 0: result = api::decode_form(type_of<Option>(), http::parse_query(body), &option); break;
    case 1:
        result = api::decode_query(type_of<Option>(), http::parse_query(body), api::PageBounds{30, 50}, &option);
        demand(!result || (option.page >= 1 && option.limit >= 1 && option.limit <= 50 && option.offset() >= 0));
        break;
    default: result = api::decode_json(type_of<Option>(), body, &option); break;
    }
    if (!result) {
        demand(result.error().code == Errc::unprocessable && result.error().message.starts_with('['));
        return;
    }
    const std::string once = written(option);
    Option again;
    demand(api::decode_json(type_of<Option>(), once, &again).has_value());
    demand(written(again) == once);
}

} // namespace

} // namespace cairn::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    if (size == 0) return 0;
    const std::string_view bytes(reinterpret_cast<const char*>(data), size);
    cairn::fuzz::feed(bytes.front(), bytes.substr(1));
    return 0;
}

#include "pages/form.hpp"

#include <gtest/gtest.h>

namespace cairn::pages {
namespace {

enum class Style : std::uint8_t { plain, fancy };
BOOST_DESCRIBE_ENUM(Style, plain, fancy)

struct Option {
    std::string title{};
    std::optional<std::string> body{};
    bool locked = false;
    std::int64_t count = 0;
    std::optional<Style> style{};
    std::vector<std::string> labels{};
    std::string password{};
};
BOOST_DESCRIBE_STRUCT(Option, (), (title, body, locked, count, style, labels, password))
constexpr auto notes(const Option*) { return std::array{Note{.member = "title", .required = true, .max_length = 255}}; }

const Control& control(Form<Option>& form, std::string_view name)
{
    for (const Field& field : type_of<Form<Option>>().fields)
        if (field.name == name) return *static_cast<const Control*>(field.of(&form));
    throw std::logic_error("no such field");
}

TEST(Form, HasTheMembersOfWhatItBecomesAsFields)
{
    Form<Option> form;
    EXPECT_FALSE(form.sent());
    EXPECT_EQ(control(form, "title").name, "title");
    EXPECT_TRUE(control(form, "title").required);
    EXPECT_EQ(control(form, "title").max_length, 255);
    EXPECT_FALSE(control(form, "body").required);
    EXPECT_EQ(type_of<Form<Option>>().fields.size(), type_of<Option>().fields.size() + 2);
}

TEST(Form, ShowsWhatThereIs)
{
    Form<Option> form(Option{.title = "T", .locked = true, .count = 3, .style = Style::fancy, .labels = {"a", "b"}});
    EXPECT_EQ(form.value("title"), "T");
    EXPECT_EQ(form.value("body"), "");
    EXPECT_TRUE(control(form, "locked").checked);
    EXPECT_EQ(form.value("count"), "3");
    EXPECT_EQ(form.value("style"), "fancy");
    EXPECT_EQ(control(form, "labels").values, (std::vector<std::string>{"a", "b"}));
}

TEST(Form, ComesBackAsItWasSentWithWhatIsWrongBesideItsField)
{
    const Refused refused{.type = &type_of<Option>(),
                          .fields = {{"title", ""},
                                     {"count", "many"},
                                     {"locked", "true"},
                                     {"locked", "false"},
                                     {"labels", "x"},
                                     {"labels", "y"},
                                     {"password", "secret"}},
                          .error = {Errc::unprocessable, "[count]: a whole number is expected"}};
    Form<Option> form(&refused);
    EXPECT_TRUE(form.sent());
    EXPECT_EQ(form.value("count"), "many");
    EXPECT_EQ(control(form, "count").problem, "A whole number is expected.");
    EXPECT_EQ(form.problem(), "");
    EXPECT_TRUE(control(form, "locked").checked);
    EXPECT_EQ(control(form, "labels").values, (std::vector<std::string>{"x", "y"}));
    form.begin_with({.title = "what there was before"});
    EXPECT_EQ(form.value("title"), "");
}

TEST(Form, ShowsNothingThatIsNoText)
{
    const Refused refused{
        .type = &type_of<Option>(), .fields = {{"title", "\xff"}}, .error = {Errc::unprocessable, "no"}};
    EXPECT_EQ(Form<Option>(&refused).value("title"), "");
}

TEST(Form, NeverShowsASecretAgain)
{
    const Refused refused{
        .type = &type_of<Option>(), .fields = {{"password", "secret"}}, .error = {Errc::conflict, "the name is taken"}};
    EXPECT_EQ(Form<Option>(&refused).value("password"), "");
}

TEST(Form, TellsWhatIsNoSingleFieldsAboveThem)
{
    const Refused refused{.type = &type_of<Option>(), .fields = {}, .error = {Errc::conflict, "the name is taken"}};
    EXPECT_EQ(Form<Option>(&refused).problem(), "The name is taken.");
    const Refused unknown{.type = &type_of<Option>(), .fields = {}, .error = {Errc::conflict, "[other]: is wrong"}};
    EXPECT_EQ(Form<Option>(&unknown).problem(), "Is wrong.");
    const Refused another{.type = &type_of<Control>(), .fields = {{"title", "x"}}, .error = {Errc::conflict, "no"}};
    EXPECT_FALSE(Form<Option>(&another).sent());
    EXPECT_EQ(Form<Option>(&another).problem(), "");
}

TEST(FormError, CanBeSaidToBeAboutAField)
{
    EXPECT_EQ(member_of({Errc::unprocessable, "[labels.2]: is unknown"}), "labels");
    EXPECT_EQ(member_of({Errc::unprocessable, "is unknown"}), "");
    EXPECT_EQ(member_of({Errc::unprocessable, "[unclosed"}), "");
    const auto moved = about("name", {Errc::conflict, "[other]: the name is taken"});
    EXPECT_EQ(member_of(moved), "name");
    EXPECT_EQ(words_of(moved), "The name is taken.");
    EXPECT_EQ(moved.code, Errc::conflict);
}

} // namespace
} // namespace cairn::pages

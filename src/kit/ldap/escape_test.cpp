#include "ldap/escape.hpp"

#include <gtest/gtest.h>

namespace cairn::ldap {
namespace {

using namespace std::string_view_literals;

TEST(LdapEscape, KeepsAFilterOneFilter)
{
    EXPECT_EQ(escape_filter("ann"), "ann");
    EXPECT_EQ(escape_filter("*)(uid=*"), "\\2a\\29\\28uid=\\2a");
    EXPECT_EQ(escape_filter("a\\b"), "a\\5cb");
    EXPECT_EQ(escape_filter("a\0b"sv), "a\\00b");
    EXPECT_EQ(escape_filter("J\xc3\xb6rg"), "J\xc3\xb6rg");
}

TEST(LdapEscape, KeepsANameOneName)
{
    EXPECT_EQ(escape_name("ann"), "ann");
    EXPECT_EQ(escape_name("ann,ou=admins"), "ann\\2cou\\3dadmins");
    EXPECT_EQ(escape_name(R"(a+b"c\d<e>f;g)"), R"(a\2bb\22c\5cd\3ce\3ef\3bg)");
    EXPECT_EQ(escape_name("#a#"), "\\23a#");
    EXPECT_EQ(escape_name(" a b "), "\\20a b\\20");
    EXPECT_EQ(escape_name(" "), "\\20");
    EXPECT_EQ(escape_name("a\0b\n"sv), "a\\00b\\0a");
}

TEST(LdapEscape, FillsEachPlaceOnceAndNothingThatWasFilledIn)
{
    EXPECT_EQ(fill_in("(|(uid=%s)(mail=%[1]s))", "a%sb", escape_filter), "(|(uid=a%sb)(mail=a%sb))");
    EXPECT_EQ(fill_in("uid=%s,dc=x", "a,b", escape_name), "uid=a\\2cb,dc=x");
    EXPECT_EQ(fill_in("100%", "x", escape_filter), "100%");
    EXPECT_TRUE(has_place("(uid=%[1]s)"));
    EXPECT_FALSE(has_place("(uid=%d)"));
}

TEST(LdapEscape, SeesParenthesesThatDoNotFit)
{
    EXPECT_TRUE(looks_like_filter("(&(uid=%s)(objectClass=person))"));
    for (const auto* wrong : {"", "uid=%s", "(uid=%s", "(uid=%s))", "(a)(b)", ")("})
        EXPECT_FALSE(looks_like_filter(wrong)) << wrong;
}

} // namespace
} // namespace cairn::ldap

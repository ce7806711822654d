#include "pages/page.hpp"

#include <gtest/gtest.h>

namespace cairn::pages {
namespace {

TEST(Sentence, BeginsWithACapitalAndEndsWithAStop)
{
    EXPECT_EQ(sentence("the name is taken"), "The name is taken.");
    EXPECT_EQ(sentence("Really?"), "Really?");
    EXPECT_EQ(sentence(""), "");
}

const Notice sample{"sample-of-a-test", words::Phrase("It is done.")};

TEST(Notice, IsFoundByItsCodeAlone)
{
    EXPECT_EQ(find_notice("sample-of-a-test"), &sample);
    EXPECT_EQ(find_notice("<script>"), nullptr);
    EXPECT_EQ(find_notice(""), nullptr);
}

} // namespace
} // namespace cairn::pages

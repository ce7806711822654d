#include "actions/annotation.hpp"

#include <gtest/gtest.h>

namespace cairn::actions {

TEST(Annotation, SaysWhatIsWrongAndWhere)
{
    const auto found = read_annotation("::warning file=src/app.c,line=3,endLine=5,col=2,title=Bounds::is too long");
    ASSERT_TRUE(found);
    EXPECT_EQ(found->level, AnnotationLevel::warning);
    EXPECT_EQ(found->file, "src/app.c");
    EXPECT_EQ(found->line, 3);
    EXPECT_EQ(found->last_line, 5);
    EXPECT_EQ(found->title, "Bounds");
    EXPECT_EQ(found->message, "is too long");
}

TEST(Annotation, NeedsNoPlace)
{
    const auto found = read_annotation("::error::it broke");
    ASSERT_TRUE(found);
    EXPECT_EQ(found->message, "it broke");
    EXPECT_TRUE(found->file.empty());
    EXPECT_EQ(read_annotation("##[notice]so it is")->message, "so it is");
    EXPECT_EQ(read_annotation("##[error file=a.c,line=2]no")->line, 2);
}

TEST(Annotation, IsNoOtherLine)
{
    for (const auto* line : {"", "error: no", "::", "::error", "::group::error", "::errors::x", " ::error::x",
                             "::error::", "::set-output name=a::b", "##[group]x", "##[error"})
        EXPECT_FALSE(read_annotation(line)) << line;
}

TEST(Annotation, SignsThatEndAPartAreWrittenAsNumbers)
{
    const auto found = read_annotation("::error file=a%2Cb.c,title=50%25%3A no::one%0Atwo%0d%0athree %250A");
    ASSERT_TRUE(found);
    EXPECT_EQ(found->file, "a,b.c");
    EXPECT_EQ(found->title, "50%: no");
    EXPECT_EQ(found->message, "one\ntwo\r\nthree %0A");
}

TEST(Annotation, ALineThatIsNoneIsNone)
{
    for (const auto* line : {"::error file=a.c,line=-1::x", "::error file=a.c,line=0::x", "::error file=a.c,line=x::x",
                             "::error file=a.c,line=99999999999999999999::x", "::error line=3::x"})
        EXPECT_EQ(read_annotation(line)->line, 0) << line;
    EXPECT_EQ(read_annotation("::error file=a.c,line=7,endLine=2::x")->last_line, 7);
}

TEST(Annotation, WhatIsLongIsCut)
{
    const auto found = read_annotation("::error file=" + std::string(5000, 'f') + "::" + std::string(60'000, 'm'));
    ASSERT_TRUE(found);
    EXPECT_LE(found->file.size(), 1024U);
    EXPECT_LE(found->message.size(), 4096U);
}

} // namespace cairn::actions

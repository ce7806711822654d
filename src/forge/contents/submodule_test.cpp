// Where people find what a submodule names.
#include "contents/submodule.hpp"

#include <gtest/gtest.h>

namespace cairn::contents {
namespace {

std::string page(std::string_view address) { return submodule_page(address, "https://here.example/git/ann/work"); }

TEST(Submodules, LeadToPages)
{
    EXPECT_EQ(page("https://there.example/a/b.git"), "https://there.example/a/b");
    EXPECT_EQ(page("https://bob:secret@there.example:8080/a/b"), "https://there.example:8080/a/b");
    EXPECT_EQ(page("git@there.example:a/b.git"), "https://there.example/a/b");
    EXPECT_EQ(page("ssh://git@there.example:2222/a/b.git"), "https://there.example/a/b");
    EXPECT_EQ(page("../other.git"), "https://here.example/git/ann/other");
    EXPECT_EQ(page("../../bob/x"), "https://here.example/git/bob/x");
}

TEST(Submodules, LeadNowhereElse)
{
    for (const std::string_view address : {"", "/etc/passwd", "javascript:alert(1)", "file:///etc", "C:\\a",
                                           "../../../../x", "https://", "git@:a", "data:text/html,x", "x@javascript"})
        EXPECT_EQ(page(address), "") << address;
}

} // namespace
} // namespace cairn::contents

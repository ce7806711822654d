// Objects that git lets pass in a push and libgit2 cannot parse: whoever asks for one is told so, and nothing else is
// to blame for it.
#include "git/objects/objects.hpp"
#include "git/test_repository.hpp"

namespace cairn::git {

namespace {

class BadlyWritten : public RepositoryTest {
protected:
    ObjectId write_as_it_is(const std::string& kind, const std::string& content) const
    {
        return *ObjectId::parse(
            shell("printf '" + content + "' | git -C " + bare + " hash-object --literally -w --stdin -t " + kind));
    }
};

TEST_F(BadlyWritten, ATreeWithALargeModeIsRefused)
{
    const auto id = write_as_it_is("tree", "210000 link\\0aaaaaaaaaaaaaaaaaaaa");
    const auto read = read_tree(*Repository::open(bare), id);
    ASSERT_FALSE(read);
    EXPECT_EQ(read.error().code, Errc::unprocessable);
    EXPECT_NE(read.error().message.find(id.hex()), std::string::npos);
}

TEST_F(BadlyWritten, ACommitWithoutATreeIsRefused)
{
    const auto read = read_commit(*Repository::open(bare), write_as_it_is("commit", "no tree\\n"));
    ASSERT_FALSE(read);
    EXPECT_EQ(read.error().code, Errc::unprocessable);
}

} // namespace

} // namespace cairn::git

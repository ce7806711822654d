// All pages of the catalog at once: every template fits what it shows, every word of them is there in every language
// that claims to be complete, every notice is one.
#include <gtest/gtest.h>

#include <set>

#include "app/catalog.hpp"
#include "config/settings.hpp"
#include "pages/kit.hpp"
#include "pages/notices.hpp"
#include "pages/row.hpp"
#include "pages/template/syntax.hpp"

namespace cairn::app {
namespace {

using namespace pages;

TEST(Pages, HaveTemplatesThatFitWhatTheyShow)
{
    // Says in which line of which file something is wrong.
    try {
        Kit(catalog(), config::Settings()).bind_all();
    } catch (const std::exception& error) {
        ADD_FAILURE() << error.what();
    }
}

// Each word of the templates, by what translators call it.
class Words {
public:
    void of(const syntax::Nodes& nodes)
    {
        for (const auto& node : nodes) {
            for (const auto& marked : node.marked) add(marked);
            of(node.expression);
            for (const auto& branch : node.branches) {
                of(branch.condition);
                of(branch.body);
            }
            for (const auto& [name, argument] : node.arguments) of(argument);
        }
    }

    const std::set<std::pair<std::string, std::string>>& all() const { return all_; }

private:
    void of(const syntax::Expression& expression)
    {
        for (const auto& marked : expression.marked) add(marked);
        for (const auto& operand : expression.operands) of(operand);
    }
    void add(const syntax::Marked& marked)
    {
        all_.emplace(marked.one, marked.many);
        for (const auto& [open, close] : marked.tags) of(open);
    }

    std::set<std::pair<std::string, std::string>> all_;
};

TEST(Pages, SayNothingThatGermanHasNoWordsFor)
{
    const auto* german = words::find_language("de");
    ASSERT_NE(german, nullptr);
    Words words;
    for (const EmbeddedFile& file : template_files::embedded_files()) {
        const auto parsed = syntax::parse(file.name, file.bytes);
        words.of(parsed.body);
        for (const auto& [name, nodes] : parsed.blocks) words.of(nodes);
    }
    EXPECT_GT(words.all().size(), 100U);
    for (const auto& [one, many] : words.all())
        EXPECT_EQ(german->forms(words::Phrase(one, many)).size(), many.empty() ? 1U : 2U) << one;
    for (const Notice* notice = last_notice(); notice != nullptr; notice = notice->before)
        EXPECT_EQ(german->forms(notice->words).size(), 1U) << notice->code;
}

TEST(Pages, LeaveNoticesThatAreToldApart)
{
    std::set<std::string_view> codes;
    for (const Notice* notice = last_notice(); notice != nullptr; notice = notice->before)
        EXPECT_TRUE(codes.insert(notice->code).second) << notice->code;
    EXPECT_GT(codes.size(), 10U);
}

} // namespace
} // namespace cairn::app

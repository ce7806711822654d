#include "app/usual_config.hpp"

#include <gtest/gtest.h>
#include <stdlib.h>

#include <filesystem>
#include <fstream>

namespace cairn::app {
namespace {

namespace fs = std::filesystem;

class UsualConfig : public testing::Test {
protected:
    UsualConfig()
    {
        auto name = (fs::temp_directory_path() / "cairn-usual-config-XXXXXX").string();
        if (mkdtemp(name.data()) == nullptr) throw std::runtime_error("no folder");
        folder_ = name;
        places_.program = places_.packaged_program;
        places_.local = folder_ + "/app.ini";
    }
    ~UsualConfig() override { fs::remove_all(folder_); }

    std::string folder_;
    ConfigPlaces places_;
};

TEST_F(UsualConfig, TheLocalFileComesFirst)
{
    std::ofstream(places_.local) << "APP_NAME = here\n";
    EXPECT_EQ(usual_config(places_), places_.local);
}

TEST_F(UsualConfig, ThePackagedProgramHasItsSettingsInEtc) { EXPECT_EQ(usual_config(places_), "/etc/cairn/app.ini"); }

TEST_F(UsualConfig, AnotherProgramLeavesThemAlone)
{
    places_.program = "/home/ada/cairn/build/cairn";
    EXPECT_EQ(usual_config(places_), places_.local);
}

TEST_F(UsualConfig, AProgramOfUnknownPlaceLeavesThemAlone)
{
    places_.program.clear();
    EXPECT_EQ(usual_config(places_), places_.local);
}

TEST_F(UsualConfig, TheRunningProgramIsKnown) { EXPECT_TRUE(config_places().program.ends_with("_test")); }

} // namespace
} // namespace cairn::app

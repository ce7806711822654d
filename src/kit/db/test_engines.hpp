// A test that runs once with each engine, on a database of its own.
#pragma once

#include <gtest/gtest.h>

#include <optional>

#include "db/test_database.hpp"

namespace cairn::db {

class EngineTest : public testing::TestWithParam<Options::Engine> {
protected:
    // Whoever has more to set up does it in prepare().
    void SetUp() override
    {
        if (!TestDatabase::is_available(GetParam())) GTEST_SKIP() << "CAIRN_TEST_POSTGRES is not set";
        database_.emplace(GetParam());
        prepare();
    }
    virtual void prepare() { }

    Database& db() { return **database_; }

    std::optional<TestDatabase> database_;
};

inline auto both_engines() { return testing::Values(Options::Engine::sqlite, Options::Engine::postgres); }

inline std::string engine_name(const testing::TestParamInfo<Options::Engine>& engine)
{
    return engine.param == Options::Engine::sqlite ? "Sqlite" : "Postgres";
}

} // namespace cairn::db

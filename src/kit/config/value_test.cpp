#include "config/value.hpp"

#include <gtest/gtest.h>

#include "config/table.hpp"

namespace cairn::config {
namespace {

TEST(Value, DurationsAreSecondsOrHaveUnits)
{
    EXPECT_EQ(parse_duration("90"), 90);
    EXPECT_EQ(parse_duration("-1"), -1);
    EXPECT_EQ(parse_duration("10m"), 600);
    EXPECT_EQ(parse_duration("1h30m"), 5400);
    EXPECT_EQ(parse_duration("2d"), 172800);
    for (const std::string_view bad : {"", "m", "10x", "10 m", "1h30", "1.5h", "-1h", "9223372036854775807m", "h1"})
        EXPECT_FALSE(parse_duration(bad)) << bad;
}

TEST(Value, SizesAreBytesOrHaveUnits)
{
    EXPECT_EQ(parse_size("4096"), 4096);
    EXPECT_EQ(parse_size("32K"), 32768);
    EXPECT_EQ(parse_size("32 KiB"), 32768);
    EXPECT_EQ(parse_size("10mb"), 10485760);
    EXPECT_EQ(parse_size("7 B"), 7);
    EXPECT_EQ(parse_size("-1"), -1);
    for (const std::string_view bad : {"", "K", "1KK", "1.5M", "1 BB", "1 BiB", "99999999999 TiB", "0x10"})
        EXPECT_FALSE(parse_size(bad)) << bad;
}

TEST(Value, RatiosAreNumbersFrom0To1)
{
    EXPECT_EQ(parse_ratio("0"), 0.0);
    EXPECT_EQ(parse_ratio("1"), 1.0);
    EXPECT_EQ(parse_ratio("0.25"), 0.25);
    for (const std::string_view bad : {"", "1.01", "-0.1", "nan", "inf", "1e-2", "5%", "0.1x", " 0.1", "0,1"})
        EXPECT_FALSE(parse_ratio(bad)) << bad;
}

struct Given {
    std::string_view section, key, text;
};

std::optional<std::string> read_back(const Given& given)
{
    const auto* key = find_key(given.section, given.key);
    Settings settings;
    if (!read_value(*key->field, key->in(settings), given.text)) return {};
    return write_value(*key->field, key->in(settings));
}

TEST(Value, EachTypeReadsWhatPeopleWrite)
{
    for (const auto yes : {"true", "Yes", "ON", "1"}) EXPECT_EQ(read_back({"server", "ENABLE_GZIP", yes}), "true");
    for (const auto no : {"false", "No", "off", "0"}) EXPECT_EQ(read_back({"server", "ENABLE_GZIP", no}), "false");
    EXPECT_EQ(read_back({"log", "LEVEL", "Warn"}), "warn");
    EXPECT_EQ(read_back({"service", "DEFAULT_USER_VISIBILITY", "private"}), "private");
    EXPECT_EQ(read_back({"database", "SSL_MODE", "verify-full"}), "verify-full");
    EXPECT_EQ(read_back({"oauth2", "JWT_SIGNING_ALGORITHM", "eddsa"}), "EdDSA");
    EXPECT_EQ(read_back({"cors", "ALLOW_DOMAIN", " a.example , b.example,"}), "a.example, b.example");
    EXPECT_EQ(read_back({"cors", "MAX_AGE", "600s"}), "10m");
    EXPECT_EQ(read_back({"server", "MAX_HEADER_BYTES", "65536"}), "64 KiB");
    EXPECT_EQ(read_back({"repository", "MAX_CREATION_LIMIT", "-1"}), "-1");
}

TEST(Value, WhatIsNoValueChangesNothing)
{
    EXPECT_FALSE(read_back({"server", "ENABLE_GZIP", "maybe"}));
    EXPECT_FALSE(read_back({"server", "HTTP_PORT", "65536"}));
    EXPECT_FALSE(read_back({"server", "HTTP_PORT", "-1"}));
    EXPECT_FALSE(read_back({"server", "HTTP_PORT", "3000x"}));
    EXPECT_FALSE(read_back({"server", "PROTOCOL", "gopher"}));
    EXPECT_FALSE(read_back({"server", "IDLE_TIMEOUT", "0"}));
}

TEST(Value, ExpectationsAreInWords)
{
    const auto expected = [](std::string_view section, std::string_view key) {
        return expected_value(*find_key(section, key)->field);
    };
    EXPECT_EQ(expected("server", "HTTP_PORT"), "a number from 0 to 65535");
    EXPECT_EQ(expected("server", "PROTOCOL"), "one of http, https");
    EXPECT_EQ(expected("server", "ENABLE_GZIP"), "true or false");
    EXPECT_EQ(expected("server", "MAX_BODY_BYTES"), "a size such as 4096 or 32 MiB, at least 1 KiB");
    EXPECT_EQ(expected("cors", "MAX_AGE"), "a duration such as 90s, 10m or 1h30m from 0 to 7d");
}

TEST(Value, EveryDefaultIsAValueOfItsKey)
{
    const Settings defaults;
    for (const auto& section : sections())
        for (const auto& key : section.keys) {
            const auto text = write_value(*key.field, key.in(defaults));
            Settings read;
            EXPECT_TRUE(read_value(*key.field, key.in(read), text)) << key.label() << " = " << text;
            EXPECT_EQ(write_value(*key.field, key.in(read)), text) << key.label();
        }
}

} // namespace
} // namespace cairn::config

// Against the S3 server that the environment's CAIRN_TEST_S3 names (http://KEY:SECRET@HOST:PORT/BUCKET), where there is
// one: tools/s3.sh starts Ceph's radosgw for it.
#include "storage/s3.hpp"

#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <future>

#include "config/settings.hpp"

namespace cairn::storage {
namespace {

class Collected final : public http::BodyWriter {
public:
    void write(std::string_view part) override { bytes += part; }
    std::string bytes;
};

std::string collect(http::Body& body)
{
    Collected collected;
    auto& producer = std::get<http::Producer>(body);
    producer.produce(collected);
    EXPECT_EQ(producer.length, collected.bytes.size());
    return collected.bytes;
}

class S3Test : public testing::Test {
protected:
    void SetUp() override
    {
        const char* url = std::getenv("CAIRN_TEST_S3");
        if (url == nullptr) GTEST_SKIP() << "no S3 server here";
        std::string_view rest = url;
        const auto until = [&](std::string_view end) {
            const auto at = std::min(rest.find(end), rest.size());
            std::string part(rest.substr(0, at));
            rest.remove_prefix(std::min(at + end.size(), rest.size()));
            return part;
        };
        settings.minio_use_ssl = until("://") == "https";
        settings.minio_access_key_id = until(":");
        settings.minio_secret_access_key = until("@");
        settings.minio_endpoint = until("/");
        settings.minio_bucket = rest;
        storage = open_bucket(settings);
    }

    // A source of so many bytes that are never in memory at once.
    static Source pattern(std::uint64_t size)
    {
        return [size, at = std::uint64_t{0}](std::span<char> into) mutable {
            const auto part = static_cast<std::size_t>(std::min<std::uint64_t>(into.size(), size - at));
            for (std::size_t i = 0; i < part; ++i) into[i] = byte_at(at + i);
            at += part;
            return part;
        };
    }
    static char byte_at(std::uint64_t place) { return static_cast<char>(place * 7 / 3); }

    config::Storage settings{.storage_type = config::StorageType::minio};
    std::unique_ptr<Storage> storage;
    std::string name = "test/" + std::to_string(::getpid());
};

TEST_F(S3Test, WhatWasPutIsThereUntilItIsRemoved)
{
    EXPECT_FALSE(storage->exists(name));
    EXPECT_FALSE(storage->read(name));
    EXPECT_FALSE(storage->open(name));
    EXPECT_FALSE(storage->remove(name));
    storage->put(name, std::string_view("first"));
    storage->put(name, std::string_view("second"));
    EXPECT_EQ(storage->size(name), 6);
    EXPECT_EQ(storage->read(name), "second");
    EXPECT_TRUE(storage->remove(name));
    EXPECT_FALSE(storage->exists(name));
}

TEST_F(S3Test, PartsCanBeReadAndWhatIsBeyondTheEndIsNothing)
{
    storage->put(name, std::string_view("0123456789"));
    EXPECT_EQ(storage->read(name, {.offset = 2, .length = 3}), "234");
    EXPECT_EQ(storage->read(name, {.offset = 8, .length = 30}), "89");
    EXPECT_EQ(storage->read(name, {.offset = 10, .length = 1}), "");
    EXPECT_EQ(storage->read(name, {.offset = 99}), "");
    auto body = storage->open(name, {.offset = 4, .length = 2});
    ASSERT_TRUE(body);
    EXPECT_EQ(collect(*body), "45");
    storage->remove(name);
}

TEST_F(S3Test, EmptyIsSomething)
{
    storage->put(name, std::string_view(""));
    EXPECT_EQ(storage->size(name), 0);
    auto body = storage->open(name);
    ASSERT_TRUE(body);
    EXPECT_EQ(collect(*body), "");
    storage->remove(name);
}

TEST_F(S3Test, ManyPartsBecomeOne)
{
    for (const std::uint64_t size : {8ULL << 20, (8ULL << 20) + 1, (40ULL << 20) + 17}) {
        EXPECT_EQ(storage->put(name, pattern(size)), size);
        EXPECT_EQ(storage->size(name), size);
        auto body = storage->open(name);
        ASSERT_TRUE(body);
        const auto bytes = collect(*body);
        bool same = true;
        for (std::size_t i = 0; i < bytes.size(); ++i) same = same && bytes[i] == byte_at(i);
        EXPECT_TRUE(same);
        storage->remove(name);
    }
}

TEST_F(S3Test, AnUploadThatFailsLeavesWhatWasThere)
{
    storage->put(name, std::string_view("old"));
    struct Broken { };
    const auto all = pattern(100ULL << 20);
    std::uint64_t given = 0;
    EXPECT_THROW(storage->put(name,
                              [&](std::span<char> into) {
                                  if (given > (20U << 20)) throw Broken{};
                                  const auto got = all(into);
                                  given += got;
                                  return got;
                              }),
                 Broken);
    EXPECT_EQ(storage->read(name), "old");
    storage->remove(name);
}

TEST_F(S3Test, AReaderWhoGoesAwayEndsTheTransfer)
{
    class Leaves final : public http::BodyWriter {
    public:
        void write(std::string_view) override { throw http::Disconnected(); }
    };
    storage->put(name, pattern(1 << 20));
    auto body = storage->open(name);
    ASSERT_TRUE(body);
    Leaves leaves;
    EXPECT_THROW(std::get<http::Producer>(*body).produce(leaves), http::Disconnected);
    EXPECT_EQ(storage->read(name, {.offset = 0, .length = 1})->size(), 1) << "and leaves the storage as it is";
    storage->remove(name);
}

TEST_F(S3Test, ManyThreadsAtOnce)
{
    std::vector<std::future<bool>> all;
    for (int i = 0; i < 16; ++i)
        all.push_back(std::async(std::launch::async, [&, i] {
            const auto own = name + "-" + std::to_string(i);
            storage->put(own, std::string_view(own));
            const bool same = storage->read(own) == own;
            return storage->remove(own) && same;
        }));
    for (auto& one : all) EXPECT_TRUE(one.get());
}

TEST_F(S3Test, AWrongKeyOrBucketIsToldAtOnce)
{
    auto wrong = settings;
    wrong.minio_secret_access_key += "x";
    EXPECT_THROW(open_bucket(wrong), StorageError);
    wrong = settings;
    wrong.minio_bucket = "no-such-bucket";
    EXPECT_THROW(open_bucket(wrong), StorageError);
}

TEST(S3AwayTest, IsToldApartFromWhatTheOperatorMustRepair)
{
    config::Storage nowhere;
    nowhere.minio_endpoint = "127.0.0.1:1";
    EXPECT_THROW(open_bucket(nowhere), Unavailable);
}

TEST_F(S3Test, NoNameLeadsElsewhere)
{
    for (const auto* bad : {"", "/a", "a/../b", "a b", "a?x", ".a"})
        EXPECT_THROW(storage->put(bad, std::string_view("x")), std::logic_error) << bad;
}

} // namespace
} // namespace cairn::storage

#include "base/media_type.hpp"

#include <gtest/gtest.h>

#include <string>

namespace cairn {
namespace {

TEST(MediaTypes, NeverLetABrowserRunWhatIsText)
{
    EXPECT_EQ(media_type_of("<html><script>alert(1)</script>"), "text/plain; charset=utf-8");
    EXPECT_EQ(media_type_of("#!/bin/sh\n"), "text/plain; charset=utf-8");
    EXPECT_EQ(media_type_of(""), "text/plain; charset=utf-8");
    EXPECT_EQ(media_type_of("caf\xe9\n"), "text/plain; charset=windows-1252");
    EXPECT_EQ(media_type_of("\xef\xbb\xbf<?xml?>\n<!-- x -->\n<svg>"), "image/svg+xml");
    EXPECT_EQ(media_type_of("<svgx>"), "text/plain; charset=utf-8");
    EXPECT_EQ(media_type_of(std::string_view("a\0b", 3)), "application/octet-stream");
    EXPECT_EQ(media_type_of("\x89PNG\r\n\x1a\n...."), "image/png");
    EXPECT_EQ(media_type_of("%PDF-1.7"), "application/pdf");
    EXPECT_EQ(media_type_of("PK\x03\x04..."), "application/zip");
    EXPECT_EQ(media_type_of("RIFF....WEBPVP8 "), "image/webp");
    EXPECT_EQ(media_type_of("\xff\xfex"), "text/plain; charset=utf-16le");
    // The last character may have been cut in two.
    EXPECT_EQ(media_type_of(std::string(enough_to_tell - 1, 'a') + "\xc3\xa9"), "text/plain; charset=utf-8");
}

} // namespace
} // namespace cairn

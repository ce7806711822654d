// Private to src/http: libcurl's handles as values that free themselves, and the one start of the library.
#pragma once

#include <curl/curl.h>

#include <array>
#include <memory>
#include <string>

namespace cairn::http {

struct FreeCurlList {
    void operator()(curl_slist* list) const { curl_slist_free_all(list); }
};
using CurlList = std::unique_ptr<curl_slist, FreeCurlList>;

// These throw std::bad_alloc, or std::runtime_error where the library cannot be used.
void append(CurlList&, const std::string& line);
void start_curl();

// A handle for one call after the other, of one thread at a time.
class Curl {
public:
    Curl(); // throws as start_curl() does

    CURL* get() const { return easy_.get(); }
    template <class T> void set(CURLoption option, T value) { curl_easy_setopt(easy_.get(), option, value); }
    void set(CURLoption option, const std::string& value) { curl_easy_setopt(easy_.get(), option, value.c_str()); }

    // To what it was, but with its connections.
    void reset();

    long status() const;
    // Why the last call ended with it.
    std::string words(CURLcode) const;

private:
    struct Close {
        void operator()(CURL* easy) const { curl_easy_cleanup(easy); }
    };
    using Words = std::array<char, CURL_ERROR_SIZE>;
    std::unique_ptr<Words> words_; // stays where it is when the handle is moved; goes after it
    std::unique_ptr<CURL, Close> easy_;
};

} // namespace cairn::http

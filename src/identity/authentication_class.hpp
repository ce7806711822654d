// How surely the person is who they say: the classes that applications can ask for (acr; OpenID Connect Core, 2 and
// 3.1.2.1) and the methods that they are told (amr; RFC 8176). A session keeps its methods as "pwd", "pwd otp",
// "pwd hwk" or, with a recovery code, "pwd rcv"; "fed" and "fed mfa" of whom another provider has recognized. Why these
// classes: docs/decisions/0029-authentication-classes.md.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace cairn::identity {

// "1" for a password, "2" for a second step beside it, "phr" where that was a security key, which cannot be phished.
// Each includes those before it.
std::vector<std::string> authentication_classes();

// Of a list as acr_values has it, those that we know, in its order.
std::vector<std::string> known_classes(std::span<const std::string> wanted);

// The highest class that these methods reach; empty for none.
std::string class_reached(std::string_view methods);

// The first of the wanted classes that the methods reach; empty for none.
std::string class_met(std::string_view methods, std::span<const std::string> wanted);

// The values of amr; `mfa` is one of them where there was a second step.
std::vector<std::string> methods_told(std::string_view methods);

} // namespace cairn::identity

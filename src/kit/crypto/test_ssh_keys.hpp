// Keys, signatures and certificates for tests, made by ssh-keygen and OpenSSL; the private halves are gone. What is
// signed is the message "a message".
#pragma once

#include <string_view>

// clang-format off
namespace cairn::crypto::samples {

inline constexpr std::string_view message = "a message";

inline constexpr std::string_view rsa_line =
    "ssh-rsa AAAAB3NzaC1yc2EAAAADAQABAAABgQCkXj2TaO4tC6m8CZ8WAuHQ3dFwd4Z1PLEZKHDoYy9lKX5h7em83PtFPDvGFo00"
    "k5LWgGZmtpAeErtbBVuuIYSD/l7V7E1snkvAb09ZJUhavDu6NfOJ11cCMOfjU0ugvmNsQnVWMqg3WqFZOuzS4IW8M/OoxvsZviSt"
    "33bc9k/BO9QTYQ/K8rmZXZdbhSDJT0TRZVroH7mIywCJHL2ji1UdnAzJshHZFK9HHWIV8pi8p2eg26gAyE0QXD83Jic+Gno0AALq"
    "8sBFbDruipmu3h0SgxWIdD1HzOWOt2VfKxQWO6DalFhLh5y40bfB4yrdmNFBggLToSUGC8cV98Hhf5uiJjBPN3qpURfVjWGgWPmH"
    "DVM+9nxC+YIVY1mGTrY3vV0e3jhWUrko332cQTINYzaRWK02UL18YTqSPz2YxEvoXTQemjz8eeG7qP0CACDeQUnYvd/WcUg8ZiGN"
    "pS6+MWuyFuD7CghlQSjPqCHP2U1wjxPz2AE4sd6P4vmilOfOU40= rsa@example";
inline constexpr std::string_view weak_rsa_line =
    "ssh-rsa AAAAB3NzaC1yc2EAAAADAQABAAABAQClyhb/54MQvX+npJUTmqHLV1VTmr4Yen0NAFkJJkZ1KRXHj009GfZp71tOim3s"
    "TeNR4GQBG7z2OKSLgkvHTQHOa3uS0FPDfBS9XeOBf6FXPVoBbD2hrF9R7qAqTUlWThWsUmcLBuVbjKyD1yWyPcB3l/au2j/XRvTL"
    "p8ByFQWFg7wRA9HsU/dx2qQS+MUR3wc6f8krnYFPqTBbhIAbowF9yNui1p4rQMA9glhLryZdAeX55AU61+Wlk6trNeNxNt41ZKqK"
    "xSAeQ5arAR5FKNWklT5kvkUx7wn+DxKF2pHaoRugOrm+RjuEAhXScjqQ5ejG3UI4u95LOAXrgrGUi8gj weak@example";
inline constexpr std::string_view p256_line =
    "ecdsa-sha2-nistp256 AAAAE2VjZHNhLXNoYTItbmlzdHAyNTYAAAAIbmlzdHAyNTYAAABBBMYkFlavgb/HIh+I0qyF9tLcfcbf"
    "H32fPHX8zVrcO56u+gp0/PQuR/Q7vFY79VpWu8cTf62lhWFrgCLjwWOqa2c= p256@example";
inline constexpr std::string_view p384_line =
    "ecdsa-sha2-nistp384 AAAAE2VjZHNhLXNoYTItbmlzdHAzODQAAAAIbmlzdHAzODQAAABhBEmcDLO5AiF6gVR8b+I9S29NoZzg"
    "/GEyUQAmg2BFiOCiT/Z2fLzQiji0YMfcHGzVUwgMpR96FyN3FZ0tGaQgztS/Jd+t+1A1RKlO+4FWuAyTbmNW+K47YgemaE/qOiXq"
    "mA== p384@example";
inline constexpr std::string_view p521_line =
    "ecdsa-sha2-nistp521 AAAAE2VjZHNhLXNoYTItbmlzdHA1MjEAAAAIbmlzdHA1MjEAAACFBADMMOiVh9+wQeST8Wiv1CRwtOgQ"
    "TqVOV6OIHRvXeZ8m5CL/W055U9YfbXUIO+f0G/tZnLIsjq7mBbhrLVOOKzh+ngEVYUAsN2FADwq4vxZaDByAY6Asp/WZPtxRKzFM"
    "XLtV//YuS4zAcmSm9JD7otf7THPF88uobDarZqWK61Zx+msyaw== p521@example";
inline constexpr std::string_view ed25519_line =
    "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIEZuMZAtpq0ldXG0GBMMyXuFcMFDQI/Vqr53RzMDGrIN ed@example";
inline constexpr std::string_view rsa_fingerprint =
    "SHA256:nLNL2vyNxBICA1iZXBF37UpoRkp4dp2ythQeItdaOWY";
inline constexpr std::string_view p256_fingerprint =
    "SHA256:Nv5xiUWofbbGLRHW6chKIz3TjvyIOV8GtoYc3LMPt4I";
inline constexpr std::string_view p384_fingerprint =
    "SHA256:Uy3O7KshYulkPn2axi8G8jcLzLnrfGEZUM0MHSXbmNM";
inline constexpr std::string_view p521_fingerprint =
    "SHA256:bKPHzagemEmgFScQqdv9ypVWCYcUTePxKGUxECmFzAE";
inline constexpr std::string_view ed25519_fingerprint =
    "SHA256:lL6qGAX9o1FGNxkQD7EQ7/PNkZcvdg88y0c8em/QPB0";
inline constexpr std::string_view dsa_line =
    "ssh-dss AAAAB3NzaC1kc3MAAACBANqKCk4/w60xN/K4A/Ia4WHbTLvJSVMfXv/9W/k18X7CMs5Qa8Q2hN6LWV1fEG747mU0xpgv"
    "Ao1t/fzLeNpUhMUimZ6N1TTXK+r10FswOHQo+AVibiF3+6utspVi0V8/6JcDPJUQ4krTGM4pEOYTT4A7IiUWOtNlxVQr+ZBU4zJf"
    "AAAAFQD9LKAdCzl/QK2xuPCq56mzbacgmwAAAIEAso4cDlbj+/UI7F3BP4nPkhX4aFD1XV9+iPPu8KOmE5wtDGwCKbv53AUlFjWS"
    "SNfMuc0CdEIqd2uYfScf4mmIB9TR93TEQz9lDIxlKIh6Dq3/y7uyhQ6O6T75T1PaVhEC9U350h2IoBAqhF8nezp0Z/5n3gsi+qO/"
    "b1oX6IQm/AIAAACBAMF4BWcGhgD6XLQ8iZ0pdMNAWeO9UMnireNsEs3Okgng4nR9kMc4ByF+fUWjbaBIIYHbtfQCcDKdIE+l9GAo"
    "aRpvfy2ckS96xZv2DOsjFAa+aNy0YU40XvX6KDUKECmQ7JzZqJIDlJbIbvhVWzvB4d6PYA8SIGRpkaguuZ+5xyhP old";
inline constexpr std::string_view ed25519_sk_line =
    "sk-ssh-ed25519@openssh.com AAAAGnNrLXNzaC1lZDI1NTE5QG9wZW5zc2guY29tAAAAIEZuMZAtpq0ldXG0GBMMyXuFcMFDQ"
    "I/Vqr53RzMDGrINAAAABHNzaDo= touch";
inline constexpr std::string_view p256_sk_line =
    "sk-ecdsa-sha2-nistp256@openssh.com AAAAInNrLWVjZHNhLXNoYTItbmlzdHAyNTZAb3BlbnNzaC5jb20AAAAIbmlzdHAyN"
    "TYAAABBBMYkFlavgb/HIh+I0qyF9tLcfcbfH32fPHX8zVrcO56u+gp0/PQuR/Q7vFY79VpWu8cTf62lhWFrgCLjwWOqa2cAAAAEc"
    "3NoOg==";
inline constexpr std::string_view ed25519_sk_touched_signature =
    "AAAAGnNrLXNzaC1lZDI1NTE5QG9wZW5zc2guY29tAAAAQBbbOoNE1YTT+oeyD2oQSGJ1KSzoEOfE3TiXDNDRUNjWSxN+fwwZKHpr"
    "+vDupDAIdxWW8VFkzDHZrCY+3AL1Gg8BAAAABw==";
inline constexpr std::string_view ed25519_sk_untouched_signature =
    "AAAAGnNrLXNzaC1lZDI1NTE5QG9wZW5zc2guY29tAAAAQGfPzo0hsWtEbdtUxtw0j0YbWuUZuc/5KDz/PJTcU8Q07lbaLrOSLPJS"
    "YpiqxIkci/TcX9LQtpBegrZOh9t5GwwAAAAABw==";
inline constexpr std::string_view p256_sk_signature =
    "AAAAInNrLWVjZHNhLXNoYTItbmlzdHAyNTZAb3BlbnNzaC5jb20AAABJAAAAIFEGEIE4GRWItZUaLhjNojjYzFdqLy5h3/D8Q2wN"
    "lJ0PAAAAIQCYO/zH7yhfPbkzDblF/lWYdEzA5lSaUvegslNwnmaV9AEAAAAH";
inline constexpr std::string_view rsa_bare_sha1 =
    "SoxQkpQW+rtVAopMdM387bc4unsXfV8V7f4QvZZuBp4jv7IzWS+rAOqBs+5fSNjV9S6V16AVoTpdOFSKkxnm8FnLLV3rHq2o+9jr"
    "dKvD4Qc1moAgXj1xiwpXIYvYWosvQEEruC8OAzSwyeD0/Qx9pt0lUlDoECm7M6h0Ujr8CPsQ68U3q0CeaSJTq6oGe+CYuR4WgIce"
    "mYfYSUODeIZz2VNb7u5DtQ9rdPLprqaGIDn5VE8e98S5rHQ/IMEuAk2vp1Zn1rlHNeSKsLBixG08GQs0C6XF1fJ/h1oCk0D+Esb3"
    "55qMULiLeSNPqmsYeCvPEknwvvhFBaU3qu3dXxlJ6msnuRSrsM7NeYR9555EtMsaedQt2QR0w99arkOtcqNmpDFRqpGF3lFzZT7i"
    "MJqnwni27WKLvJ61QUpYmtL/q7zLQpXUcmQgB+fPRVPLXQGYiD51QbMnTD24jBDe19FdJ2adR4YUbGRUmldNm+2RsbmhKwqq7AAz"
    "K89kZ1qTVaK9";
inline constexpr std::string_view rsa_bare_sha256 =
    "fEludieQmHX6RBYBQH8NLQ7SY/LptUT74lt91AaJs1tmzI6e7FS6Gt1vB+vfQVTYtRcH5cVu7tmxvEOlckXlNXgMJg/eMsd6cZbk"
    "SeQMuCow8ZzoeR+1K5oTyUKPDQEt/WaA+T+T7No/xl17KNOEZ/criXH6XPR+QbpABlrIBMZvS0DcWL0fmEv+U9WU1wKZPRfMyaAb"
    "HC1nd7QJrWCS3CO+ONc5SHWhGdf5ppWMj8iNMze8TN42BH+YTUHcjTOm/I8CpTDsYJAvVfqtfciWat5oSr6jt8XSgHkvC6myKsA6"
    "P2NHmfo8/R+LVPWt1A0m32dkOm+rITzIqyFtZ3TJyLodyVY2c3e9cQHb7rYYohYxhhp0JPlrr+yiChzb5QJeGH0W3z1QkJpZLBhN"
    "HZrO9BLddOuRzQREmA4dIpTqLf4oUJeaxPBNEoLjlxifvESkcL5CiH6hVxLj+NtWUiBZZ2tmo5nTwq0QLCwqweheoWzah16LiQMc"
    "zTQZhlZ6AtLD";
inline constexpr std::string_view rsa_bare_sha512 =
    "dM9a/uaAyz1Siz0G19VgTAnuciSy0611IGZojvnGDFOdq4G8MSO5c2B1RiuJxfdfNfFAXW52uoJW0w1C2MGEVRX+oyvy4LJz/pwA"
    "MAtMSmOqxFk/HUfXpCcyPpBvAl3WNPrMuJ/9a8lw5YWuL5BH3gsdojtbwrwlw3DoaiaKHxECxXCRDu9/zSSr8+zn4N7g9QX3fUsF"
    "IWdOnxF0tox7z3p2M+uFybKbLCOcUIT9C+zhmJR/nFkMa3C2yz14D6WvaRqJKzpEeIYqg1BEAI5XhWxqUZN8PJdXo45fOuwrrIlQ"
    "C5fonz3m86SkEWnRvlA5Nw+JUlr07BVzEpT7QKpFVhJN0bDHJDbarjkZlkljsrzzT2kWy7Bdc6MtxPCkwYlxoefqkm8EpUzqgW3u"
    "bYxxE67eP87QJTM3PIsJfC/9EQuBGUaxR5LHad3gGT5eZNXfnzl3MBGP9oKQX1eXIB1uIi8+t8iANKtO436n5tGqWQ2o6IuPQw37"
    "s8WA2A4eYO3t";
inline constexpr std::string_view p256_bare_sha256 =
    "MEYCIQCgWRwQ4sBodo0kvuVB7qBweQB07YAuyOoxK7RCNecfEAIhALb+6wXlxZUG8mx4jewKrOrBLaV0ScCJOXkWqcPnFYft";
inline constexpr std::string_view p256_bare_pair =
    "oFkcEOLAaHaNJL7lQe6gcHkAdO2ALsjqMSu0QjXnHxC2/usF5cWVBvJseI3sCqzqwS2ldEnAiTl5FqnD5xWH7Q==";
inline constexpr std::string_view p384_bare_sha384 =
    "MGQCMHVYAYhXPUzje6pmL1C4SlMcIDMXxaZFg1pstpQLcz1TohmdzaewEDsMakY5AB8bvwIwPuGvgKjiG0k7661zLbOq5o0yRnOU"
    "L2jgP6/C907GiyhVBqgD0ngdbuPA1dLX9Eic";
inline constexpr std::string_view p384_bare_pair =
    "dVgBiFc9TON7qmYvULhKUxwgMxfFpkWDWmy2lAtzPVOiGZ3Np7AQOwxqRjkAHxu/PuGvgKjiG0k7661zLbOq5o0yRnOUL2jgP6/C"
    "907GiyhVBqgD0ngdbuPA1dLX9Eic";
inline constexpr std::string_view p521_bare_sha512 =
    "MIGIAkIBiyfGFUdd4NF6CcBzE20gjqX1p+8ZvZCiy666+aKDFWxXzmZBLAhqrHin5z78GVN0Y5AR3n/t9zVu9gycyO4DzCkCQgGD"
    "rXsV6qjFpDVd/S26gKT71pi1OqQqvN+FngY68y7JxU+utgs0Xz446zAvcf/kRb5vq5OZg5nFZGokU63zBzGfGQ==";
inline constexpr std::string_view p521_bare_pair =
    "AYsnxhVHXeDRegnAcxNtII6l9afvGb2QosuuuvmigxVsV85mQSwIaqx4p+c+/BlTdGOQEd5/7fc1bvYMnMjuA8wpAYOtexXqqMWk"
    "NV39LbqApPvWmLU6pCq834WeBjrzLsnFT662CzRfPjjrMC9x/+RFvm+rk5mDmcVkaiRTrfMHMZ8Z";
inline constexpr std::string_view p256_bare_sha512 =
    "MEMCH04XjzJTw5PwP81VhRtOFRROjJ/Im99L5inUpknL12YCIBsgwZQ9w5SLxraunLOe+ympOXErYCC2qKqpteU74X+K";
inline constexpr std::string_view ed25519_bare =
    "oh4DsnfQBEOWWUwswBtJ5ag4WEcNI8iFafa+p5YBnY3y4FdmytefkZvnKoJHh0xOIKONhefxGZZLlkYkLI4yBw==";
inline constexpr std::string_view rsa_pem =
    "-----BEGIN PUBLIC KEY-----\nMIIBojANBgkqhkiG9w0BAQEFAAOCAY8AMIIBigKCAYEApF49k2juLQupvAmfFgLh\n0N3RcH"
    "eGdTyxGShw6GMvZSl+Ye3pvNz7RTw7xhaNNJOS1oBmZraQHhK7WwVbriGE\ng/5e1exNbJ5LwG9PWSVIWrw7ujXziddXAjDn41NL"
    "oL5jbEJ1VjKoN1qhWTrs0uCF\nvDPzqMb7Gb4krd923PZPwTvUE2EPyvK5mV2XW4UgyU9E0WVa6B+5iMsAiRy9o4tV\nHZwMybIR"
    "2RSvRx1iFfKYvKdnoNuoAMhNEFw/NyYnPhp6NAAC6vLARWw67oqZrt4d\nEoMViHQ9R8zljrdlXysUFjug2pRYS4ecuNG3weMq3Z"
    "jRQYIC06ElBgvHFffB4X+b\noiYwTzd6qVEX1Y1hoFj5hw1TPvZ8QvmCFWNZhk62N71dHt44VlK5KN99nEEyDWM2\nkVitNlC9fG"
    "E6kj89mMRL6F00Hpo8/Hnhu6j9AgAg3kFJ2L3f1nFIPGYhjaUuvjFr\nshbg+woIZUEoz6ghz9lNcI8T89gBOLHej+L5opTnzlON"
    "AgMBAAE=\n-----END PUBLIC KEY-----\n";
inline constexpr std::string_view p384_pem =
    "-----BEGIN PUBLIC KEY-----\nMHYwEAYHKoZIzj0CAQYFK4EEACIDYgAESZwMs7kCIXqBVHxv4j1Lb02hnOD8YTJR\nACaDYE"
    "WI4KJP9nZ8vNCKOLRgx9wcbNVTCAylH3oXI3cVnS0ZpCDO1L8l3637UDVE\nqU77gVa4DJNuY1b4rjtiB6ZoT+o6JeqY\n-----E"
    "ND PUBLIC KEY-----\n";
inline constexpr std::string_view ed25519_pem =
    "-----BEGIN PUBLIC KEY-----\nMCowBQYDK2VwAyEARm4xkC2mrSV1cbQYEwzJe4VwwUNAj9WqvndHMwMasg0=\n-----END P"
    "UBLIC KEY-----\n";
inline constexpr std::string_view rsa_pkcs1 =
    "-----BEGIN RSA PUBLIC KEY-----\nMIIBigKCAYEApF49k2juLQupvAmfFgLh0N3RcHeGdTyxGShw6GMvZSl+Ye3pvNz7\nRT"
    "w7xhaNNJOS1oBmZraQHhK7WwVbriGEg/5e1exNbJ5LwG9PWSVIWrw7ujXziddX\nAjDn41NLoL5jbEJ1VjKoN1qhWTrs0uCFvDPz"
    "qMb7Gb4krd923PZPwTvUE2EPyvK5\nmV2XW4UgyU9E0WVa6B+5iMsAiRy9o4tVHZwMybIR2RSvRx1iFfKYvKdnoNuoAMhN\nEFw/"
    "NyYnPhp6NAAC6vLARWw67oqZrt4dEoMViHQ9R8zljrdlXysUFjug2pRYS4ec\nuNG3weMq3ZjRQYIC06ElBgvHFffB4X+boiYwTz"
    "d6qVEX1Y1hoFj5hw1TPvZ8QvmC\nFWNZhk62N71dHt44VlK5KN99nEEyDWM2kVitNlC9fGE6kj89mMRL6F00Hpo8/Hnh\nu6j9Ag"
    "Ag3kFJ2L3f1nFIPGYhjaUuvjFrshbg+woIZUEoz6ghz9lNcI8T89gBOLHe\nj+L5opTnzlONAgMBAAE=\n-----END RSA PUBLI"
    "C KEY-----\n";
inline constexpr std::string_view p521_ssh2 =
    "---- BEGIN SSH2 PUBLIC KEY ----\nComment: \"521-bit ECDSA, converted by root@vm from OpenSSH\"\nAAAA"
    "E2VjZHNhLXNoYTItbmlzdHA1MjEAAAAIbmlzdHA1MjEAAACFBADMMOiVh9+wQeST8W\niv1CRwtOgQTqVOV6OIHRvXeZ8m5CL/W0"
    "55U9YfbXUIO+f0G/tZnLIsjq7mBbhrLVOOKzh+\nngEVYUAsN2FADwq4vxZaDByAY6Asp/WZPtxRKzFMXLtV//YuS4zAcmSm9JD7"
    "otf7THPF88\nuobDarZqWK61Zx+msyaw==\n---- END SSH2 PUBLIC KEY ----\n";
inline constexpr std::string_view certificate_by_rsa =
    "AAAAIHNzaC1lZDI1NTE5LWNlcnQtdjAxQG9wZW5zc2guY29tAAAAIMW8sk+WbWVClVwEgQZeZvHKez/kuV+x0k0F9gdCv77XAAAA"
    "IGYm5LqS0QOi2gzcbpngf8IMTLIGJxmKWgyJZPwdCCAMAAAAAAAAAAcAAAABAAAACWFubidzIGtleQAAABoAAAADYW5uAAAAD2Fu"
    "bkBleGFtcGxlLmNvbQAAAAAAAAAA//////////8AAAAAAAAAggAAABVwZXJtaXQtWDExLWZvcndhcmRpbmcAAAAAAAAAF3Blcm1p"
    "dC1hZ2VudC1mb3J3YXJkaW5nAAAAAAAAABZwZXJtaXQtcG9ydC1mb3J3YXJkaW5nAAAAAAAAAApwZXJtaXQtcHR5AAAAAAAAAA5w"
    "ZXJtaXQtdXNlci1yYwAAAAAAAAAAAAABlwAAAAdzc2gtcnNhAAAAAwEAAQAAAYEApF49k2juLQupvAmfFgLh0N3RcHeGdTyxGShw"
    "6GMvZSl+Ye3pvNz7RTw7xhaNNJOS1oBmZraQHhK7WwVbriGEg/5e1exNbJ5LwG9PWSVIWrw7ujXziddXAjDn41NLoL5jbEJ1VjKo"
    "N1qhWTrs0uCFvDPzqMb7Gb4krd923PZPwTvUE2EPyvK5mV2XW4UgyU9E0WVa6B+5iMsAiRy9o4tVHZwMybIR2RSvRx1iFfKYvKdn"
    "oNuoAMhNEFw/NyYnPhp6NAAC6vLARWw67oqZrt4dEoMViHQ9R8zljrdlXysUFjug2pRYS4ecuNG3weMq3ZjRQYIC06ElBgvHFffB"
    "4X+boiYwTzd6qVEX1Y1hoFj5hw1TPvZ8QvmCFWNZhk62N71dHt44VlK5KN99nEEyDWM2kVitNlC9fGE6kj89mMRL6F00Hpo8/Hnh"
    "u6j9AgAg3kFJ2L3f1nFIPGYhjaUuvjFrshbg+woIZUEoz6ghz9lNcI8T89gBOLHej+L5opTnzlONAAABlAAAAAxyc2Etc2hhMi01"
    "MTIAAAGAaqyfxtia11MwJTJdEVR5FL/p9vOg2Lr9PnXwHGG15sISgQCXYiUTBrh4exfcx1iKVKYoR9vg5moNtMlYc0MSCtOK487T"
    "DR/QXZx9h7aI65M6YKi3EpqASp94ROnIPZy9w6vtEUF/ZsNcItJDA41oeijOyMw+ns6t9i+3jqaDO3kW5wNVDiQ4UhYuZZr0DyX5"
    "TcYnTrp8a4cDssVWxo/h7qVVqFQngXEhry7MvbGVKG98mE+RDqq145LZj/gdhTTKsC7zHAivj0Buwd649AaI8YhoNMo4lo70P6aD"
    "giSL2DsDSWOIsUP0GBB/zD//u+2Wxi3fEMqLkhn1m3I9WZM9jZCVThN0SsgMNUeg/ijcpIlxzfvbioD19H5HavrED0TojyfwelvF"
    "4mp2KdfbB584KWjaX+Dm4K91lAKmsqxLmPTat9xOrRO2Ws3ZZkuUOwYvf5vdojSMaQ/QBG+vpYEwabKflARNeHNynvPbLGV5FOjG"
    "b/IcKINMhlc1X3otQm1x";
inline constexpr std::string_view certificate_by_p256 =
    "AAAAIHNzaC1lZDI1NTE5LWNlcnQtdjAxQG9wZW5zc2guY29tAAAAIP3XlC0tJtYin70qRcAV1K+ccfVS1Usew38v5LdqjUWjAAAA"
    "IMtGEtgBqwwtfORGS3BonU8pXk19cN03qE8tFSdiBaJXAAAAAAAAAAcAAAABAAAACWFubidzIGtleQAAABoAAAADYW5uAAAAD2Fu"
    "bkBleGFtcGxlLmNvbQAAAAAAAAAA//////////8AAAAAAAAAggAAABVwZXJtaXQtWDExLWZvcndhcmRpbmcAAAAAAAAAF3Blcm1p"
    "dC1hZ2VudC1mb3J3YXJkaW5nAAAAAAAAABZwZXJtaXQtcG9ydC1mb3J3YXJkaW5nAAAAAAAAAApwZXJtaXQtcHR5AAAAAAAAAA5w"
    "ZXJtaXQtdXNlci1yYwAAAAAAAAAAAAAAaAAAABNlY2RzYS1zaGEyLW5pc3RwMjU2AAAACG5pc3RwMjU2AAAAQQTGJBZWr4G/xyIf"
    "iNKshfbS3H3G3x99nzx1/M1a3DuervoKdPz0Lkf0O7xWO/VaVrvHE3+tpYVha4Ai48FjqmtnAAAAYwAAABNlY2RzYS1zaGEyLW5p"
    "c3RwMjU2AAAASAAAAB9ueayH7Fehbr1SYUxUExAROguMh78uBqbbZyHe66bmAAAAIQCH+f06oSU6D34MBLLCGjzswzUMpnPmwmTk"
    "M3nNrGl1Qg==";
inline constexpr std::string_view certificate_by_p384 =
    "AAAAIHNzaC1lZDI1NTE5LWNlcnQtdjAxQG9wZW5zc2guY29tAAAAIHhf0QTgci3UB9ffxNuVkWE6nmpMTvrvWKHNuJqzRQ7lAAAA"
    "IG8cnspVsKMq58wQ+M+bIQKGT51uixF8RiwaKgZXfC94AAAAAAAAAAcAAAABAAAACWFubidzIGtleQAAABoAAAADYW5uAAAAD2Fu"
    "bkBleGFtcGxlLmNvbQAAAAAAAAAA//////////8AAAAAAAAAggAAABVwZXJtaXQtWDExLWZvcndhcmRpbmcAAAAAAAAAF3Blcm1p"
    "dC1hZ2VudC1mb3J3YXJkaW5nAAAAAAAAABZwZXJtaXQtcG9ydC1mb3J3YXJkaW5nAAAAAAAAAApwZXJtaXQtcHR5AAAAAAAAAA5w"
    "ZXJtaXQtdXNlci1yYwAAAAAAAAAAAAAAiAAAABNlY2RzYS1zaGEyLW5pc3RwMzg0AAAACG5pc3RwMzg0AAAAYQRJnAyzuQIheoFU"
    "fG/iPUtvTaGc4PxhMlEAJoNgRYjgok/2dny80Io4tGDH3Bxs1VMIDKUfehcjdxWdLRmkIM7UvyXfrftQNUSpTvuBVrgMk25jVviu"
    "O2IHpmhP6jol6pgAAACFAAAAE2VjZHNhLXNoYTItbmlzdHAzODQAAABqAAAAMQCoxMgvsbDk+gkRo7STudhFL7SNJRRHK2X7BKox"
    "qNeAfZRj7Bolaq7qkJ+wDsW6mpkAAAAxAN6glAZUG9Xh6hMAAYbIs1Xw3V8gP1lbIOuEm/b7fcqkjJqA/QkLGL2n0mfQOUqG2w==";
inline constexpr std::string_view certificate_by_p521 =
    "AAAAIHNzaC1lZDI1NTE5LWNlcnQtdjAxQG9wZW5zc2guY29tAAAAIFIRM6qj4Cw+gzVEDZefnv2MbyHpM1s1r/ksNGA601MWAAAA"
    "IBzycWwKZgIHUenoVq+YUDKMi1XHUqO34ZiGNe5Hxb8+AAAAAAAAAAcAAAABAAAACWFubidzIGtleQAAABoAAAADYW5uAAAAD2Fu"
    "bkBleGFtcGxlLmNvbQAAAAAAAAAA//////////8AAAAAAAAAggAAABVwZXJtaXQtWDExLWZvcndhcmRpbmcAAAAAAAAAF3Blcm1p"
    "dC1hZ2VudC1mb3J3YXJkaW5nAAAAAAAAABZwZXJtaXQtcG9ydC1mb3J3YXJkaW5nAAAAAAAAAApwZXJtaXQtcHR5AAAAAAAAAA5w"
    "ZXJtaXQtdXNlci1yYwAAAAAAAAAAAAAArAAAABNlY2RzYS1zaGEyLW5pc3RwNTIxAAAACG5pc3RwNTIxAAAAhQQAzDDolYffsEHk"
    "k/For9QkcLToEE6lTlejiB0b13mfJuQi/1tOeVPWH211CDvn9Bv7WZyyLI6u5gW4ay1Tjis4fp4BFWFALDdhQA8KuL8WWgwcgGOg"
    "LKf1mT7cUSsxTFy7Vf/2LkuMwHJkpvSQ+6LX+0xzxfPLqGw2q2aliutWcfprMmsAAAClAAAAE2VjZHNhLXNoYTItbmlzdHA1MjEA"
    "AACKAAAAQVgU1LZM38Suz5Sv0HfUaWh8LipCPAj9EeM7fOCYI5bIZl9CFJoJkUTQmKj1PGc49MXfQghlYLrT5FmWSP8s9etVAAAA"
    "QR5xGhdCsDUkXbsf7hgFtTztNYT2TqmX4WQu+tk2YbBK/QVoSyzeYhjX3SZWPitspGGVb8WyFHy9hPMMb+XbtFOl";
inline constexpr std::string_view certificate_by_ed25519 =
    "AAAAIHNzaC1lZDI1NTE5LWNlcnQtdjAxQG9wZW5zc2guY29tAAAAIL+IaXIcsignQzT6Bd/emOZpIq4f2nMgH85Ah+X8cw4xAAAA"
    "IERdcvtuVcMJTz63zgbgn2+puhbGV/zyNOxsNKxg07yhAAAAAAAAAAcAAAABAAAACWFubidzIGtleQAAABoAAAADYW5uAAAAD2Fu"
    "bkBleGFtcGxlLmNvbQAAAAAAAAAA//////////8AAAAAAAAAggAAABVwZXJtaXQtWDExLWZvcndhcmRpbmcAAAAAAAAAF3Blcm1p"
    "dC1hZ2VudC1mb3J3YXJkaW5nAAAAAAAAABZwZXJtaXQtcG9ydC1mb3J3YXJkaW5nAAAAAAAAAApwZXJtaXQtcHR5AAAAAAAAAA5w"
    "ZXJtaXQtdXNlci1yYwAAAAAAAAAAAAAAMwAAAAtzc2gtZWQyNTUxOQAAACBGbjGQLaatJXVxtBgTDMl7hXDBQ0CP1aq+d0czAxqy"
    "DQAAAFMAAAALc3NoLWVkMjU1MTkAAABAuVs3X/BJpezSEKvzyHrDk2+TkfPj5a7roR4LC2m2N+6Jd13BL8HU+LFxQOo+ceqdDOL2"
    "VMAlO2VraGVIqr7NAw==";
inline constexpr std::string_view certificate_of_2020 =
    "AAAAIHNzaC1lZDI1NTE5LWNlcnQtdjAxQG9wZW5zc2guY29tAAAAINGVvZTX/Zpwquuv5Pl9pC/PxbFiAXra7NEH/eSxUmLpAAAA"
    "IERdcvtuVcMJTz63zgbgn2+puhbGV/zyNOxsNKxg07yhAAAAAAAAAAAAAAABAAAAAmlkAAAABwAAAANhbm4AAAAAXgvhAAAAAABf"
    "7mYAAAAAAAAAAIIAAAAVcGVybWl0LVgxMS1mb3J3YXJkaW5nAAAAAAAAABdwZXJtaXQtYWdlbnQtZm9yd2FyZGluZwAAAAAAAAAW"
    "cGVybWl0LXBvcnQtZm9yd2FyZGluZwAAAAAAAAAKcGVybWl0LXB0eQAAAAAAAAAOcGVybWl0LXVzZXItcmMAAAAAAAAAAAAAADMA"
    "AAALc3NoLWVkMjU1MTkAAAAgRm4xkC2mrSV1cbQYEwzJe4VwwUNAj9WqvndHMwMasg0AAABTAAAAC3NzaC1lZDI1NTE5AAAAQLYU"
    "ubmCv1897CgGfU71XUNeCg2XgeAWYWEx8LYvP/OHSjSmrZ65+SrDyhM7xjJw3glc2mxTzKJwyejUO5C2NQ0=";
inline constexpr std::string_view certificate_of_a_host =
    "AAAAIHNzaC1lZDI1NTE5LWNlcnQtdjAxQG9wZW5zc2guY29tAAAAIPzp5w1NuhFbm9PWSFGFtl/LJesCK7MXekyGIf2fGGegAAAA"
    "IERdcvtuVcMJTz63zgbgn2+puhbGV/zyNOxsNKxg07yhAAAAAAAAAAAAAAACAAAAAmlkAAAAEAAAAAxob3N0LmV4YW1wbGUAAAAA"
    "AAAAAP//////////AAAAAAAAAAAAAAAAAAAAMwAAAAtzc2gtZWQyNTUxOQAAACBGbjGQLaatJXVxtBgTDMl7hXDBQ0CP1aq+d0cz"
    "AxqyDQAAAFMAAAALc3NoLWVkMjU1MTkAAABAS+7w98RCuFnbqd7M1uXmWvBbv9fPG5oBFVtklRo4tGfoCd6VM8CANeaU0ljxO3lw"
    "NvRJKSAnZ5wsQbE3a4uUCA==";
inline constexpr std::string_view certificate_with_command =
    "AAAAIHNzaC1lZDI1NTE5LWNlcnQtdjAxQG9wZW5zc2guY29tAAAAIH23e3mqH7s1ARjlAOWgkFWFUjy4T+i2yrFmKnQAnOABAAAA"
    "IERdcvtuVcMJTz63zgbgn2+puhbGV/zyNOxsNKxg07yhAAAAAAAAAAAAAAABAAAAAmlkAAAABwAAAANhbm4AAAAAAAAAAP//////"
    "////AAAAHQAAAA1mb3JjZS1jb21tYW5kAAAACAAAAARkYXRlAAAAggAAABVwZXJtaXQtWDExLWZvcndhcmRpbmcAAAAAAAAAF3Bl"
    "cm1pdC1hZ2VudC1mb3J3YXJkaW5nAAAAAAAAABZwZXJtaXQtcG9ydC1mb3J3YXJkaW5nAAAAAAAAAApwZXJtaXQtcHR5AAAAAAAA"
    "AA5wZXJtaXQtdXNlci1yYwAAAAAAAAAAAAAAMwAAAAtzc2gtZWQyNTUxOQAAACBGbjGQLaatJXVxtBgTDMl7hXDBQ0CP1aq+d0cz"
    "AxqyDQAAAFMAAAALc3NoLWVkMjU1MTkAAABAKQ+wZWILhC5PRzBQTryRsLw8jHT+xQe3uCMzGBQ7YHNnS6xTAfTu4MYs3tJbgl6G"
    "ycQHtcp7JBK2m+8qdc0cDA==";
inline constexpr std::string_view certificate_with_addresses =
    "AAAAIHNzaC1lZDI1NTE5LWNlcnQtdjAxQG9wZW5zc2guY29tAAAAIC3dtSCJfzKVFdjDmdPOnktP5Jejel0Ay4FYQ9AojxWJAAAA"
    "IERdcvtuVcMJTz63zgbgn2+puhbGV/zyNOxsNKxg07yhAAAAAAAAAAAAAAABAAAAAmlkAAAABwAAAANhbm4AAAAAAAAAAP//////"
    "////AAAAMgAAAA5zb3VyY2UtYWRkcmVzcwAAABwAAAAYMTAuMC4wLjAvOCwyMDAxOmRiODo6LzMyAAAAggAAABVwZXJtaXQtWDEx"
    "LWZvcndhcmRpbmcAAAAAAAAAF3Blcm1pdC1hZ2VudC1mb3J3YXJkaW5nAAAAAAAAABZwZXJtaXQtcG9ydC1mb3J3YXJkaW5nAAAA"
    "AAAAAApwZXJtaXQtcHR5AAAAAAAAAA5wZXJtaXQtdXNlci1yYwAAAAAAAAAAAAAAMwAAAAtzc2gtZWQyNTUxOQAAACBGbjGQLaat"
    "JXVxtBgTDMl7hXDBQ0CP1aq+d0czAxqyDQAAAFMAAAALc3NoLWVkMjU1MTkAAABAQXY0psCoW8UJtb2b/N9iFskNIgjJctw80kWa"
    "C12zUt9f5Y3BK+KCYsuAE63XoWe9oEEfg/n2JXNpJSHqalfsDg==";
inline constexpr std::string_view certificate_with_unknown_option =
    "AAAAIHNzaC1lZDI1NTE5LWNlcnQtdjAxQG9wZW5zc2guY29tAAAAIC0bdQJUcT9xRb1wnFrqyJOjD9jxrVHktf2bUX24TdIDAAAA"
    "IERdcvtuVcMJTz63zgbgn2+puhbGV/zyNOxsNKxg07yhAAAAAAAAAAAAAAABAAAAAmlkAAAABwAAAANhbm4AAAAAAAAAAP//////"
    "////AAAAFQAAAAZjb2xvdXIAAAAHAAAAA3JlZAAAAIIAAAAVcGVybWl0LVgxMS1mb3J3YXJkaW5nAAAAAAAAABdwZXJtaXQtYWdl"
    "bnQtZm9yd2FyZGluZwAAAAAAAAAWcGVybWl0LXBvcnQtZm9yd2FyZGluZwAAAAAAAAAKcGVybWl0LXB0eQAAAAAAAAAOcGVybWl0"
    "LXVzZXItcmMAAAAAAAAAAAAAADMAAAALc3NoLWVkMjU1MTkAAAAgRm4xkC2mrSV1cbQYEwzJe4VwwUNAj9WqvndHMwMasg0AAABT"
    "AAAAC3NzaC1lZDI1NTE5AAAAQC7jNHoUTycO25wrB8llF7GxneylVcRtpegI8//x8NiOUk1dkaczIhGccudwFgxLRB6Tv3xj4U+C"
    "UxzSdVy38AY=";
inline constexpr std::string_view certificate_of_rsa =
    "AAAAHHNzaC1yc2EtY2VydC12MDFAb3BlbnNzaC5jb20AAAAg+UzGuDsWjmuwDz0s0M8KGB2HdAF93xPTQSVmCFBJTbAAAAADAQAB"
    "AAABgQCkXj2TaO4tC6m8CZ8WAuHQ3dFwd4Z1PLEZKHDoYy9lKX5h7em83PtFPDvGFo00k5LWgGZmtpAeErtbBVuuIYSD/l7V7E1s"
    "nkvAb09ZJUhavDu6NfOJ11cCMOfjU0ugvmNsQnVWMqg3WqFZOuzS4IW8M/OoxvsZviSt33bc9k/BO9QTYQ/K8rmZXZdbhSDJT0TR"
    "ZVroH7mIywCJHL2ji1UdnAzJshHZFK9HHWIV8pi8p2eg26gAyE0QXD83Jic+Gno0AALq8sBFbDruipmu3h0SgxWIdD1HzOWOt2Vf"
    "KxQWO6DalFhLh5y40bfB4yrdmNFBggLToSUGC8cV98Hhf5uiJjBPN3qpURfVjWGgWPmHDVM+9nxC+YIVY1mGTrY3vV0e3jhWUrko"
    "332cQTINYzaRWK02UL18YTqSPz2YxEvoXTQemjz8eeG7qP0CACDeQUnYvd/WcUg8ZiGNpS6+MWuyFuD7CghlQSjPqCHP2U1wjxPz"
    "2AE4sd6P4vmilOfOU40AAAAAAAAAAAAAAAEAAAACaWQAAAAHAAAAA2FubgAAAAAAAAAA//////////8AAAAAAAAAggAAABVwZXJt"
    "aXQtWDExLWZvcndhcmRpbmcAAAAAAAAAF3Blcm1pdC1hZ2VudC1mb3J3YXJkaW5nAAAAAAAAABZwZXJtaXQtcG9ydC1mb3J3YXJk"
    "aW5nAAAAAAAAAApwZXJtaXQtcHR5AAAAAAAAAA5wZXJtaXQtdXNlci1yYwAAAAAAAAAAAAAAMwAAAAtzc2gtZWQyNTUxOQAAACBG"
    "bjGQLaatJXVxtBgTDMl7hXDBQ0CP1aq+d0czAxqyDQAAAFMAAAALc3NoLWVkMjU1MTkAAABAzuQyv0d6Y36J3mf8GJJOfPNtYCb2"
    "gJy9vJ4TODIaPNSXrSimE8TaostS76HuMypql4cJHunyL+SZFGYJp8d2DA==";
inline constexpr std::string_view certificate_of_p256 =
    "AAAAKGVjZHNhLXNoYTItbmlzdHAyNTYtY2VydC12MDFAb3BlbnNzaC5jb20AAAAgZ0NF0DloDX+xy3mSgteVhAgWWOgQxRINpsjZ"
    "FuT9lYYAAAAIbmlzdHAyNTYAAABBBMYkFlavgb/HIh+I0qyF9tLcfcbfH32fPHX8zVrcO56u+gp0/PQuR/Q7vFY79VpWu8cTf62l"
    "hWFrgCLjwWOqa2cAAAAAAAAAAAAAAAEAAAACaWQAAAAHAAAAA2FubgAAAAAAAAAA//////////8AAAAAAAAAggAAABVwZXJtaXQt"
    "WDExLWZvcndhcmRpbmcAAAAAAAAAF3Blcm1pdC1hZ2VudC1mb3J3YXJkaW5nAAAAAAAAABZwZXJtaXQtcG9ydC1mb3J3YXJkaW5n"
    "AAAAAAAAAApwZXJtaXQtcHR5AAAAAAAAAA5wZXJtaXQtdXNlci1yYwAAAAAAAAAAAAAAMwAAAAtzc2gtZWQyNTUxOQAAACBGbjGQ"
    "LaatJXVxtBgTDMl7hXDBQ0CP1aq+d0czAxqyDQAAAFMAAAALc3NoLWVkMjU1MTkAAABAkNudgzr+HLaTBinRRn51RwK002UIYUm3"
    "bu8cwZUTfl6klvNJE7r4CfDMSckTybQ7Tt0m3v1ZM0picd3XQjmGAA==";
inline constexpr std::string_view certificate_by_rsa_with_sha1 =
    "AAAAIHNzaC1lZDI1NTE5LWNlcnQtdjAxQG9wZW5zc2guY29tAAAAIH4jqIO+8D4o9C0Ii97xLxBRXx0n9VRAUGOcrvpj0074AAAA"
    "IGYm5LqS0QOi2gzcbpngf8IMTLIGJxmKWgyJZPwdCCAMAAAAAAAAAAAAAAABAAAAA29sZAAAAAcAAAADYW5uAAAAAAAAAAD/////"
    "/////wAAAAAAAACCAAAAFXBlcm1pdC1YMTEtZm9yd2FyZGluZwAAAAAAAAAXcGVybWl0LWFnZW50LWZvcndhcmRpbmcAAAAAAAAA"
    "FnBlcm1pdC1wb3J0LWZvcndhcmRpbmcAAAAAAAAACnBlcm1pdC1wdHkAAAAAAAAADnBlcm1pdC11c2VyLXJjAAAAAAAAAAAAAAGX"
    "AAAAB3NzaC1yc2EAAAADAQABAAABgQCkXj2TaO4tC6m8CZ8WAuHQ3dFwd4Z1PLEZKHDoYy9lKX5h7em83PtFPDvGFo00k5LWgGZm"
    "tpAeErtbBVuuIYSD/l7V7E1snkvAb09ZJUhavDu6NfOJ11cCMOfjU0ugvmNsQnVWMqg3WqFZOuzS4IW8M/OoxvsZviSt33bc9k/B"
    "O9QTYQ/K8rmZXZdbhSDJT0TRZVroH7mIywCJHL2ji1UdnAzJshHZFK9HHWIV8pi8p2eg26gAyE0QXD83Jic+Gno0AALq8sBFbDru"
    "ipmu3h0SgxWIdD1HzOWOt2VfKxQWO6DalFhLh5y40bfB4yrdmNFBggLToSUGC8cV98Hhf5uiJjBPN3qpURfVjWGgWPmHDVM+9nxC"
    "+YIVY1mGTrY3vV0e3jhWUrko332cQTINYzaRWK02UL18YTqSPz2YxEvoXTQemjz8eeG7qP0CACDeQUnYvd/WcUg8ZiGNpS6+MWuy"
    "FuD7CghlQSjPqCHP2U1wjxPz2AE4sd6P4vmilOfOU40AAAGPAAAAB3NzaC1yc2EAAAGAIE1xFJ5lWI3oWU5sIz6fp+MrB7Y6D6T+"
    "kgq6mAJW+tVzsKJ6GICKTm9AIUwXYL6k9iz3DEIrqOAXXtPKp2TQoJ/d11eSBkg2CF2oRWgIedXhNKsuzfvvOleUZ+24wu2JA/iF"
    "mbm5NdqIbLCl2z7+8KpJN5ph+mZW9OPNs3hcwllx2f8GydGlaZLpD8BgBQup5XAvjuExbQ2fCnGSsR15sO2Dj9fpJyQ8B4TRPZ1z"
    "eDETCvpLUaE85x3twhF4iCSno5SB6AzrT2QpCgvkEM8OQAh1xED+u3P9ETmDFwyK94K+9vkyAnxrmfX/ZesKzBLlrJbX4SAzFU3r"
    "RsGc2V6SzkoRCnURLz16CeCL3RVFBariXsUmdWmBV5mjib9b+Ksfk6rr7+vR6NKLfUsXfdBj/YFF/MJ/CFryF5pHOeW2eMtNbF/M"
    "oWwcJx3NrfDMKzf1l2DF7l/A9eeOK7EbCAItwbcSheCCPfrxtH7ngkF+oj0esiLydMINukpI2xXw0jHi";

// The text "(request-target): get /api/v1/user", signed; the last one also has a digest of "a body".
inline constexpr std::string_view rsa_request =
    "FYD7cPnhANgDtYTScJn4WgTUv15x2uQFZQYo3Nbl0QBnUM7HjUX0+aSNoynzQ4wZtJE6lRVJ+RV069MrzpEKl5kv5l9BWPLvkfEm"
    "PyGXz/flY/uHhZn8S8vWNfYA5FXBUpbd/R8a/ynX9GE6dcQ7GUjpQsmDfyIlIVDs9CdMEsS6eqPgZcJrRRsQnY8RWUHV8Uf1lD8y"
    "3pWLQOf2IxBHo8Q7YToFLbkLnEhekHUuIpIAWhsznWtJbTNUSEp4Ow97ep9nQfeWIxBjFc5IqGKMX271AuvI6u3yPHe8XXNSA5WH"
    "2tbHsIaMQIN1uOe6GmhNPLW3Dbcj3xmqVz9w5wDjHhXOpWZ19zsQ+2M9BIC6o/q3Og66TYSbQID3T8e2+ejBWAkO3u9ppxxSqmo5"
    "3JS194/gEp37qTW26Lmq0Wq2uMBkH5SspeyP3ZN0L8I0f0Y/Nfu0zEYeybbSJyquNydZfFPButRJDVuOUmhIuxf/n35LqL/ntpIT"
    "oNXKzcPVukdI";
inline constexpr std::string_view p256_request =
    "MEYCIQC68RFBzr9u9NvuxRnxM4MTGNeU+VR82Q+VSWOoYC3ddgIhAOxlLVCP3HGkkgt4aIFEMwAywBOsYmQcMrsrf0mthh0K";
inline constexpr std::string_view ed25519_request =
    "kl0MnpAuzf05BDc6VKZUxLjCzQxSpj78X2cMz+Mc+E7g6o0UJPP1ukxWpJ/lzYn46vym5YHxAH3yYm7S0SMMBw==";
inline constexpr std::string_view certified_by_ed25519_request =
    "+jUoXeYGoDFAYHBzciylmXfdBzwzU8ykMOf0Cv8VYHJ1UCdi1SZyym9VHNmmHUgKgAh/JiZ5Xqb54NA9bjbDCA==";
inline constexpr std::string_view ed25519_request_with_body =
    "jhD9c25tiOrt1BBTGNNTOmguT0HIN/subnhzH7GNZ0Q71Lo65W13UmoLhRfOhVMd7ugQ6uEIuXOuAituqr1IDA==";

} // namespace cairn::crypto::samples
// clang-format on

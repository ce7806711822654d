# Short names for what one does all day. ./run and ./test do the same, and install what is missing.

.PHONY: build test unit api clients lint format tidy asan fuzz bench clean

build:
	./run --build
test:
	./test
unit api clients lint tidy fuzz:
	./test $@
asan:
	./test sanitize
format:
	find src tests benchmarks -name '*.[ch]pp' -exec clang-format-19 -i {} +
bench:
	./bench
clean:
	rm -rf build build-* web/dist

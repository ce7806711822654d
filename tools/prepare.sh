# shellcheck shell=bash
# What ./run, ./test and ./bench have in common: packages, pages, configuring, building. To be sourced; it moves to the
# root of the source tree.

cd "$(dirname "${BASH_SOURCE[0]}")/.." || exit

# Debian's own Python is the one that has Debian's packages, whatever else is first on the PATH.
export python=/usr/bin/python3

if [[ -t 2 ]]; then bold=$'\033[1m' plain=$'\033[0m'; else bold='' plain=''; fi
say() { printf '%s%s%s\n' "$bold" "$*" "$plain" >&2; }
die() {
    printf 'error: %s\n' "$*" >&2
    exit 1
}

as_root() {
    if ((EUID == 0)); then
        "$@"
    elif command -v sudo > /dev/null; then
        sudo "$@"
    else
        die "this needs root, and there is no sudo: $*"
    fi
}

# missing_packages GROUP...: one line for each need of those groups that no installed package fills: its possible names.
missing_packages() {
    local installed group name names
    installed=$'\n'$(dpkg-query -W -f '${db:Status-Status} ${Package}\n' 2> /dev/null | sed -n 's/^installed //p')$'\n'
    while read -r group names; do
        [[ " $* " == *" $group "* ]] || continue
        for name in $names; do
            [[ $installed == *$'\n'"$name"$'\n'* ]] && continue 2
        done
        echo "$names"
    done < <(grep -v '^#' tools/packages.txt)
    # Node is often installed by other means, and Debian's npm conflicts with those.
    [[ " $* " != *" pages "* ]] || command -v npm > /dev/null || echo npm
}

# install_packages GROUP...: installs what those groups lack, after saying what that is.
install_packages() {
    local missing name names chosen=()
    missing=$(missing_packages "$@" | sort -u)
    [[ -n $missing ]] || return 0
    if ! command -v apt-get > /dev/null; then
        say "This is neither Debian nor Ubuntu. Install these by hand if the build does not find them:"
        sed 's/^/  /; s/ \+/ or /g; s/^ or /  /' <<< "$missing" >&2
        return 0
    fi
    say "These packages are missing and will be installed:" "$(awk '{print $1}' <<< "$missing" | paste -sd ' ')"
    as_root apt-get update -qq
    while read -r names; do
        for name in $names; do
            if apt-cache show "$name" > /dev/null 2>&1; then
                chosen+=("$name")
                continue 2
            fi
        done
        die "there is no package ${names// / or } here; tools/packages.txt may need another name for it"
    done <<< "$missing"
    # The same for the directory that tests ask: they start one of their own.
    [[ " ${chosen[*]} " != *" slapd "* ]] || as_root debconf-set-selections <<< 'slapd slapd/no_configuration boolean true'
    without_a_database_service as_root env DEBIAN_FRONTEND=noninteractive \
        apt-get install -y -qq --no-install-recommends "${chosen[@]}"
}

# The tests start a PostgreSQL of their own; installing the package must not leave a service running for everybody.
without_a_database_service() {
    local conf=/etc/postgresql-common/createcluster.d/zz-cairn.conf
    if [[ -e /etc/postgresql-common || " $* " != *" postgresql-"* ]]; then
        "$@"
        return
    fi
    as_root mkdir -p "${conf%/*}"
    echo 'create_main_cluster = false' | as_root tee "$conf" > /dev/null
    "$@"
    as_root rm -f "$conf"
}

# prepare_build GROUP...: everything that building needs, the pages included. Debian's npm has more packages than all
# else together: where it is missing, what needs none of the pages is compiled while it is installed.
prepare_build() {
    install_packages "$@"
    if command -v npm > /dev/null; then
        build_pages
        return
    fi
    install_packages pages > /dev/null && build_pages &
    local pages=$!
    configure release -DCAIRN_TESTS=OFF
    build build modules
    wait $pages || die "the pages could not be built"
}

# The pages that the program embeds. npm runs only when the lock file changed; gathering takes a moment.
build_pages() {
    if [[ ! -e web/node_modules/.installed || web/package-lock.json -nt web/node_modules/.installed ]]; then
        say "Fetching the page's packages"
        (cd web && npm ci --no-progress --loglevel=error)
        touch web/node_modules/.installed
    fi
    if [[ ! -d web/dist || ! -d web/data
        || -n $(find docs/guide docs/import.md docs/app.example.ini web/src web/steps web/*.js web/node_modules/.installed -newer web/data -print -quit) ]]; then
        (cd web && npm run --silent build)
    fi
}

# configure PRESET [cmake argument...]: quiet unless it fails. The folder is the preset's: build, build-sanitize, ...
configure() {
    local preset=$1 log
    shift
    log=$(mktemp)
    if ! cmake --preset "$preset" "$@" > "$log" 2>&1; then
        cat "$log" >&2
        rm -f "$log"
        die "configuring failed"
    fi
    rm -f "$log"
}

# build FOLDER TARGET...: one at a time in a folder, however many ask.
build() {
    local folder=$1
    shift
    NINJA_STATUS='[%f/%t, %es] ' flock "$folder/.lock" ninja -C "$folder" "$@"
}

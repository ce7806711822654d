# shellcheck shell=bash
# A PostgreSQL of our own for a test or a measurement: in a folder of its own, on a free port, gone afterwards. To be
# sourced after prepare.sh. Its superuser is `cairn`.
: "${python:?prepare.sh comes first}"

postgres_folder=

# PostgreSQL refuses to run as root.
as_postgres() {
    if ((EUID == 0)); then
        setpriv --reuid=postgres --regid=postgres --clear-groups env HOME="$postgres_folder" "$@"
    else
        "$@"
    fi
}

# Where what is written may be lost, it is kept in memory, if there is much: each test's database is a thousand files, which
# most disks take a second to make and to remove.
folder_for() { # [setting=value...]
    local free
    free=$(df --output=avail -B1G /dev/shm 2> /dev/null | tail -n 1)
    if [[ " $* " == *" fsync=off "* ]] && ((${free:-0} >= 4)); then echo /dev/shm; else echo /tmp; fi
}

# start_postgres [setting=value...]: exports CAIRN_TEST_POSTGRES=postgres://USER:PASSWORD@HOST:PORT/cairn_test.
start_postgres() {
    local bin port password settings=()
    bin=$(find /usr/lib/postgresql -maxdepth 3 -path '*/bin/initdb' 2> /dev/null | sort -V | tail -n 1)
    [[ -n $bin ]] || die "PostgreSQL's server is not installed"
    bin=${bin%/*}
    postgres_folder=$(mktemp -d "$(folder_for "$@")/cairn-postgres.XXXXXX")
    password=$(od -An -N16 -tx1 /dev/urandom | tr -d ' \n')
    echo "$password" > "$postgres_folder/password"
    ((EUID == 0)) && chown -R postgres: "$postgres_folder"
    as_postgres "$bin/initdb" -D "$postgres_folder/data" -U cairn --pwfile="$postgres_folder/password" \
        -A scram-sha-256 -E UTF8 --locale=C --no-sync > "$postgres_folder/log" 2>&1 \
        || { cat "$postgres_folder/log" >&2 && die "initdb failed"; }
    for setting in "$@"; do settings+=(-c "$setting"); done
    # The port is free when we ask; another may take it before we do, then we ask again.
    for _ in 1 2 3; do
        port=$("$python" -c 'import socket; s = socket.socket(); s.bind(("127.0.0.1", 0)); print(s.getsockname()[1])')
        if as_postgres "$bin/pg_ctl" -D "$postgres_folder/data" -l "$postgres_folder/server.log" -w -s start -o "$(printf '%q ' \
            -c listen_addresses=127.0.0.1 -c "port=$port" -c "unix_socket_directories=$postgres_folder" "${settings[@]}")"; then
            PGPASSWORD=$password "$bin/createdb" -h 127.0.0.1 -p "$port" -U cairn cairn_test
            export CAIRN_TEST_POSTGRES="postgres://cairn:$password@127.0.0.1:$port/cairn_test"
            return
        fi
    done
    cat "$postgres_folder/server.log" >&2
    die "PostgreSQL did not start"
}

stop_postgres() {
    [[ -n $postgres_folder ]] || return 0
    local process
    if process=$(head -n 1 "$postgres_folder/data/postmaster.pid" 2> /dev/null); then
        kill -INT "$process" 2> /dev/null || true
        while kill -0 "$process" 2> /dev/null; do sleep 0.05; done
    fi
    rm -rf "$postgres_folder"
    postgres_folder=
}

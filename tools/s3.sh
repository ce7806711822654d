# shellcheck shell=bash
# An S3 server of our own for a test: Ceph's radosgw with one monitor and one disk that is a file, in a folder of its own,
# on free ports, gone afterwards. To be sourced after prepare.sh. Needs the packages of the group `s3`.
: "${python:?prepare.sh comes first}"

s3_folder=
s3_processes=()

free_port() {
    "$python" -c 'import socket; s = socket.socket(); s.bind(("127.0.0.1", 0)); print(s.getsockname()[1])'
}

# start_s3: exports CAIRN_TEST_S3=http://KEY:SECRET@HOST:PORT/BUCKET. Fails where there is no such server to be had.
start_s3() {
    command -v radosgw ceph-mon ceph-osd > /dev/null || return 1
    local fsid monitor monitor_v1 port key=cairn secret config
    s3_folder=$(mktemp -d /tmp/cairn-s3.XXXXXX)
    mkdir "$s3_folder/mon" "$s3_folder/osd"
    config=$s3_folder/ceph.conf
    fsid=$(cat /proc/sys/kernel/random/uuid)
    secret=$(od -An -N16 -tx1 /dev/urandom | tr -d ' \n')
    monitor=$(free_port) monitor_v1=$(free_port) port=$(free_port)
    # Nobody but this machine reaches it, so its parts need not sign in to each other; then they cannot encrypt either.
    cat > "$config" << EOF
[global]
fsid = $fsid
mon host = [v2:127.0.0.1:$monitor,v1:127.0.0.1:$monitor_v1]
auth cluster required = none
auth service required = none
auth client required = none
ms mon client mode = crc
ms client mode = crc
ms mon service mode = crc
ms mon cluster mode = crc
osd pool default size = 1
osd pool default min size = 1
osd pool default pg num = 8
osd crush chooseleaf type = 0
mon allow pool size one = true
mon data avail crit = 1
mon data avail warn = 1
run dir = $s3_folder
log file = $s3_folder/\$name.log
admin socket = $s3_folder/\$name.asok
osd objectstore = bluestore
bluestore block size = 12884901888
osd memory target = 939524096
mon data = $s3_folder/mon
osd data = $s3_folder/osd
[client.rgw]
rgw frontends = beast endpoint=127.0.0.1:$port
EOF
    {
        monmaptool --create --fsid "$fsid" --addv a "[v2:127.0.0.1:$monitor,v1:127.0.0.1:$monitor_v1]" "$s3_folder/monmap"
        ceph-mon --mkfs -i a -c "$config" --monmap "$s3_folder/monmap"
    } > "$s3_folder/setup.log" 2>&1 || return 1
    ceph-mon -f -i a -c "$config" >> "$s3_folder/setup.log" 2>&1 &
    s3_processes+=($!)
    timeout 60 ceph -c "$config" osd create > /dev/null || return 1
    ceph-osd -i 0 -c "$config" --mkfs --osd-uuid "$(cat /proc/sys/kernel/random/uuid)" >> "$s3_folder/setup.log" 2>&1
    ceph-osd -f -i 0 -c "$config" >> "$s3_folder/setup.log" 2>&1 &
    s3_processes+=($!)
    radosgw -f -n client.rgw -c "$config" >> "$s3_folder/setup.log" 2>&1 &
    s3_processes+=($!)
    timeout 120 radosgw-admin -n client.rgw -c "$config" user create --uid=cairn --display-name=cairn \
        --access-key="$key" --secret-key="$secret" >> "$s3_folder/setup.log" 2>&1 || return 1
    for _ in $(seq 300); do
        if curl -sf --aws-sigv4 aws:amz:us-east-1:s3 -u "$key:$secret" -H "x-amz-content-sha256: UNSIGNED-PAYLOAD" \
            -X PUT -H "Content-Length: 0" "http://127.0.0.1:$port/cairn"; then
            export CAIRN_TEST_S3="http://$key:$secret@127.0.0.1:$port/cairn"
            return
        fi
        sleep 0.2
    done
    return 1
}

stop_s3() {
    [[ -n $s3_folder ]] || return 0
    local process
    for process in "${s3_processes[@]}"; do kill -KILL "$process" 2> /dev/null || true; done
    wait "${s3_processes[@]}" 2> /dev/null || true
    rm -rf "$s3_folder"
    s3_folder='' s3_processes=()
}

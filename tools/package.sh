# shellcheck shell=bash
# ./run --package: a Debian package of build/cairn. To be sourced after tools/prepare.sh.

# make_package: into build/package.
make_package() {
    local folder=$PWD/build/package log package
    install_packages package
    mkdir -p "$folder"
    log=$folder/log
    exec 8> "$folder/.lock"
    flock 8
    # Debian's tools take this for the source tree, and leave what they make in it and beside it.
    rm -rf "$folder/source" "$folder"/cairn_*
    mkdir "$folder/source"
    cp -r packaging/debian "$folder/source/debian"
    # What the build needs has been installed by name above, where npm may come from elsewhere than Debian.
    if ! (cd "$folder/source" && CAIRN_SOURCE=$OLDPWD dpkg-buildpackage --build=binary --no-check-builddeps \
        --unsigned-changes --unsigned-buildinfo) > "$log" 2>&1; then
        tail -n 40 "$log" >&2
        die "the package could not be made; all that was said is in $log"
    fi
    package=$(echo "$folder"/cairn_*.deb)
    rm -rf "$folder/source"
    package=${package#"$PWD/"}
    echo "$package is ready. Install it, and its service is at http://127.0.0.1:3000:"
    echo "    sudo apt install ./$package"
    echo "packaging/debian/cairn.README.Debian says what then; docs/upgrading.md, what before where there is an older one."
}

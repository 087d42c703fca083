# Sourced by the other scripts: what Hearth needs from the system, and how to get it.

# What a build needs, and what the long tests need besides.
build_packages="pkg-config libuv1-dev libnghttp2-dev libprotobuf-c-dev libsqlite3-dev"
test_packages="nghttp2-client protobuf-compiler python3 python3-venv"

# require_packages NAME… : returns when all are installed; installs them where it may, else says what to type.
require_packages() {
    if [ "$(uname)" = Darwin ]; then
        require_brew
        return
    fi
    missing=""
    for name in "$@"; do
        dpkg-query -W -f='${Status}' "$name" 2>/dev/null | grep -q "install ok installed" || missing="$missing $name"
    done
    [ -z "$missing" ] && return 0
    if ! command -v apt-get >/dev/null; then
        echo "Hearth needs these libraries (by their Debian names), please install them:$missing" >&2
        exit 1
    fi
    if [ "$(id -u)" = 0 ]; then
        as_root=""
    elif sudo -n true 2>/dev/null || { [ -t 0 ] && command -v sudo >/dev/null; }; then
        as_root="sudo"
    else
        echo "Some Debian packages are missing. Please type:" >&2
        echo "    sudo apt-get install$missing" >&2
        exit 1
    fi
    echo "Installing$missing"
    log=$(mktemp)
    if ! { $as_root apt-get update -q && DEBIAN_FRONTEND=noninteractive $as_root apt-get install -y -q --no-install-recommends $missing; } >"$log" 2>&1; then
        tail -n 20 "$log" >&2
        rm -f "$log"
        echo "Could not install$missing; the lines above say why." >&2
        exit 1
    fi
    rm -f "$log"
}

require_brew() {
    for name in libuv nghttp2 protobuf-c sqlite; do
        brew list "$name" >/dev/null 2>&1 || missing="${missing:-} $name"
    done
    [ -z "${missing:-}" ] && return 0
    echo "Some libraries are missing. Please type:" >&2
    echo "    brew install$missing" >&2
    exit 1
}

require_swift() {
    if ! command -v swift >/dev/null; then
        echo "Hearth needs Swift 6.3 or newer, and there is no 'swift' on the PATH." >&2
        exit 1
    fi
}

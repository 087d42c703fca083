# Sourced by the other scripts: the system packages that Hearth needs, and functions that install them.

# The packages for a build, and further ones for the long tests.
build_packages="pkg-config libuv1-dev libnghttp2-dev libprotobuf-c-dev libsqlite3-dev libssl-dev zlib1g-dev libexpat1-dev libutf8proc-dev"
test_packages="nghttp2-client protobuf-compiler libprotobuf-dev zbar-tools openssl iproute2 python3 python3-venv
    node-typescript mosquitto mosquitto-clients cmark-gfm ffmpeg"
# A server, and its client library for the store of homes in PostgreSQL.
postgresql_packages="postgresql libpq-dev"
# The other ends of the interoperability tests.
interop_packages="ruby-grpc ruby-googleauth nghttp2-client curl openssl python3 python3-venv"
# A network camera and a decoder, for the tests of hearth-cameras.
camera_packages="gstreamer1.0-rtsp gstreamer1.0-plugins-base gstreamer1.0-plugins-good gstreamer1.0-plugins-bad
    gstreamer1.0-plugins-ugly gir1.2-gst-rtsp-server-1.0 python3-gi ffmpeg"
# The packages for the dashboard's tests besides Node: three browser engines, a proxy for attacks on the hub, and a tool
# that makes Chromium trust a certificate.
web_packages="chromium firefox-esr webkit2gtk-driver xvfb nghttp2-proxy openssl libnss3-tools"
# The packages for the Go example and its page: grpc-go, on the protobuf version of its generator.
go_packages="golang-go golang-google-grpc-dev golang-google-protobuf-dev golang-github-golang-protobuf-1-5-dev
    protobuf-compiler libprotobuf-dev protoc-gen-go protoc-gen-go-grpc"
# The packages in Swift's installation guide; checked only if Swift can't build.
toolchain_packages="binutils g++ libcurl4 libxml2 libncurses6 libsqlite3-0 libedit2 tzdata"

# LLVM does not check the code that the compiler has made: a twentieth of the time. lld links in half of the CPU time of
# gold, which the compiler takes otherwise; Apple's systems have a linker of their own.
quick="-Xswiftc -Xfrontend -Xswiftc -disable-llvm-verify"
if [ "$(uname)" != Darwin ]; then quick="$quick -Xswiftc -use-ld=lld"; fi
# Compiles each module as a whole, in one job for code and interface: a third less CPU time than in batches of files. It
# suits builds from nothing; after an edit, `swift build` recompiles less.
whole="-Xswiftc -whole-module-optimization -Xswiftc -no-emit-module-separately-wmo -Xswiftc -num-threads -Xswiftc 2"
whole="$whole -Xswiftc -disable-batch-mode $quick"
# Flags of every build. In continuous integration, warnings are errors, and so are imports of modules that Package.swift
# does not list for a target. There is no debugger, and a failed test prints its location: leaving out debug info saves a
# tenth. The index, by which a build finds tests, leaves out system modules.
# `again` is for further builds of targets whose imports were checked: reading the imports of all modules takes half of
# the time of a build that has nothing to do.
checks=""
strict=""
again=""
if [ "${CI:-}" = true ]; then
    again="-Xswiftc -warnings-as-errors -debug-info-format none -Xswiftc -index-ignore-system-modules $whole"
    checks="-Xswiftc -warnings-as-errors --explicit-target-dependency-import-check error"
    strict="--explicit-target-dependency-import-check error $again"
fi

# build_briefly ARGUMENT… : runs `swift build` and shows the present step in one line of a terminal, and all messages
# except the compiler's remark, for each module, that whole modules are not built incrementally.
build_briefly() {
    local terminal=0
    if [ -t 1 ]; then terminal=1; fi
    swift build "$@" 2>&1 | awk -v terminal=$terminal '
        /^remark: Incremental compilation has been disabled/ { next }
        /^\[[0-9]+\/[0-9]+\] / { if (terminal) { printf "\r\033[K%s", substr($0, 1, 79); fflush() } next }
        { if (terminal) printf "\r\033[K"; print; fflush() }'
}

# build_programs NAME… : builds programs of this package, and sets `programs` to their folder. HEARTH_PROGRAMS names a
# folder that has them already, for example that of a release build.
build_programs() {
    programs=$PWD/.build/debug
    if [ -n "${HEARTH_PROGRAMS:-}" ]; then
        # Without links, as each build replaces the link .build/debug.
        programs=$(cd "$HEARTH_PROGRAMS" && pwd -P)
        return
    fi
    require_swift
    require_packages $build_packages
    local name
    for name in "$@"; do swift build --product "$name" $strict >&2; done
}

# most_wait : the most seconds that an honest client waits during an attack on the programs in `programs`, on an idle machine.
most_wait() {
    case "$programs" in
        */release) echo 0.05 ;;
        *) echo 1 ;;
    esac
}

# build_beside PACKAGE… : builds other packages in this one's build folder with the same flags, so that their dependencies
# are built already. All are built at once, as SwiftPM plans the build and links the plugins' tools for each build: it takes
# the packages from a workspace of Xcode, for which it has only this unsupported option.
build_beside() {
    local status=0 workspace package
    workspace=$(mktemp -d)
    {
        echo '<?xml version="1.0" encoding="UTF-8"?><Workspace version="1.0">'
        for package in "$@"; do echo "<FileRef location=\"absolute:$(cd "$package" && pwd -P)\"/>"; done
        echo '</Workspace>'
    } >"$workspace/contents.xcworkspacedata"
    forget_plan
    swift build --multiroot-data-file "$workspace" --scratch-path .build $strict || status=$?
    forget_plan
    rm -rf "$workspace"
    return $status
}

# forget_plan : for a build folder that changes between packages. SwiftPM would take the other package's plan for its
# own.
forget_plan() {
    rm -f .build/debug.yaml
}

# require_packages NAME… : returns once all are installed. Installs them if allowed, else prints the command.
require_packages() {
    if [ "$(uname)" = Darwin ]; then
        require_brew
        return
    fi
    can_build || set -- $toolchain_packages "$@"
    local missing="" name
    for name in "$@"; do
        is_installed "$name" || missing="$missing $name"
    done
    [ -z "$missing" ] && return 0
    if ! command -v apt-get >/dev/null; then
        echo "Hearth needs these libraries (by their Debian names), please install them:$missing" >&2
        exit 1
    fi
    local as_root=""
    if [ "$(id -u)" != 0 ]; then
        if sudo -n true 2>/dev/null || { [ -t 0 ] && command -v sudo >/dev/null; }; then
            as_root="sudo"
        else
            echo "Some Debian packages are missing. Please type:" >&2
            echo "    sudo apt-get install$missing" >&2
            exit 1
        fi
    fi
    echo "Installing$missing"
    local log
    log=$(mktemp)
    if ! { $as_root apt-get update -q &&
        $as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y -q --no-install-recommends $missing; } >"$log" 2>&1; then
        tail -n 20 "$log" >&2
        rm -f "$log"
        echo "Could not install$missing; the lines above say why." >&2
        exit 1
    fi
    rm -f "$log"
}

is_installed() {
    dpkg-query -W -f='${Status}' "$1" 2>/dev/null | grep -q "install ok installed"
}

# Whether Swift finds its own libraries, and a C++ library to link with.
can_build() {
    swift build --version >/dev/null 2>&1 && compgen -G '/usr/lib/gcc/*/*/libstdc++.so' >/dev/null
}

require_brew() {
    local missing="" name
    for name in libuv nghttp2 protobuf-c sqlite openssl@3 zlib expat utf8proc; do
        brew list "$name" >/dev/null 2>&1 || missing="$missing $name"
    done
    [ -z "$missing" ] && return 0
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

# has_go : whether the packages of the Go example are installed; prints what is missing.
has_go() {
    local name
    for name in go protoc protoc-gen-go protoc-gen-go-grpc; do
        command -v "$name" >/dev/null && continue
        echo "skipped: $name is not installed (scripts/test --all installs it)"
        return 1
    done
    [ -d /usr/share/gocode/src/google.golang.org/grpc ] && return 0
    echo "skipped: Debian's golang-google-grpc-dev is not installed (scripts/test --all installs it)"
    return 1
}

# use_grpcio MAY_INSTALL : puts a Python with the packages of the Python example and of the interop tests, and buf,
# first on the PATH. Returns 1 after a message if they are missing.
use_grpcio() {
    local folder="$PWD/.build/python"
    if ! "$folder/bin/python" -c 'import cryptography, grpc, grpc_tools, google.rpc, grpc_health, grpc_reflection, grpclib, h11, h2, jinja2, orjson' 2>/dev/null; then
        if [ "$1" != true ]; then
            echo "skipped: grpcio is not installed (scripts/test --all installs it)"
            return 1
        fi
        if ! { python3 -m venv --clear "$folder" && "$folder/bin/pip" install --quiet --disable-pip-version-check \
            -r Examples/python-client/requirements.txt -r Tests/Interop/requirements.txt; }; then
            echo "Could not install the Python client's packages; the lines above say why." >&2
            exit 1
        fi
        # buf does not exist for every machine, and llhttp needs a compiler and Python's headers.
        "$folder/bin/pip" install --quiet --disable-pip-version-check --only-binary :all: 'buf-bin>=1.50' || true
        "$folder/bin/pip" install --quiet --disable-pip-version-check 'llhttp>=9.3' 2>/dev/null || true
        # It needs Python 3.11 or newer.
        "$folder/bin/pip" install --quiet --disable-pip-version-check --only-binary :all: 'connectrpc>=0.13' 2>/dev/null || true
    fi
    export PATH="$folder/bin:$PATH"
}

# use_hpack MAY_INSTALL : puts a Python with the packages of the abuse tests first on the PATH. Returns 1 after a
# message if they are missing.
use_hpack() {
    local folder="$PWD/.build/python"
    python3 -c 'import hpack' 2>/dev/null && return 0
    if ! "$folder/bin/python" -c 'import hpack' 2>/dev/null; then
        if [ "$1" != true ]; then
            echo "skipped: abuse, as the Python package hpack is not installed (scripts/test-abuse --all installs it)"
            return 1
        fi
        [ -x "$folder/bin/python" ] || python3 -m venv "$folder"
        "$folder/bin/pip" install --quiet --disable-pip-version-check -r Tests/Abuse/requirements.txt
    fi
    export PATH="$folder/bin:$PATH"
}

# use_esphome MAY_INSTALL : puts a Python with ESPHome, its client and a Noise library first on the PATH. Returns 1 after a
# message if they are missing.
use_esphome() {
    local folder="$PWD/.build/python-esphome" name
    if ! "$folder/bin/python" -c 'import aioesphomeapi, esphome, ninja, noise' 2>/dev/null; then
        if [ "$1" != true ]; then
            echo "skipped: integrations, as ESPHome is not installed (scripts/test-integrations --all installs it)"
            return 1
        fi
        # Its newest version needs Python 3.12.
        for name in python3.13 python3.12 python3; do
            ! command -v "$name" >/dev/null || break
        done
        if ! { "$name" -m venv --clear "$folder" && "$folder/bin/pip" install --quiet --disable-pip-version-check \
            --retries 10 -r Tests/Integrations/requirements-esphome.txt; }; then
            echo "skipped: integrations, as ESPHome could not be installed; the lines above say why"
            return 1
        fi
    fi
    export PATH="$folder/bin:$PATH"
}

# use_cameras MAY_INSTALL : puts a Python with a camera and a client of ONVIF first on the PATH. Returns 1 after a message
# if they are missing.
use_cameras() {
    local folder="$PWD/.build/python-cameras"
    if ! "$folder/bin/python" -c 'import ipycam, onveef' 2>/dev/null; then
        if [ "$1" != true ]; then
            echo "skipped: ipycam and onveef, which are not installed (scripts/test-integrations --all installs them)"
            return 1
        fi
        if ! { python3 -m venv --clear "$folder" && "$folder/bin/pip" install --quiet --disable-pip-version-check \
            -r Tests/Integrations/requirements-onvif.txt; }; then
            echo "skipped: ipycam and onveef, which could not be installed; the lines above say why"
            return 1
        fi
    fi
    export PATH="$folder/bin:$PATH"
}

# use_webrtc MAY_INSTALL : puts a Python with a WebRTC client first on the PATH. Returns 1 after a message if it is missing.
use_webrtc() {
    local folder="$PWD/.build/python-webrtc"
    if ! "$folder/bin/python" -c 'import aiortc' 2>/dev/null; then
        if [ "$1" != true ]; then
            echo "skipped: live views over WebRTC, as aiortc is not installed (scripts/test-integrations --all installs it)"
            return 1
        fi
        if ! { python3 -m venv --clear "$folder" && "$folder/bin/pip" install --quiet --disable-pip-version-check \
            -r Tests/Integrations/requirements-webrtc.txt; }; then
            echo "skipped: live views over WebRTC, as aiortc could not be installed; the lines above say why"
            return 1
        fi
    fi
    export PATH="$folder/bin:$PATH"
}

# use_wyoming MAY_INSTALL : puts a Python with the Wyoming protocol's own client first on the PATH. Returns 1 after a message
# if it is missing.
use_wyoming() {
    local folder="$PWD/.build/python-wyoming"
    if ! "$folder/bin/python" -c 'import wyoming.handle' 2>/dev/null; then
        if [ "$1" != true ]; then
            echo "skipped: the Wyoming protocol, as its client is not installed (scripts/test-integrations --all installs it)"
            return 1
        fi
        if ! { python3 -m venv --clear "$folder" && "$folder/bin/pip" install --quiet --disable-pip-version-check \
            wyoming==1.10.2; }; then
            echo "skipped: the Wyoming protocol, as its client could not be installed; the lines above say why"
            return 1
        fi
    fi
    export PATH="$folder/bin:$PATH"
}

# use_publishers MAY_INSTALL : puts a Python with programs that announce devices by MQTT first on the PATH, and sets
# `rtl_433` to the folder below which Debian's package of that name is. Returns 1 after a message if they are missing. They
# need Python 3.12, which Debian 12 lacks.
use_publishers() {
    local folder="$PWD/.build/python-publishers" unpacked="$PWD/.build/rtl-433" python name
    rtl_433=/
    # Small systems install no documentation, which the package's discovery script is among.
    if [ ! -x /usr/bin/rtl_433 ] || [ ! -f /usr/share/doc/rtl-433/examples/rtl_433_mqtt_hass.py ]; then
        rtl_433=$unpacked
    fi
    if [ ! -x "$rtl_433/usr/bin/rtl_433" ] ||
        ! "$folder/bin/python" -c 'import ha_mqtt_discoverable, linux2mqtt, paho.mqtt' 2>/dev/null; then
        if [ "$1" != true ]; then
            echo "skipped: announced devices, as rtl_433 or linux2mqtt is not installed (scripts/test-integrations --all does)"
            return 1
        fi
        if [ ! -x "$rtl_433/usr/bin/rtl_433" ] && ! { rm -rf "$unpacked" && mkdir -p "$unpacked" && (
            cd "$unpacked" && apt-get download -q rtl-433 librtlsdr0 libsoapysdr0.8 libusb-1.0-0 &&
                for name in *.deb; do dpkg -x "$name" . || exit 1; done
        ); }; then
            echo "skipped: announced devices, as Debian's package rtl-433 could not be unpacked; the lines above say why"
            return 1
        fi
        for python in "${HEARTH_PYTHON:-}" python3.13 python3.12 ""; do
            [ -n "$python" ] && "$python" -c '' 2>/dev/null && break
        done
        if [ -z "$python" ]; then
            echo "skipped: announced devices, as Python 3.12 or newer is not installed (HEARTH_PYTHON=… names one)"
            return 1
        fi
        if ! { "$python" -m venv --clear "$folder" && "$folder/bin/pip" install --quiet --disable-pip-version-check \
            -r Tests/Integrations/requirements-announced.txt; }; then
            echo "skipped: announced devices, as linux2mqtt could not be installed; the lines above say why"
            return 1
        fi
    fi
    export PATH="$folder/bin:$PATH"
}

# use_home_assistant MAY_INSTALL : sets `home_assistant` to the program of a Home Assistant. Returns 1 after a message if
# it is missing. It needs Python 3.13, which Debian 12 lacks.
use_home_assistant() {
    local folder="$PWD/.build/home-assistant" python
    home_assistant="$folder/bin/hass"
    [ -x "$home_assistant" ] && return 0
    if [ "$1" != true ]; then
        echo "skipped: Home Assistant is not installed (scripts/test-integrations --all installs it)"
        return 1
    fi
    for python in "${HEARTH_PYTHON:-}" python3.13; do
        [ -n "$python" ] && command -v "$python" >/dev/null && break
        python=""
    done
    if [ -z "$python" ]; then
        echo "skipped: Home Assistant needs Python 3.13, which is not installed (HEARTH_PYTHON=… names one)"
        return 1
    fi
    if ! { "$python" -m venv --clear "$folder" && "$folder/bin/pip" install --quiet --disable-pip-version-check \
        -r Tests/Integrations/requirements-home-assistant.txt; }; then
        echo "Could not install Home Assistant; the lines above say why." >&2
        exit 1
    fi
}

# use_web_tools MAY_INSTALL MAY_INSTALL_BROWSER : puts a Python with oxlint and a browser driver first on the PATH, if
# they are installed.
use_web_tools() {
    local folder="$PWD/.build/python"
    if [ "$1" = true ] && ! command -v oxlint >/dev/null && [ ! -x "$folder/bin/oxlint" ]; then
        [ -x "$folder/bin/python" ] || python3 -m venv "$folder"
        # It does not exist for every machine.
        "$folder/bin/pip" install --quiet --disable-pip-version-check --only-binary :all: 'oxlint>=1.80' || true
    fi
    if [ "$2" = true ] && ! "$folder/bin/python" -c 'import playwright, axe_playwright_python, websockets' 2>/dev/null; then
        [ -x "$folder/bin/python" ] || python3 -m venv "$folder"
        "$folder/bin/pip" install --quiet --disable-pip-version-check -r Web/tests/requirements.txt
    fi
    [ ! -d "$folder/bin" ] || export PATH="$folder/bin:$PATH"
}

# Sourced by scripts that build: shows the progress of a build.

# build_with_progress LOG ARGUMENT… : runs `swift build ARGUMENT…`, writes its output to LOG, and shows the current
# step, the number of steps and the elapsed time: on a terminal in one line, elsewhere in a new line every 30 s. Returns
# the status of the build. Ctrl-C also ends the build.
build_with_progress() {
    local log=$1 start=$SECONDS shown=$SECONDS status=0 builder
    shift
    swift build "$@" >"$log" 2>&1 &
    builder=$!
    trap 'kill "$builder" 2>/dev/null; rm -f "$log"; exit 130' INT TERM
    while kill -0 "$builder" 2>/dev/null; do
        sleep 1
        if [ -t 1 ]; then
            printf '\r\033[K%.*s' "$(($(terminal_width) - 1))" "$(build_state "$log" "$start")"
        elif [ $((SECONDS - shown)) -ge 30 ]; then
            shown=$SECONDS
            build_state "$log" "$start"
        fi
    done
    wait "$builder" || status=$?
    trap - INT TERM
    [ -t 1 ] && printf '\r\033[K'
    [ "$status" = 0 ] && echo "Built in $(elapsed "$start")."
    return "$status"
}

# The last step in the build's output: `[12/345] Compiling HearthHub …`, without the file.
build_state() {
    local step
    step=$(grep -aoE '^\[[0-9]+/[0-9]+\] [A-Za-z]+( [A-Za-z0-9_-]+)?' "$1" | tail -n 1)
    if [ -z "$step" ]; then
        echo "  planning, $(elapsed "$2")"
        return
    fi
    local counts=${step%%]*}
    counts=${counts#[}
    echo "  step ${counts%/*} of ${counts#*/}, $(elapsed "$2"): ${step#*] }"
}

# The time since a value of SECONDS: `1 min 5 s`.
elapsed() {
    local seconds=$((SECONDS - $1))
    if [ "$seconds" -lt 60 ]; then echo "$seconds s"; else echo "$((seconds / 60)) min $((seconds % 60)) s"; fi
}

terminal_width() {
    local width
    width=$(tput cols 2>/dev/null || true)
    case "$width" in '' | *[!0-9]* | 0) width=80 ;; esac
    echo "$width"
}

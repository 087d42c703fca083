# Sourced by scripts that build: runs a `swift build`, and shows on standard error how far it is.

# build_with_progress LOG COMMAND… : runs the command with its output in LOG. On a terminal one line says the step, of how
# many, and the time so far; elsewhere such a line is written every $progress_seconds. Returns what the command returns.
progress_seconds=${progress_seconds:-30}
build_with_progress() {
    local log=$1 start=$SECONDS said=$SECONDS pid status=0 is_terminal=false
    shift
    [ -t 2 ] && is_terminal=true
    "$@" >"$log" 2>&1 &
    pid=$!
    # Ctrl-C ends the build too, also where the shell has given it no process group of its own.
    trap 'kill "$pid" 2>/dev/null || true; wait "$pid" 2>/dev/null || true; rm -f "$log"; exit 130' INT TERM
    while kill -0 "$pid" 2>/dev/null; do
        if $is_terminal; then
            printf '\r\033[K%s' "$(progress_line "$log" $((SECONDS - start)))" >&2
        elif [ $((SECONDS - said)) -ge "$progress_seconds" ]; then
            said=$SECONDS
            progress_line "$log" $((SECONDS - start)) >&2
        fi
        sleep 1
    done
    wait "$pid" || status=$?
    trap - INT TERM
    $is_terminal && printf '\r\033[K' >&2
    return "$status"
}

# "step 120 of 409, compiling HearthHub, 2:05": from the last step that the log names.
progress_line() {
    local log=$1 seconds=$2 step words
    step=$(tr '\r' '\n' <"$log" | grep -oE '^\[[0-9]+/[0-9]+\] .*' | tail -n 1 || true)
    if [[ $step =~ ^\[([0-9]+)/([0-9]+)\]\ (Compiling|Linking|Emitting\ module|Wrapping|Building)\ ([^ ]+) ]]; then
        words="step ${BASH_REMATCH[1]} of ${BASH_REMATCH[2]}, ${BASH_REMATCH[4]}"
    elif [[ $step =~ ^\[([0-9]+)/([0-9]+)\] ]]; then
        words="step ${BASH_REMATCH[1]} of ${BASH_REMATCH[2]}"
    else
        words="getting ready"
    fi
    printf '%s, %d:%02d\n' "$words" $((seconds / 60)) $((seconds % 60))
}

package import HearthTerminal

/// `hearth completions bash|zsh|fish`: the shell's side of completion. ``Completions`` finds the candidates.
package enum CompletionsCommand {
    package static func run(_ arguments: Arguments) async throws(CommandError) {
        guard let script = scripts[arguments.positional[0]] else {
            throw CommandError(.usage, "completions exist for \(Completions.shells.joined(separator: ", "))")
        }
        try printLine(script)
    }

    private static let scripts = ["bash": bash, "zsh": zsh, "fish": fish]

    private static let bash = """
        # Completes hearth's words in bash: source <(hearth completions bash)
        _hearth() {
            local current=${COMP_WORDS[COMP_CWORD]} line
            COMPREPLY=()
            while IFS= read -r line; do
                case $current in
                    \\"* | \\'*) COMPREPLY+=("$line") ;;
                    *) COMPREPLY+=("$(printf %q "$line")") ;;
                esac
            done < <("${COMP_WORDS[0]}" \(Completions.command) "${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null)
        }
        complete -o bashdefault -o default -F _hearth hearth
        """

    private static let zsh = """
        #compdef hearth
        # Completes hearth's words in zsh: source <(hearth completions zsh)
        _hearth() {
            local -a found
            found=("${(@f)$("${words[1]}" \(Completions.command) "${(@Q)words[2,CURRENT]}" 2>/dev/null)}")
            found=("${(@)found:#}")
            if (( ${#found} )); then compadd -a found; else _files; fi
        }
        compdef _hearth hearth
        """

    private static let fish = """
        # Completes hearth's words in fish: hearth completions fish > ~/.config/fish/completions/hearth.fish
        complete -c hearth -f -a '(hearth \(Completions.command) (commandline -opc)[2..] (commandline -ct) 2>/dev/null)'
        complete -c hearth -n '__fish_seen_subcommand_from simulate' -F
        """
}

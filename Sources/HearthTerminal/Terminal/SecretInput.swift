internal import HearthSystem
internal import HearthTraitCore

#if canImport(Darwin)
    internal import Darwin
#else
    internal import Glibc
#endif

/// Values that must not appear on the command line or the screen, such as a lock's PIN: `pinCode=-`.
package enum SecretInput {
    /// Whether a person can be asked.
    package static var isTerminal: Bool { OpenFile.standardInput.isTerminal }

    /// Reads a value at a terminal without echo; without a terminal, reads the next line of the input.
    package static func read(_ name: String) throws(CommandError) -> String {
        guard isTerminal else { return try line(name) }
        try? OpenFile.standardError.write("\(printable(name)): ")
        var shown = termios()
        let isKnown = tcgetattr(STDIN_FILENO, &shown) == 0
        var hidden = shown
        hidden.c_lflag &= ~tcflag_t(ECHO)
        if isKnown { tcsetattr(STDIN_FILENO, TCSAFLUSH, &hidden) }
        defer {
            if isKnown { tcsetattr(STDIN_FILENO, TCSAFLUSH, &shown) }
            printError("")
        }
        return try line(name)
    }

    private static func line(_ name: String) throws(CommandError) -> String {
        guard let line = readLine(), !line.isEmpty else {
            throw CommandError(.usage, "\(name) is read from the terminal or the input, which was empty")
        }
        return line
    }
}

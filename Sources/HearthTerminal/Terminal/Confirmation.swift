internal import HearthSystem
internal import HearthTraitCore

/// Questions before an action that can't be undone.
package enum Confirmation {
    package static let option = Arguments.Option(
        "yes", nil, "Doesn't ask for confirmation; required without a terminal.")

    /// Asks at a terminal. Without one, only `--yes` confirms.
    ///
    /// - Parameter keeps: the message if the answer is no.
    package static func ask(_ question: String, else keeps: String, _ arguments: Arguments) throws(CommandError) {
        guard !arguments.has("yes") else { return }
        guard OpenFile.standardInput.isTerminal else {
            throw CommandError(.usage, "\(question) Not a terminal; pass --yes to confirm")
        }
        try? OpenFile.standardError.write("\(printable(question)) [y/N] ")
        guard ["y", "yes"].contains(readLine()?.lowercased() ?? "") else { throw CommandError(.refused, keeps) }
    }
}

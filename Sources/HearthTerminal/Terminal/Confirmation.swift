internal import Foundation
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
        guard isatty(STDIN_FILENO) == 1 else {
            throw CommandError(.usage, "\(question) Not a terminal; pass --yes to confirm")
        }
        try? FileHandle.standardError.write(contentsOf: Array("\(printable(question)) [y/N] ".utf8))
        guard ["y", "yes"].contains(readLine()?.lowercased() ?? "") else { throw CommandError(.refused, keeps) }
    }
}

internal import Foundation
internal import HearthTraitCore

/// Questions before something that can't be taken back.
enum Confirmation {
    static let option = Arguments.Option("yes", nil, "Does it without asking; needed where nobody can be asked.")

    /// Asks at a terminal. Elsewhere only `--yes` is an answer.
    ///
    /// - Parameter keeps: what is said when the answer is no.
    static func ask(_ question: String, else keeps: String, _ arguments: Arguments) throws(CommandError) {
        guard !arguments.has("yes") else { return }
        guard isatty(STDIN_FILENO) == 1 else {
            throw CommandError(.usage, "\(question) There is no terminal to ask at; --yes does it")
        }
        try? FileHandle.standardError.write(contentsOf: Array("\(printable(question)) [y/N] ".utf8))
        guard ["y", "yes"].contains(readLine()?.lowercased() ?? "") else { throw CommandError(.refused, keeps) }
    }
}

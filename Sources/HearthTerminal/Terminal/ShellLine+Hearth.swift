package import HearthBase

extension ShellLine {
    /// A command of this program.
    package static func hearth(_ words: String...) -> String { hearth(words) }

    package static func hearth(_ words: [String]) -> String { line([program] + words) }

    /// The path with which the program was called, or "hearth" in a test's process.
    private static var program: String {
        let called = CommandLine.arguments.first ?? ""
        return called.split(separator: "/").last == "hearth" ? called : "hearth"
    }
}

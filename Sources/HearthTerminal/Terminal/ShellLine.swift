internal import HearthBase

/// Commands to paste into a shell.
package enum ShellLine {
    /// A command of this program. Words are quoted where a shell needs it.
    package static func hearth(_ words: String...) -> String { hearth(words) }

    package static func hearth(_ words: [String]) -> String { line([program] + words) }

    /// A command of several words.
    package static func line(_ words: [String]) -> String { words.map(word).joined(separator: " ") }

    /// The path with which the program was called, or "hearth" in a test's process.
    private static var program: String {
        let called = CommandLine.arguments.first ?? ""
        return called.split(separator: "/").last == "hearth" ? called : "hearth"
    }

    /// A word for the POSIX shell, bash, zsh and fish: unquoted if all characters are plain, else in single quotes.
    package static func word(_ text: String) -> String {
        // zsh replaces a word that begins with an equals sign by a program's path.
        if !text.isEmpty, text.first != "=", text.utf8.allSatisfy(isPlain) { return text }
        return "'" + text.escaped(["'": "'\\''"]) + "'"
    }

    /// A file's path in a form that no command takes for an option.
    package static func path(_ path: String) -> String { path.hasPrefix("-") ? "./" + path : path }

    private static func isPlain(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"):
            true
        default: "_-+=:,./@%".utf8.contains(byte)
        }
    }
}

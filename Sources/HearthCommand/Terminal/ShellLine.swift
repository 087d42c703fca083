internal import HearthBase

/// Commands that are printed to be pasted into a shell.
enum ShellLine {
    /// A command of this program: its words, each quoted where a shell would read it in another way.
    static func hearth(_ words: String...) -> String { hearth(words) }

    static func hearth(_ words: [String]) -> String { line([program] + words) }

    /// A command of several words.
    static func line(_ words: [String]) -> String { words.map(word).joined(separator: " ") }

    /// How the program was called, if that was by its own name; a test is another program.
    private static var program: String {
        let called = CommandLine.arguments.first ?? ""
        return called.split(separator: "/").last == "hearth" ? called : "hearth"
    }

    /// A word as the POSIX shell, bash, zsh and fish read it: as it is where all of its characters are plain, else in
    /// single quotes.
    static func word(_ text: String) -> String {
        // zsh looks for a program by a word that begins with an equals sign.
        if !text.isEmpty, text.first != "=", text.utf8.allSatisfy(isPlain) { return text }
        return "'" + text.escaped(["'": "'\\''"]) + "'"
    }

    /// A file's path as a word that no command takes for an option.
    static func path(_ path: String) -> String { path.hasPrefix("-") ? "./" + path : path }

    private static func isPlain(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"):
            true
        default: "_-+=:,./@%".utf8.contains(byte)
        }
    }
}

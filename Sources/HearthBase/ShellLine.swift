/// Commands to paste into a shell.
package enum ShellLine {
    /// A command of several words. Words are quoted where a shell needs it.
    package static func line(_ words: [String]) -> String { words.map(word).joined(separator: " ") }

    /// A word for the POSIX shell, bash, zsh and fish: unquoted if all characters are plain, else in single quotes.
    package static func word(_ text: String) -> String {
        // zsh replaces a word that begins with an equals sign by a program's path.
        if !text.isEmpty, text.first != "=", text.utf8.allSatisfy(isPlain) { return text }
        return "'" + text.escaped(["'": "'\\''"]) + "'"
    }

    /// The last word of a command, in a form that no command takes for an option, whatever it begins with.
    package static func last(_ text: String) -> String { (text.hasPrefix("-") ? "-- " : "") + word(text) }

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

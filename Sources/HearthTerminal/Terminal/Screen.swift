internal import HearthSystem
internal import HearthTraitCore

#if canImport(Darwin)
    internal import Darwin
#else
    internal import Glibc
#endif

/// The output's width, and whether it shows colors.
package struct Screen {
    /// The columns of the terminal; nil if the output is not a terminal, so that lines may have any length.
    package let columns: Int?
    package let isColored: Bool

    /// The style of a text.
    package enum Style: String {
        case bold = "1"
        case dim = "2"
        case red = "31"
        case green = "32"
        case yellow = "33"
        case cyan = "36"
        case alarm = "1;31"
    }

    package init(columns: Int?, isColored: Bool) {
        self.columns = columns
        self.isColored = isColored
    }

    /// Inspects the standard output, `--color`, `NO_COLOR` and `COLUMNS`.
    package init(_ arguments: Arguments) throws(CommandError) {
        let environment = ThisUser.environment
        let isTerminal = OpenFile.standardOutput.isTerminal
        switch arguments["color"] ?? "auto" {
        case "always": isColored = true
        case "never": isColored = false
        case "auto":
            let isPlain = environment["NO_COLOR"].map { !$0.isEmpty } ?? false || environment["TERM"] == "dumb"
            isColored = isTerminal && !isPlain
        case let word:
            throw CommandError(.usage, "--color takes auto, always or never, not \(quoted(word))")
        }
        if let columns = environment["COLUMNS"].flatMap(Int.init), columns > 0 {
            self.columns = max(columns, 20)
        } else {
            columns = isTerminal ? Self.terminalColumns() : nil
        }
    }

    private static func terminalColumns() -> Int {
        var size = winsize()
        guard ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return 80 }
        return max(Int(size.ws_col), 20)
    }

    /// Text in a style, if the screen has colors. Text from others must already be printable.
    package func text(_ text: String, _ style: Style?) -> String {
        guard isColored, let style, !text.isEmpty else { return text }
        return "\u{1B}[\(style.rawValue)m\(text)\u{1B}[0m"
    }

    /// Text made printable, and cut or padded to a number of columns, in a style.
    package func cell(_ content: String, columns: Int, _ style: Style? = nil) -> String {
        let fitting = cut(printable(content), to: columns)
        return text(fitting, style) + String(repeating: " ", count: max(0, columns - columnCount(fitting)))
    }

    package static let option = Arguments.Option(
        "color", "WHEN", "Colors: auto, always or never; NO_COLOR in the environment switches them off.",
        default: "auto")
}

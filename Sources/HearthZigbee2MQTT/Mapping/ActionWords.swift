/// The words of a property `action` as presses of buttons.
///
/// Makers write button and press in any order: `1_single`, `single_left`, `button_2_hold`, `arrow_left_click`. A press
/// becomes one of ``presses``. Other words, such as those of dimmers, cubes and keypads, stay as they are.
package struct ActionWords: Hashable, Sendable {
    /// A press of a button.
    package struct Press: Hashable, Sendable {
        /// Empty for the button of a device that has only one.
        package var button: String
        /// One of ``ActionWords/presses``.
        package var type: String

        package init(button: String, type: String) {
            self.button = button
            self.type = type
        }
    }

    /// A button with the types of its presses.
    package struct Button: Hashable, Sendable {
        package var name: String
        package var types: [String]

        package init(name: String, types: [String]) {
            self.name = name
            self.types = types
        }
    }

    /// The types of presses: one to five times or more, held, and released after being held.
    package static let presses = ["single", "double", "triple", "quadruple", "quintuple", "many", "hold", "release"]
    /// The most bytes of a word.
    static let longest = 64

    /// The buttons with their types of presses, in the order of the device's list.
    package private(set) var buttons: [Button] = []
    /// Words that are no presses; a `*` in them stands for any text.
    package private(set) var others: [String] = []
    /// Buttons that report the press and the release of a short press. The second counts; the first would be one more.
    private var pressedFirst: Set<String> = []

    package init(_ words: [String]) {
        for word in words where Self.parts(word)?.isRelease == true {
            if let press = Self.parts(word) { pressedFirst.insert(press.button) }
        }
        for word in words where !word.isEmpty && word.utf8.count <= Self.longest {
            if isFirst(word) { continue }
            if let press = press(word) {
                if let index = buttons.firstIndex(where: { $0.name == press.button }) {
                    if !buttons[index].types.contains(press.type) { buttons[index].types.append(press.type) }
                } else {
                    buttons.append(Button(name: press.button, types: [press.type]))
                }
            } else if !others.contains(word) {
                others.append(word)
            }
        }
    }

    /// The press that a word means; nil if it means something else.
    package func press(_ word: String) -> Press? {
        guard let parts = Self.parts(word), !isFirst(word) else { return nil }
        return Press(button: parts.button, type: parts.type)
    }

    /// Whether a word is the beginning of a press whose end is reported too.
    package func isFirst(_ word: String) -> Bool {
        guard let parts = Self.parts(word) else { return false }
        return parts.isPress && pressedFirst.contains(parts.button)
    }

    private static let table: [(tokens: [String], type: String)] = [
        (["short", "release"], "single"), (["press", "release"], "single"), (["short", "press"], "single"),
        (["single", "click"], "single"), (["single", "press"], "single"), (["double", "click"], "double"),
        (["double", "press"], "double"), (["triple", "click"], "triple"), (["triple", "press"], "triple"),
        (["hold", "release"], "release"), (["long", "release"], "release"), (["long", "press"], "hold"),
        (["single"], "single"), (["click"], "single"), (["press"], "single"), (["short"], "single"),
        (["double"], "double"), (["triple"], "triple"), (["quadruple"], "quadruple"), (["quintuple"], "quintuple"),
        (["many"], "many"), (["hold"], "hold"), (["held"], "hold"), (["long"], "hold"), (["release"], "release"),
    ]
    /// Buttons whose word alone is a press.
    private static let bare: Set<String> = ["on", "off", "toggle", "dual", "both", "left", "right"]

    private struct Parts {
        var button: String
        var type: String
        var isPress = false
        var isRelease = false
    }

    private static func parts(_ word: String) -> Parts? {
        guard !word.isEmpty, word.utf8.count <= longest else { return nil }
        let tokens = word.split { $0 == "_" || $0 == "-" }.map(String.init)
        for row in table {
            let button: ArraySlice<String>
            if tokens.suffix(row.tokens.count) == row.tokens[...] {
                button = tokens.dropLast(row.tokens.count)
            } else if tokens.starts(with: row.tokens) {
                button = tokens.dropFirst(row.tokens.count)
            } else {
                continue
            }
            let name = button.first == "button" && button.count > 1 ? button.dropFirst() : button
            return Parts(
                button: name.joined(separator: "_"), type: row.type, isPress: row.tokens == ["press"],
                isRelease: row.tokens == ["press", "release"] || row.tokens == ["short", "release"])
        }
        guard let first = tokens.first, tokens.count <= 2, bare.contains(first) else { return nil }
        return Parts(button: tokens.joined(separator: "_"), type: "single")
    }
}

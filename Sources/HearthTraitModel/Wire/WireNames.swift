/// The names that a trait's elements get in its `.proto` file, from their names in Swift. The generator has the same
/// rules for the files it writes; a test compares what both give for every trait.
package enum WireNames {
    /// Words that are never cut.
    private static let words = ["IPv4", "IPv6", "WiFi", "BTUh"]
    /// Constants that are called so with `Value` behind them, as Swift has another meaning for the bare word.
    private static let swiftCases: Set<String> = [
        "none", "some", "init", "self", "Type", "rawValue", "unrecognized_",
    ]

    /// `transitionTime` → `transition_time`.
    package static func field(_ swift: String) -> String { lowerSnake(swift) }

    /// `off` of `OnOffEnum` → `ON_OFF_ENUM_OFF`; `noneValue` → `…_NONE`, `k12hr` → `…_12HR`.
    package static func constant(_ swift: String, of type: String) -> String {
        var name = swift[...]
        if name.hasSuffix("Value"), swiftCases.contains(String(name.dropLast(5))) { name.removeLast(5) }
        if name.first == "k", name.dropFirst().first?.isNumber == true { name.removeFirst() }
        return prefix(type) + parts(String(name), whole: words).joined(separator: "_").uppercased()
    }

    /// What an enum calls its zero where the schema has none.
    package static func zero(of type: String) -> String { prefix(type) + "UNSPECIFIED" }

    /// `OnOff` → `hearth/traits/matter/v1/on_off.proto`.
    package static func file(_ trait: String, package: String) -> String {
        package.split(separator: ".").joined(separator: "/") + "/\(lowerSnake(trait)).proto"
    }

    /// protobuf's own rule: `on_off` → `onOff`.
    package static func json(_ field: String) -> String {
        var result: [UInt8] = []
        var capitalizes = false
        for byte in field.utf8 {
            let isLower = byte >= UInt8(ascii: "a") && byte <= UInt8(ascii: "z")
            if byte != UInt8(ascii: "_") { result.append(capitalizes && isLower ? byte - 0x20 : byte) }
            capitalizes = byte == UInt8(ascii: "_")
        }
        return String(decoding: result, as: UTF8.self)
    }

    private static func lowerSnake(_ name: String) -> String {
        parts(name, whole: words).joined(separator: "_").lowercased()
    }

    private static func prefix(_ type: String) -> String {
        parts(type, whole: []).joined(separator: "_").uppercased() + "_"
    }

    /// The words of a name. A run of capitals is one, but for its last when a small letter follows that is not a
    /// plural's `s`; digits stay with what is before them.
    private static func parts(_ name: String, whole: [String]) -> [String] {
        let characters = Array(name)
        var result: [String] = []
        var current = ""
        var index = 0
        while index < characters.count {
            let character = characters[index]
            let rest = String(characters[index...])
            if let word = whole.first(where: { rest.hasPrefix($0) }) {
                result += [current, word]
                current = ""
                index += word.count
                continue
            }
            if character == "_" || character.isUppercase && startsWord(current.last, characters[(index + 1)...]) {
                result.append(current)
                current = ""
            }
            if character != "_" { current.append(character) }
            index += 1
        }
        return (result + [current]).filter { !$0.isEmpty }
    }

    /// Whether a capital starts a word, by the character before it and what is behind it.
    private static func startsWord(_ before: Character?, _ behind: ArraySlice<Character>) -> Bool {
        guard let before else { return false }
        if before.isLowercase { return true }
        guard let next = behind.first, next.isLowercase else { return false }
        let isPlural = next == "s" && before.isUppercase && behind.dropFirst().first?.isLowercase != true
        return !isPlural
    }
}

/// Gives each name of one scope to one element, as the generator does.
package struct WireScope {
    private var used: Set<String>

    package init(_ used: Set<String> = []) {
        self.used = used
    }

    /// The wanted name, or that with the suffix, or with a number where even this is taken.
    package mutating func claim(_ wanted: String, suffix: String = "") -> String {
        var name = wanted
        var number = 1
        while !used.insert(name).inserted {
            name = wanted + suffix + (number == 1 ? "" : String(number))
            number += 1
        }
        return name
    }
}

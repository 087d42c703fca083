/// The one place where names change their case and are kept apart from the words of Swift and protobuf.
enum Namer {
    /// Words that Swift reserves; in backticks they are names. Contextual words need none.
    static let swiftWords: Set<String> = [
        "Any", "Self", "as", "associatedtype", "break", "case", "catch", "class", "continue", "default", "defer",
        "deinit", "do", "else", "enum", "extension", "fallthrough", "false", "fileprivate", "for", "func", "guard",
        "if", "import", "in", "init", "inout", "internal", "is", "let", "nil", "operator", "precedencegroup",
        "private", "protocol", "public", "repeat", "rethrows", "return", "self", "static", "struct", "subscript",
        "super", "switch", "throw", "throws", "true", "try", "typealias", "var", "where", "while",
    ]

    /// The name as Swift source has it.
    static func escaped(_ name: String) -> String {
        swiftWords.contains(name) ? "`\(name)`" : name
    }

    // MARK: Words

    /// The words of a name in any spelling: `device_id`, `PICoolingDemand`, `NOCs`, `k12hr`, `AC_POWER`.
    /// A run of capitals is one word, but for its last when a small letter follows that is not a plural's `s`. Digits
    /// stay with the letters before them. Words in `whole` are never cut (`IPv4`).
    static func words(_ name: String, whole: [String] = []) -> [String] {
        let characters = Array(name)
        func at(_ index: Int) -> Character? { characters.indices.contains(index) ? characters[index] : nil }
        var result: [String] = []
        var current = ""
        func flush() {
            if !current.isEmpty { result.append(current) }
            current = ""
        }
        var index = 0
        while let character = at(index) {
            let rest = String(characters[index...])
            if let word = whole.first(where: { rest.hasPrefix($0) }) {
                flush()
                result.append(word)
                index += word.count
                continue
            }
            if character == "_" {
                flush()
            } else {
                if character.isUppercase, startsWord(current.last, at(index + 1), at(index + 2)) { flush() }
                current.append(character)
            }
            index += 1
        }
        flush()
        return result
    }

    /// Whether a capital starts a word, by the character before it and the two behind it.
    private static func startsWord(_ before: Character?, _ next: Character?, _ afterNext: Character?) -> Bool {
        guard let before else { return false }
        if before.isLowercase { return true }
        guard next?.isLowercase == true else { return false }
        let isPlural = next == "s" && before.isUppercase && afterNext?.isLowercase != true
        return !isPlural
    }

    static func capitalized(_ word: String) -> String {
        word.prefix(1).uppercased() + word.dropFirst()
    }

    /// `UPPER_SNAKE`.
    static func upperSnake(_ name: String, whole: [String] = []) -> String {
        words(name, whole: whole).map { $0.uppercased() }.joined(separator: "_")
    }

    /// `lower_snake`.
    static func lowerSnake(_ name: String, whole: [String] = []) -> String {
        words(name, whole: whole).map { $0.lowercased() }.joined(separator: "_")
    }

    /// The first word small, the others as they are: `MoveToLevel` → `moveToLevel`, `PICoolingDemand` →
    /// `piCoolingDemand`, `NOCs` → `nocs`.
    static func lowerCamel(_ name: String, whole: [String] = []) -> String {
        let parts = words(name, whole: whole)
        guard let first = parts.first else { return name }
        return first.lowercased() + parts.dropFirst().map(capitalized).joined()
    }
}

/// Gives each member of one scope a name of its own.
struct NameScope {
    private var used: Set<String>

    init(reserved: Set<String> = []) {
        used = reserved
    }

    /// The wanted name, or that with the suffix, or with a number where even this is taken. All end in `ending`.
    mutating func claim(_ wanted: String, suffix: String, ending: String = "") -> String {
        var name = wanted + ending
        var number = 1
        while !used.insert(name).inserted {
            name = wanted + suffix + (number == 1 ? "" : String(number)) + ending
            number += 1
        }
        return name
    }
}

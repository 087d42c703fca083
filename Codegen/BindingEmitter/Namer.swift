/// The one place where names change their case and are kept apart from the words of Swift and protobuf.
enum Namer {
    /// Words that Swift reserves; in backticks they are names. Contextual words need none.
    static let swiftWords: Set<String> = [
        "Any", "Self", "as", "associatedtype", "break", "case", "catch", "class", "continue", "default", "defer", "deinit",
        "do", "else", "enum", "extension", "fallthrough", "false", "fileprivate", "for", "func", "guard", "if", "import",
        "in", "init", "inout", "internal", "is", "let", "nil", "operator", "precedencegroup", "private", "protocol",
        "public", "repeat", "rethrows", "return", "self", "static", "struct", "subscript", "super", "switch", "throw",
        "throws", "true", "try", "typealias", "var", "where", "while",
    ]

    /// The name as Swift source has it.
    static func escaped(_ name: String) -> String {
        swiftWords.contains(name) ? "`\(name)`" : name
    }

    // MARK: Words

    /// The words of a name in any spelling: `device_id`, `DeviceID`, `PICoolingDemand`, `k12hr`, `AC_POWER`.
    /// A run of capitals is one word, but for its last capital when a small letter follows. Digits stay with the
    /// letters before them.
    static func words(_ name: String) -> [String] {
        var result: [String] = []
        var current = ""
        let characters = Array(name)
        for (index, character) in characters.enumerated() {
            if character == "_" {
                if !current.isEmpty { result.append(current) }
                current = ""
                continue
            }
            if character.isUppercase, let last = current.last {
                let next = index + 1 < characters.count ? characters[index + 1] : "_"
                if !last.isUppercase || next.isLowercase, !(last.isNumber && !next.isLowercase) || last.isLowercase {
                    result.append(current)
                    current = ""
                }
            }
            current.append(character)
        }
        if !current.isEmpty { result.append(current) }
        return result
    }

    static func capitalized(_ word: String) -> String {
        word.prefix(1).uppercased() + word.dropFirst()
    }

    /// `UPPER_SNAKE`.
    static func upperSnake(_ name: String) -> String {
        words(name).map { $0.uppercased() }.joined(separator: "_")
    }

    /// `lower_snake`.
    static func lowerSnake(_ name: String) -> String {
        words(name).map { $0.lowercased() }.joined(separator: "_")
    }

    /// The first word small, the others as they are: `MoveToLevel` → `moveToLevel`, `PICoolingDemand` →
    /// `piCoolingDemand`, `NOCs` → `nocs`.
    static func lowerFirst(_ name: String) -> String {
        let capitals = name.prefix { $0.isUppercase || $0.isNumber }
        if capitals.count <= 1 { return name.prefix(1).lowercased() + name.dropFirst() }
        let rest = name.dropFirst(capitals.count)
        // An acronym with a plural s, or alone: all of it is small.
        if rest.isEmpty || rest == "s" { return name.lowercased() }
        if rest.first?.isLowercase != true { return capitals.lowercased() + rest }
        return capitals.dropLast().lowercased() + name.dropFirst(capitals.count - 1)
    }
}

/// Gives each member of one scope a name of its own.
struct NameScope {
    private var used: Set<String>

    init(reserved: Set<String> = []) {
        used = reserved
    }

    /// The wanted name, or that with the suffix, or with a number where even this is taken.
    mutating func claim(_ wanted: String, suffix: String) -> String {
        if used.insert(wanted).inserted { return wanted }
        if used.insert(wanted + suffix).inserted { return wanted + suffix }
        var number = 2
        while !used.insert("\(wanted)\(suffix)\(number)").inserted { number += 1 }
        return "\(wanted)\(suffix)\(number)"
    }
}

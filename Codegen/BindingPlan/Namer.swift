internal import HearthTraitDescriptors

/// The only place where names change their case and are kept distinct from keywords of Swift and protobuf.
package enum Namer {
    /// Words that are names only in backticks: Swift's reserved words, and `await`, which begins an expression. Other
    /// contextual keywords need no backticks.
    package static let swiftWords: Set<String> = [
        "Any", "Self", "as", "associatedtype", "await", "break", "case", "catch", "class", "continue", "default",
        "defer",
        "deinit", "do", "else", "enum", "extension", "fallthrough", "false", "fileprivate", "for", "func", "guard",
        "if", "import", "in", "init", "inout", "internal", "is", "let", "nil", "operator", "precedencegroup",
        "private", "protocol", "public", "repeat", "rethrows", "return", "self", "static", "struct", "subscript",
        "super", "switch", "throw", "throws", "true", "try", "typealias", "var", "where", "while",
    ]

    /// Types that generated code uses by these names, or that Swift cannot nest.
    package static let reservedTypes: Set<String> = [
        "Any", "AnyObject", "Array", "Bool", "Dictionary", "Double", "Error", "FieldLayout", "FieldReader",
        "FieldWriter", "FileDescriptor", "Float", "Hashable", "Hasher", "Int", "Int32", "Int64", "Message",
        "MessageLayout", "Never", "Optional",
        "Protocol",
        "RPCMessage", "Self", "Sendable", "Sequence", "String", "Type", "UInt32", "UInt64", "UInt8", "UnknownFields",
        "Void",
    ]

    /// The name in Swift source, in backticks where it needs them.
    package static func escaped(_ name: String) -> String {
        swiftWords.contains(name) ? "`\(name)`" : name
    }

    /// An argument whose label is also the name of its value. Swift warns of labels in backticks, except for `inout`,
    /// which can't be a label without them.
    package static func argument(_ name: String) -> String {
        "\(name == "inout" ? escaped(name) : name): \(escaped(name))"
    }

    // MARK: Words

    package static func capitalized(_ word: String) -> String {
        word.prefix(1).uppercased() + word.dropFirst()
    }

    /// `UPPER_SNAKE`.
    package static func upperSnake(_ name: String, whole: [String] = []) -> String {
        NameWords.split(name, whole: whole).map { $0.uppercased() }.joined(separator: "_")
    }

    /// `lower_snake`.
    package static func lowerSnake(_ name: String, whole: [String] = []) -> String {
        NameWords.split(name, whole: whole).map { $0.lowercased() }.joined(separator: "_")
    }

    /// The name with its first word in lower case: `MoveToLevel` → `moveToLevel`, `PICoolingDemand` →
    /// `piCoolingDemand`, `NOCs` → `nocs`.
    package static func lowerCamel(_ name: String, whole: [String] = []) -> String {
        let parts = NameWords.split(name, whole: whole)
        guard let first = parts.first else { return name }
        return first.lowercased() + parts.dropFirst().map(capitalized).joined()
    }
}

internal import HearthTraitModel

/// The one place where names change their case and are kept apart from the words of Swift and protobuf.
package enum Namer {
    /// Words that can only be names in backticks: those that Swift reserves, and `await`, which begins an expression
    /// wherever one may stand. Other contextual words need none.
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

    /// The name as Swift source has it.
    package static func escaped(_ name: String) -> String {
        swiftWords.contains(name) ? "`\(name)`" : name
    }

    /// An argument in a call whose label is also the name of the value. Swift warns of labels in backticks, except for
    /// `inout`, which can't be a label without.
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

    /// The first word small, the others as they are: `MoveToLevel` → `moveToLevel`, `PICoolingDemand` →
    /// `piCoolingDemand`, `NOCs` → `nocs`.
    package static func lowerCamel(_ name: String, whole: [String] = []) -> String {
        let parts = NameWords.split(name, whole: whole)
        guard let first = parts.first else { return name }
        return first.lowercased() + parts.dropFirst().map(capitalized).joined()
    }
}

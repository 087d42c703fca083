internal import HearthTraitModel

/// The one place where names change their case and are kept apart from the words of Swift and protobuf.
package enum Namer {
    /// Words that Swift reserves; in backticks they are names. Contextual words need none.
    package static let swiftWords: Set<String> = [
        "Any", "Self", "as", "associatedtype", "break", "case", "catch", "class", "continue", "default", "defer",
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
        "RPCMessage", "Self", "Sendable", "String", "Type", "UInt32", "UInt64", "UInt8", "UnknownFields", "Void",
    ]

    /// The name as Swift source has it.
    package static func escaped(_ name: String) -> String {
        swiftWords.contains(name) ? "`\(name)`" : name
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

internal import HearthAutomation

/// An expression of a text before its names are resolved.
struct TextSyntax {
    indirect enum Kind {
        case null
        case boolean(Bool)
        /// The digits without a sign, and the mark of the kind of number, if any.
        case number(digits: String, isNegative: Bool, isFraction: Bool, NumberKind?)
        /// A number with its unit: "21.5 °C".
        case quantity(String)
        case text(String)
        case octets([UInt8])
        case time(TextTime)
        case list([TextSyntax])
        case structure([Field])
        /// The name of an enum's value, or of several bits.
        case words([String])
        case variable(String)
        case field(node: TextNodeName, path: [String])
        case operation(Operator, [TextSyntax])
        case unsupported
    }

    /// A field of a structure, an argument or an attribute, with its value.
    struct Field {
        let name: String
        let place: Int
        let value: TextSyntax
    }

    let kind: Kind
    /// The position where it begins, for errors.
    let place: Int
}

/// A reference to a node in an expression.
enum TextNodeName {
    case number(UInt32)
    /// The node that contains the expression.
    case own
    /// The node that reads a trait.
    case reader(TraitReference, says: Said)

    /// Whether the optional parts of the reference were given.
    struct Said {
        let part: Bool
        let type: Bool
    }
}

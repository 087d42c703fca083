/// An expression as it stands in a text, before it is known what its names mean.
struct TextSyntax {
    indirect enum Kind {
        case null
        case boolean(Bool)
        /// Digits without a sign, and the letter that says what kind of number it is, if any.
        case number(digits: String, isNegative: Bool, isFraction: Bool, NumberKind?)
        /// A number with its unit: "21.5 °C".
        case quantity(String)
        case text(String)
        case octets([UInt8])
        case time(TextTime)
        case list([TextSyntax])
        case structure([Field])
        /// A name of an enum's value, or several of bits.
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
    /// Where it begins: for errors.
    let place: Int
}

/// How a node is named in an expression.
enum TextNodeName {
    case number(UInt32)
    /// The node that the expression is in.
    case own
    /// The one that reads a trait.
    case reader(TraitReference, says: Said)

    /// What was said beside the object and the trait.
    struct Said {
        let part: Bool
        let type: Bool
    }
}

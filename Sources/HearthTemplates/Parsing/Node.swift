/// An expression with its place in the template.
struct Node: Sendable {
    let kind: Kind
    /// The offset in the template, in Unicode scalars.
    let position: Int

    /// Chains of operators and of accesses are flat, so that only nesting makes a tree deep.
    indirect enum Kind: Sendable {
        case constant(TemplateValue)
        case name(String)
        case list([Node])
        case tuple([Node])
        case dictionary([(key: Node, value: Node)])
        /// An expression, and what follows it from left to right: members, items, methods, filters, tests.
        case access(Node, [Step])
        case call(TemplateFunction, Arguments)
        case negated(Node)
        case positive(Node)
        case not(Node)
        case arithmetic(Node, [(sign: ArithmeticSign, operand: Node)])
        case concatenated([Node])
        case compared(Node, [(sign: ComparisonSign, operand: Node)])
        case all([Node])
        case any([Node])
        case conditional(condition: Node, then: Node, otherwise: Node?)
    }
}

/// What follows an expression.
struct Step: Sendable {
    let kind: Kind
    let position: Int

    indirect enum Kind: Sendable {
        case attribute(String)
        case item(Node)
        case slice(from: Node?, to: Node?, by: Node?)
        case method(Method, Arguments)
        case filter(Filter, Arguments)
        case test(Test, isNegated: Bool, Arguments)
    }
}

enum ArithmeticSign: String, Sendable {
    case plus = "+"
    case minus = "-"
    case times = "*"
    case divided = "/"
    case dividedDown = "//"
    case remainder = "%"
}

enum ComparisonSign: String, Sendable {
    case equal = "=="
    case unequal = "!="
    case less = "<"
    case lessOrEqual = "<="
    case greater = ">"
    case greaterOrEqual = ">="
    case contained = "in"
    case notContained = "not in"
}

/// A statement of a template.
indirect enum Statement: Sendable {
    case text(String)
    case output(Node)
    case set([String], Node)
    case branches([(condition: Node, body: [Statement])], otherwise: [Statement])
    case loop(Loop)
}

/// `{% for NAMES in ITEMS if CONDITION %}`.
struct Loop: Sendable {
    let names: [String]
    let items: Node
    let condition: Node?
    let body: [Statement]
    let otherwise: [Statement]
}

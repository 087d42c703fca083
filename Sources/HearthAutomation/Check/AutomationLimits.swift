/// How much of what an automation may have (AU-12). How many bytes it may take on the wire is the wire's to say.
package struct AutomationLimits: Hashable, Sendable {
    /// Nodes of a graph, flows included.
    package var nodes = 512
    /// Nodes inside of each other, the outermost flow being the first. Constants may hold lists and structures inside of
    /// each other as deep as that.
    package var depth = 16
    /// Parts of all expressions of a graph: constants, fields, variables and operations.
    package var expressions = 1_024
    /// Operations inside of each other. It is more than ``depth``, as programs make a long "and" of many short ones.
    package var expressionDepth = 24
    /// Numbers, texts, list items and fields that the constants of a graph are made of.
    package var values = 16_384
    /// Runs of an automation that may live at once at most (AU-62).
    package var runs = 100
    /// How often a failed action may be tried again (AU-67).
    package var retries: UInt32 = 100
    /// Characters of an automation's name.
    package var nameLength = 64
    /// The longest delay, hold, suppression, timeout, or time for catching up; the shortest is none (AU-58).
    package var longestDuration: Duration = .seconds(31 * 86_400)
    /// Delays and holds that other engines take as well: outside of it there is a warning (AU-58).
    package var usualDuration: ClosedRange<Duration> = .seconds(5) ... .seconds(86_400)
    /// Issues of one severity and one category that are told; no more are looked for than are worth reading.
    package var issues = 100

    package init() {}
}

/// What a graph can have too much of.
package enum AutomationSize: Hashable, Sendable, CaseIterable {
    case nodes
    /// Nodes inside of each other.
    case depth
    /// Parts of expressions.
    case expressions
    /// Operations inside of each other.
    case expressionDepth
    /// What constants are made of.
    case values
    /// Lists and structures inside of each other, in constants.
    case valueDepth
}

extension AutomationLimits {
    /// How much of something there may be.
    func limit(of size: AutomationSize) -> Int {
        switch size {
        case .nodes: nodes
        case .depth, .valueDepth: depth
        case .expressions: expressions
        case .expressionDepth: expressionDepth
        case .values: values
        }
    }
}

extension AutomationSize {
    /// What it is called in messages.
    var name: String {
        switch self {
        case .nodes: "nodes"
        case .depth: "nodes inside of each other"
        case .expressions: "parts of expressions"
        case .expressionDepth: "operations inside of each other"
        case .values: "parts of constants"
        case .valueDepth: "lists and structures inside of each other"
        }
    }
}

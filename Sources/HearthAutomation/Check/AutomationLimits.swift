/// The limits of an automation. Its size in bytes is limited by the wire protocol instead.
package struct AutomationLimits: Hashable, Sendable {
    /// Nodes of a graph, flows included.
    package var nodes = 512
    /// Nesting of nodes; the outermost flow is level 1. Lists and structures in constants may be nested as deeply.
    package var depth = 16
    /// Parts of all expressions of a graph: constants, fields, variables and operations.
    package var expressions = 1_024
    /// Nesting of operations. Higher than ``depth``, because programs build a long "and" from many nested ones.
    package var expressionDepth = 24
    /// Numbers, texts, list items and fields in all constants of a graph.
    package var values = 16_384
    /// Runs of one automation at the same time.
    package var runs = 100
    /// Retries of a failed action.
    package var retries: UInt32 = 100
    /// Characters of an automation's name.
    package var nameLength = 64
    /// The longest delay, hold, suppression, timeout or catch-up time; the shortest is zero.
    package var longestDuration: Duration = .seconds(31 * 86_400)
    /// Delays and holds that other engines accept too; outside of this range there is a warning.
    package var usualDuration: ClosedRange<Duration> = .seconds(5) ... .seconds(86_400)
    /// Reported issues of one severity and category.
    package var issues = 100

    package init() {}
}

/// The sizes of a graph that have a limit.
package enum AutomationSize: Hashable, Sendable, CaseIterable {
    case nodes
    /// Nesting of nodes.
    case depth
    /// Parts of expressions.
    case expressions
    /// Nesting of operations.
    case expressionDepth
    /// Numbers, texts, list items and fields in constants.
    case values
    /// Nesting of lists and structures in constants.
    case valueDepth
}

extension AutomationLimits {
    /// The limit of a size.
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
    /// The name in messages.
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

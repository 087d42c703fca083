/// A file can't be simulated. Contains all its mistakes.
public struct SimulationError: Error, Hashable, CustomStringConvertible {
    /// One line for each mistake, starting with `file:line:column` if it has a position.
    public let problems: [String]

    /// Creates an error.
    public init(_ problems: [String]) {
        self.problems = problems
    }

    public var description: String { problems.joined(separator: "\n") }
}

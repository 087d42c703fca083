/// Why a file is no product to simulate. All of its mistakes come in one go.
public struct SimulationError: Error, Hashable, CustomStringConvertible {
    /// One line each; what is wrong at a place of the file begins with `file:line:column`, as the generator has it.
    public let problems: [String]

    /// The problems found.
    public init(_ problems: [String]) {
        self.problems = problems
    }

    public var description: String { problems.joined(separator: "\n") }
}

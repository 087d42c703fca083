/// The options of a program, each as `--name value` or `--name=value`.
public struct Arguments {
    /// A mistake in the options, for the person who typed them.
    public struct Problem: Error, CustomStringConvertible {
        public let description: String

        public init(_ description: String) { self.description = description }
    }

    private var values: [String: String] = [:]

    /// - Parameter names: the known options, without their dashes. A typed `_` counts as `-`.
    /// - Throws: ``Problem`` for an unknown option, for one without a value, and for any other word.
    public init(_ arguments: some Sequence<String>, names: Set<String>) throws(Problem) {
        var name: String?
        for argument in arguments {
            if let open = name {
                values[open] = argument
                name = nil
                continue
            }
            guard argument.hasPrefix("--") else {
                throw Problem("'\(argument)' is not an option; options begin with --")
            }
            let parts = argument.dropFirst(2).split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            let typed = String(parts[0].map { $0 == "_" ? "-" : $0 })
            guard names.contains(typed) else {
                let known = names.sorted().map { "--" + $0 }.joined(separator: ", ")
                throw Problem("there is no option --\(parts[0]); there are \(known)")
            }
            if parts.count == 2 { values[typed] = String(parts[1]) } else { name = typed }
        }
        if let name { throw Problem("--\(name) needs a value") }
    }

    /// The value of an option.
    public subscript(name: String) -> String? { values[name] }

    /// The value of a required option.
    public func required(_ name: String) throws(Problem) -> String {
        guard let value = values[name] else { throw Problem("--\(name) is missing") }
        return value
    }

    /// The number given for an option; nil if it is missing.
    public func number(_ name: String, in range: ClosedRange<Int>) throws(Problem) -> Int? {
        guard let text = values[name] else { return nil }
        guard let number = Int(text), range.contains(number) else {
            throw Problem(
                "--\(name) takes a number from \(range.lowerBound) to \(range.upperBound), not '\(text)'")
        }
        return number
    }
}

/// The options of a program, `--name value` or `--name=value` each.
public struct Arguments {
    /// What is wrong with them, for the person who typed them.
    public struct Problem: Error, CustomStringConvertible {
        public let description: String

        public init(_ description: String) { self.description = description }
    }

    private var values: [String: String] = [:]

    /// - Parameter names: the options there are, without their dashes. `_` in what was typed counts as `-`.
    /// - Throws: ``Problem`` for any other, for one without a value, and for what is no option.
    public init(_ arguments: some Sequence<String>, names: Set<String>) throws(Problem) {
        var name: String?
        for argument in arguments {
            if let open = name {
                values[open] = argument
                name = nil
                continue
            }
            guard argument.hasPrefix("--") else {
                throw Problem("'\(argument)' is no option; options begin with --")
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

    /// What was given for an option.
    public subscript(name: String) -> String? { values[name] }

    /// What was given for an option that must be there.
    public func required(_ name: String) throws(Problem) -> String {
        guard let value = values[name] else { throw Problem("--\(name) is missing") }
        return value
    }

    /// The number that was given for an option, if one was.
    public func number(_ name: String, in range: ClosedRange<Int>) throws(Problem) -> Int? {
        guard let text = values[name] else { return nil }
        guard let number = Int(text), range.contains(number) else {
            throw Problem(
                "--\(name) takes a number from \(range.lowerBound) to \(range.upperBound), not '\(text)'")
        }
        return number
    }
}

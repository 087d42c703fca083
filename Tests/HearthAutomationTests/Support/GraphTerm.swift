/// A part of a graph as text: a word, or a call with arguments that may have labels.
///
///     condition(3, above(2, 20), for: 60)
struct GraphTerm {
    struct Mistake: Error, CustomStringConvertible {
        let description: String
    }

    let name: String
    let isQuoted: Bool
    private(set) var arguments: [(label: String, term: GraphTerm)] = []

    init(_ text: String) throws {
        var rest = text[...]
        try self.init(reading: &rest)
        guard rest.allSatisfy({ $0 == " " }) else { throw Mistake(description: "after the graph: \(rest)") }
    }

    private init(reading rest: inout Substring) throws {
        rest = rest.drop { $0 == " " }
        isQuoted = rest.first == "\""
        if isQuoted {
            name = String(rest.dropFirst().prefix { $0 != "\"" })
            rest = rest.dropFirst(name.count + 2)
            return
        }
        name = String(rest.prefix { !"(),: ".contains($0) })
        rest = rest.dropFirst(name.count)
        guard rest.first == "(" else { return }
        repeat {
            rest = rest.dropFirst()
            var argument = (label: "", term: try GraphTerm(reading: &rest))
            if rest.first == ":" {
                rest = rest.dropFirst()
                argument = (argument.term.name, try GraphTerm(reading: &rest))
            }
            arguments.append(argument)
        } while rest.first == ","
        guard rest.first == ")" else { throw Mistake(description: "\(name) does not end before \(rest.prefix(20))") }
        rest = rest.dropFirst()
    }

    // MARK: Arguments

    /// The argument at an index, which has no label.
    func term(_ index: Int) throws -> GraphTerm {
        guard arguments.indices.contains(index), arguments[index].label.isEmpty else {
            throw Mistake(description: "\(name) has no argument \(index)")
        }
        return arguments[index].term
    }

    func term(_ label: String) -> GraphTerm? { arguments.first { $0.label == label }?.term }

    func word(_ index: Int, or missing: String) -> String { (try? term(index).name) ?? missing }

    func number<Number: FixedWidthInteger>(_ index: Int, or missing: Number? = nil) throws -> Number {
        if let number = Number(word(index, or: "")) ?? missing { return number }
        throw Mistake(description: "argument \(index) of \(name) is not a number")
    }

    func duration(_ term: GraphTerm?) -> Duration { .seconds(term.flatMap { Int64($0.name) } ?? 0) }
}

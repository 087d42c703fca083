internal import TranscriptTestSupport

/// A part of a graph as text: a word, or a call with arguments that may have labels.
///
///     condition(3, above(2, 20), for: 60)
struct GraphTerm {
    typealias Mistake = TranscriptWords.Mistake

    /// The indices of the arguments that were asked for.
    private final class Uses {
        var indices: Set<Int> = []
    }

    let name: String
    let isQuoted: Bool
    private var arguments: [(label: String, term: GraphTerm)] = []
    private let uses = Uses()

    /// What a text stands for.
    ///
    /// - Throws: ``Mistake``, also if an argument was not asked for.
    static func value<Value>(of text: String, _ read: (GraphTerm) throws -> Value) throws -> Value {
        var rest = text[...]
        let term = try GraphTerm(reading: &rest)
        guard rest.allSatisfy({ $0 == " " }) else { throw Mistake("after the graph: \(rest)") }
        let value = try read(term)
        try term.expectAllUsed()
        return value
    }

    private func expectAllUsed() throws {
        for (index, argument) in arguments.enumerated() {
            let word = argument.label.isEmpty ? argument.term.name : argument.label + ":"
            guard uses.indices.contains(index) else { throw Mistake("\(name) has no use for \(word)") }
            try argument.term.expectAllUsed()
        }
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
        guard rest.first == ")" else { throw Mistake("\(name) does not end before \(rest.prefix(20))") }
        rest = rest.dropFirst()
    }

    // MARK: Arguments

    /// The argument at an index, which has no label.
    func term(_ index: Int) throws -> GraphTerm {
        guard arguments.indices.contains(index), arguments[index].label.isEmpty else {
            throw Mistake("\(name) has no argument \(index)")
        }
        uses.indices.insert(index)
        return arguments[index].term
    }

    func term(_ label: String) -> GraphTerm? {
        arguments.firstIndex { $0.label == label }.map { index in
            uses.indices.insert(index)
            return arguments[index].term
        }
    }

    /// The arguments without a label, from an index on.
    func terms(from index: Int = 0) -> [GraphTerm] { terms(where: { $0 >= index && $1.isEmpty }) }

    /// The arguments with a label.
    func terms(_ label: String) -> [GraphTerm] { terms(where: { $1 == label }) }

    private func terms(where isOne: (_ index: Int, _ label: String) -> Bool) -> [GraphTerm] {
        let found = arguments.indices.filter { isOne($0, arguments[$0].label) }
        uses.indices.formUnion(found)
        return found.map { arguments[$0].term }
    }

    /// The arguments whose labels are the numbers of fields.
    var fields: [(id: UInt32, term: GraphTerm)] {
        arguments.indices.compactMap { index in
            UInt32(arguments[index].label).map { id in
                uses.indices.insert(index)
                return (id, arguments[index].term)
            }
        }
    }

    func word(_ index: Int, or missing: String) -> String { (try? term(index).name) ?? missing }

    func number<Number: FixedWidthInteger>(_ index: Int, or missing: Number? = nil) throws -> Number {
        let word = word(index, or: "")
        if let number = word.isEmpty ? missing : Number(word) { return number }
        throw Mistake("argument \(index) of \(name) is not a number")
    }

    /// A number with a label; nil if it is missing.
    func number<Number: FixedWidthInteger>(_ label: String) throws -> Number? {
        try term(label).map { try TranscriptWords.known(Number($0.name), $0.name) }
    }

    /// A number of seconds with a label; zero if it is missing.
    func duration(_ label: String) throws -> Duration { .seconds(try number(label) ?? 0 as Int64) }
}

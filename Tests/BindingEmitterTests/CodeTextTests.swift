internal import Expectations
internal import Testing

@testable internal import BindingEmitter

/// Lines are broken where the formatter would break them.
struct CodeTextTests {
    private static let long = String(repeating: "a", count: 60)

    private func text(_ write: (inout CodeText) -> Void) -> String {
        var text = CodeText()
        write(&text)
        return text.text
    }

    @Test func aCallThatFitsIsOneLine() {
        expect(text { $0.call("f", ["1", "b: 2"], ",") }, equals: "f(1, b: 2),\n")
    }

    @Test func argumentsFillLinesOfTheirOwn() {
        let long = Self.long
        expect(text { $0.call("f", [long, long, "b"]) }, equals: "f(\n    \(long),\n    \(long), b)\n")
    }

    @Test func elementsEndInACommaAndTheirBracketStandsBelow() {
        let long = Self.long
        expect(
            text { $0.call("a = ", [long, long], brackets: ("[", "]")) },
            equals: "a = [\n    \(long),\n    \(long),\n]\n")
    }

    @Test func anItemThatNoLineHoldsHasTheBracketBelow() {
        let item = "\"" + Self.long + Self.long + "\""
        expect(text { $0.call("f", ["a", item], ",") }, equals: "f(\n    a,\n    \(item)\n),\n")
    }

    @Test func aChainIsBrokenBeforeItsLastMembers() {
        let long = Self.long
        expect(text { $0.chain("let a = \(long).b.\(long)") }, equals: "let a = \(long).b\n    .\(long)\n")
    }

    @Test func parameterlessSignatureBreaksAtBraceThenResult() {
        let long = Self.long
        let name = String(repeating: "b", count: 48)
        expect(text { $0.signature("func \(name)", [], " -> \(long) {") }, equals: "func \(name)() -> \(long)\n{\n")
        expect(
            text { $0.signature("func \(name)", [], " -> \(long)bb {") },
            equals: "func \(name)()\n    -> \(long)bb\n{\n")
    }

    @Test func aTypeThatDoesNotFitStandsBelow() {
        let long = Self.long
        expect(text { $0.declaration("var \(long)", type: long) }, equals: "var \(long):\n    \(long)\n")
    }

    @Test func longCommentsAreIndented() {
        let words = String(repeating: "word ", count: 30).dropLast()
        let lines = text { $0.parameters([("a", String(words)), ("b", "It.")]) }.split(separator: "\n")
        expect((lines.count, lines[0], lines[1].hasPrefix("///   - a: word")), are: (4, "/// - Parameters:", true))
        expect((lines[2].hasPrefix("///     word"), lines[3]), are: (true, "///   - b: It."))
        expect(text { $0.parameters([("a", "It.")]) }, equals: "/// - Parameter a: It.\n")
    }
}

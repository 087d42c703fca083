internal import Expectations
internal import HearthJSON
internal import Testing

@Suite struct JSONTextTests {
    /// The value as a text that shows what JSONText keeps.
    private func described(_ json: JSONText) -> String {
        switch json.kind {
        case .null: "null"
        case .bool(let value): "\(value)"
        case .number(let digits): "<\(digits)>"
        case .string(let text): "'\(text)'"
        case .array: "[" + json.items.map(described).joined(separator: " ") + "]"
        case .object: "{" + json.members.map { "\($0.name)=\(described($0.value))" }.joined(separator: " ") + "}"
        }
    }

    @Test func keepsDigitsAndOrder() throws {
        let text =
            #" {"b": [1, 1.0, -0, 1E2, 123456789012345678901], "a": {"x": null, "x": [true, []]}, "c": "\u00e9"} "#
        expect(
            described(try JSONText(Array(text.utf8), depth: 4)),
            equals: "{b=[<1> <1.0> <-0> <1E2> <123456789012345678901>] a={x=null x=[true []]} c='é'}")
    }

    @Test(arguments: ["", "[1", "1 2", "[[[[[]]]]]"]) func refusesWhatIsNoJSON(_ text: String) {
        expect(throws: JSONError.self) { try JSONText(Array(text.utf8), depth: 4) }
    }
}

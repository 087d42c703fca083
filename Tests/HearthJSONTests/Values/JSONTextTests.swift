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

    @Test func findsMembers() throws {
        let text = #"""
            {"a": 1, "b": {"a": 2, "c": [3]}, "a": 4, "\u00e9": 5, "d": "a",
            "\u0061\u0061": 6, "\ud83d\ude00": 7, "x\n": 8}
            """#
        let json = try JSONText(Array(text.utf8), depth: 4)
        func found(_ names: String...) -> String? {
            var value: JSONText? = json
            for name in names { value = value?[Array(name.utf8)] }
            return value.map(described)
        }
        expect(
            [found("a"), found("b", "a"), found("b", "c"), found("é"), found("c"), found("a", "a"), found("d", "a")],
            equals: ["<4>", "<2>", "[<3>]", "<5>", nil, nil, nil])
        expect(
            [found("aa"), found("😀"), found("x\n"), found("aaa"), found("x"), found("x\\n")],
            equals: ["<6>", "<7>", "<8>", nil, nil, nil])
        expect(json.count, equals: 22)
        expect([json.isObject, json[Array("a".utf8)]?.isObject], equals: [true, false])
    }

    @Test(arguments: [
        "[1, -2.5]": true, #"["1e2"]"#: true, "[1E2]": false, "[1, 2e-3]": false,
        "[\(String(repeating: "1", count: 310))]": false,
    ])
    func numbersWithoutExponentsArePlain(_ text: String, _ isPlain: Bool) throws {
        expect(try JSONText(Array(text.utf8), depth: 4).hasPlainNumbers, equals: isPlain)
    }

    @Test(arguments: ["", "[1", "1 2", "[[[[[]]]]]"]) func refusesWhatIsNoJSON(_ text: String) {
        expect(throws: JSONError.self) { try JSONText(Array(text.utf8), depth: 4) }
    }
}

internal import Expectations
internal import HearthJSON
internal import HearthTemplates
internal import Testing

@Suite struct TemplateValueTests {
    private func dictionary(_ members: KeyValuePairs<String, TemplateValue>) -> TemplateValue {
        var dictionary = TemplateDictionary()
        for (name, value) in members { dictionary.set(name, value) }
        return .dictionary(dictionary)
    }

    @Test func readsJSONAsPythonDoes() {
        let text = """
            {"b": [21, 21.0, -0, 1E2, 9223372036854775807, 9223372036854775808], "a": null, "b2": {"t": true},
             "a": "é\\n"}
            """
        let list: [TemplateValue] = [
            .int(21), .double(21), .int(0), .double(100), .int(.max), .double(9_223_372_036_854_775_808),
        ]
        expect(
            TemplateValue(parsingJSON: text),
            equals: dictionary(["b": .list(list), "a": .string("é\n"), "b2": dictionary(["t": .bool(true)])]))
    }

    @Test(arguments: ["", "ON", "1,", "[1", "NaN", "1e400", "{'a': 1}", String(repeating: "[", count: 65)])
    func whatIsNoJSONHasNoValue(_ text: String) {
        expect(TemplateValue(parsingJSON: text), equals: nil)
    }

    @Test func takesJSONTrees() throws {
        let tree = try JSONValue(Array(#"{"b": [21, 21.5, true, null], "a": "x", "c": 1e300}"#.utf8), bytes: 100)
        let list: [TemplateValue] = [.int(21), .double(21.5), .bool(true), .none]
        expect(
            TemplateValue(json: tree),
            equals: dictionary(["a": .string("x"), "b": .list(list), "c": .double(1e300)]))
    }

    @Test func textsDifferByTheirScalars() throws {
        let template = try Template(
            parsing: "{{ a == b }} {{ {a: 1, b: 2}|length }} {{ a|length }} {{ '\r\n' == '\\n' }}")
        let text = try template.rendered(["a": .string("e\u{301}"), "b": .string("é")])
        expect(text, equals: "False 2 2 True")
    }

    @Test(arguments: [
        ("plain } text\n", true, "plain } text\n"), ("{ {{ value }} }", false, "{ 5 }"), ("a{# b #}c", false, "ac"),
        ("", true, ""), ("{", true, "{"),
    ]) func plainTextIsKept(_ text: String, _ isPlain: Bool, _ rendered: String) throws {
        let template = try Template(parsing: text)
        expect(template.isPlain, equals: isPlain)
        expect(try template.rendered(["value": .int(5)]), equals: rendered)
    }
}

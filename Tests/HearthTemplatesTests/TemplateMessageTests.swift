internal import Expectations
internal import HearthTemplates
internal import Testing

/// A message gives what its variables give, also where a member is looked up in its JSON text.
@Suite struct TemplateMessageTests {
    private static let document = #"""
        {"a": 20, "b": 21.0, "c": null, "d": true, "e": " é\n", "f": {"g": -0, "g h": 1e2}, "l": [1], "a": 22,
         "update": 1}
        """#

    /// What a template makes of a message, by the message and by its variables.
    private func rendered(_ text: String, _ payload: String) throws -> [Result<String, TemplateError>] {
        let template = try Template(parsing: text)
        let message = try require(TemplateMessage([UInt8](payload.utf8)))
        let variables = [
            "value": TemplateValue.string(payload), "value_json": TemplateValue(parsingJSON: payload) ?? .undefined,
        ]
        var budget = 1_000_000
        return [
            Result { () throws(TemplateError) in try message.rendered(template, within: &budget) },
            Result { () throws(TemplateError) in try template.rendered(variables) },
        ]
    }

    @Test(arguments: [
        ("{{ value_json.a }}", "22"), ("{{value_json['a']}}", "22"), ("{{ value_json.b }}", "21.0"),
        ("{{ value_json.c }}", "None"), ("{{ value_json.d }}", "True"), ("{{ value_json.e }}", " é\n"),
        ("{{ value_json.f.g }}", "0"), ("{{ value_json.f['g h'] }}", "100.0"), ("{{ value_json['f'].x }}", ""),
        ("{{ value_json.f }}", "{'g': 0, 'g h': 100.0}"), ("{{ value_json.l }}", "[1]"), ("{{ value_json.l.x }}", ""),
        ("{{ value_json.x }}", ""), ("{{ value_json.a.x }}", ""), ("{{ value_json.update }}", ""),
        ("{{ value_json['update'] }}", "1"), ("{{ value_json.a }} W", "22 W"), ("{{ value_json.a + 1 }}", "23"),
        ("{{ value_json.l[0] }}", "1"), ("{{ value[0] }}", "{"), ("text", "text"),
    ]) func membersAreThoseOfTheVariables(_ template: String, _ text: String) throws {
        // A number with an exponent lets none be looked up.
        for document in [Self.document, Self.document.replacing("1e2", with: "100.0")] {
            let expected = Result<String, TemplateError>.success(text)
            expect(try rendered(template, document), equals: [expected, expected], "\(document)")
        }
    }

    @Test(arguments: [
        ("{{ value_json.x.y }}", document, TemplateError.Code.undefined),
        ("{{ value_json.keys }}", document, .notSupported), ("{{ value_json.a.real }}", document, .notSupported),
        ("{{ value_json.a }}", #"{"a": 1, "b": 1e400}"#, .undefined), ("{{ value_json.a }}", "no JSON", .undefined),
        ("{{ value_json.a }}", #"{"a": "\#(String(repeating: "x", count: 70_000))"}"#, .budget),
    ]) func errorsAreThoseOfTheVariables(_ template: String, _ payload: String, _ code: TemplateError.Code) throws {
        for outcome in try rendered(template, payload) {
            let error = try require(throws: TemplateError.self) { try outcome.get() }
            expect(error.code, equals: code)
        }
    }

    @Test func longDocumentsAreRead() throws {
        let members = (0..<300).map { #""m\#($0)": \#($0)"# }.joined(separator: ",")
        let expected = Result<String, TemplateError>.success("299")
        expect(try rendered("{{ value_json.m299 }}", "{\(members)}"), equals: [expected, expected])
    }

    @Test func templatesOfAMessageShareABudget() throws {
        let message = try require(TemplateMessage([UInt8](Self.document.replacing("1e2", with: "0").utf8)))
        let template = try Template(parsing: "{{ value_json.a }}")
        var (budget, count) = (1_000, 0)
        let error = try require(throws: TemplateError.self) {
            while count < 100 {
                _ = try message.rendered(template, within: &budget)
                count += 1
            }
        }
        expect(count, equals: 3)
        expect(error.code, equals: .budget)
    }

    @Test func bytesThatAreNoTextAreNoMessage() {
        expectNil(TemplateMessage([0xFF]))
    }
}

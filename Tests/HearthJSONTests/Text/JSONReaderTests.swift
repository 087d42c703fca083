internal import HearthJSON
internal import Expectations
internal import Testing

/// Strict RFC 8259: an error is refused anywhere, also in ignored parts.
@Suite struct JSONReaderTests {
    static let refused: [String] = [
        "", " ", "{", "}", "{}{}", "{} x", "{},", "{\"a\"}", "{\"a\":}", "{\"a\":1,}", "{,}", "{\"a\" 1}", "{a:1}",
        "{'a':1}",
        "{\"a\":[1,]}", "{\"a\":[,1]}", "{\"a\":[1 2]}", "{\"a\":[1}", "{\"a\":1]", "{\"a\":tru}", "{\"a\":True}",
        "{\"a\":nul}",
        "{\"a\":truex}", "{\"a\":NaN}", "{\"a\":Infinity}", "{\"a\":-Infinity}", "{\"a\":01}", "{\"a\":-01}",
        "{\"a\":+1}",
        "{\"a\":.5}", "{\"a\":1.}", "{\"a\":1.e1}", "{\"a\":1e}", "{\"a\":1e+}", "{\"a\":-}", "{\"a\":0x1}",
        "{\"a\":1_0}",
        "{\"a\":\"", "{\"a\":\"\\\"}", "{\"a\":\"\\x\"}", "{\"a\":\"\\u12\"}", "{\"a\":\"\\u12G4\"}",
        "{\"a\":\"\\U8C37\"}",
        "{\"a\":\"\u{1}\"}", "{\"a\":\"\n\"}", "{\"a\":\"\t\"}", "{\"a\":\"\\ud800\"}", "{\"a\":\"\\ud800x\"}",
        "{\"a\":\"\\ud800\\u0041\"}", "{\"a\":\"\\ud800\\ud800\"}", "{\"a\":\"\\udc00\"}", "{\"a\":\"\\udc00\\ud800\"}",
        "{\"\\ud800\":1}", "{\"a\":1}//", "/**/{}", "\u{FEFF}{}", "{\"a\":1}\u{A0}", "{\"a\":\"\\ud83c\\udfe\"}",
    ]

    @Test(arguments: refused)
    func textIsRefused(_ text: String) {
        expect(refusal("Explicit", text)?.code, equals: .syntax)
    }

    static let notUTF8: [[UInt8]] = [
        [0x80], [0xC0, 0x80], [0xC1, 0xBF], [0xC3], [0xC3, 0x41], [0xE0, 0x9F, 0xBF], [0xE2, 0x82], [0xED, 0xA0, 0x80],
        [0xF0, 0x8F, 0xBF, 0xBF], [0xF0, 0x9F, 0x8F], [0xF4, 0x90, 0x80, 0x80], [0xF5, 0x80, 0x80, 0x80], [0xFF],
        [0xE2, 0x28, 0xA1],
    ]

    @Test(arguments: notUTF8)
    func onlyUTF8(_ bytes: [UInt8]) {
        let transcoder = JSONTranscoder(Schema.everyKind)
        for text in [
            Array("{\"a\":\"".utf8) + bytes + Array("\"}".utf8), Array("{\"".utf8) + bytes + Array("\":1}".utf8),
        ] {
            expect(throws: JSONError.self) { try transcoder.message(from: text[...], of: "hearth.test.json.Explicit") }
        }
        let content = [0x72, UInt8(bytes.count)] + bytes
        expect(refusal("Explicit", content)?.code, equals: .malformed)
        expect(refusal("Explicit", content)?.path, equals: "stringValue")
    }

    @Test func longNumbersEnd() throws {
        let digits = String(repeating: "1", count: 1024)
        expect(refusal("Explicit", "{\"a\":\(digits)1}")?.code, equals: .syntax)
        try expect(again("Explicit", "{\"a\":\(digits)}"), equals: "{}")
        expect(refusal("Explicit", "{\"doubleValue\":\"\(digits)1\"}")?.code, equals: .value)
        try expect(
            again("Explicit", "{\"doubleValue\":0.\(digits.dropLast(2))}"),
            equals: "{\"doubleValue\":0.1111111111111111}")
    }

    @Test func errorsHaveLineAndColumn() {
        let error = refusal("Explicit", "{\n  \"Küche\": 1,\n  \"ü\": x}")
        expect(error?.line, equals: 3)
        expect(error?.column, equals: 8)
        expect(
            error?.description,
            equals:
                "a value is expected: an object, an array, a string, a number, true, false or null (line 3, column 8)")
    }

    /// Truncated text is refused, wherever it ends.
    @Test func everyBeginningIsRefused() throws {
        let text = Array(
            #"{"child":{"stringValue":"\ud83c\udfe0é","doubleValue":-1.5e3},"a":[true,null,{"b":[]}]}"#.utf8)
        let transcoder = JSONTranscoder(Schema.everyKind)
        for count in text.indices {
            expect(throws: JSONError.self) {
                try transcoder.message(from: text[..<count], of: "hearth.test.json.Explicit")
            }
        }
        _ = try transcoder.message(from: text[...], of: "hearth.test.json.Explicit")
    }
}

internal import HearthBase
internal import Expectations
internal import Testing
internal import TraitSchema

/// Comments, numbers, strings, places.
struct LexerTests {
    @Test func commentsAreSkipped() throws {
        let cluster = try cluster("// a\n/* b\n c */ /// d\nrevision 2; /**/ /***/")
        expect(cluster.revision?.value, equals: 2)
        expect(cluster.items.isEmpty)
    }

    @Test(arguments: [
        ("/** One. */ ", "One."),
        ("/** One.\n * Two.\n */\n", "One.\nTwo."),
        ("/**\n   One.\n\n   Two.\n*/\n\t", "One.\n\nTwo."),
        ("/** One. */ /** Two. */ ", "Two."),
        ("/** µ · → */ ", "µ · →"),
    ])
    func aDescriptionStandsStraightBeforeItsItem(_ comment: String, _ expected: String) throws {
        guard case .attribute(let attribute) = try cluster("\(comment)attribute int8u a = 0;").items.first else {
            throw Missing()
        }
        expect(attribute.description, equals: expected)
    }

    @Test(arguments: ["/** One. */ // two\n", "/** One. */ /* two */ ", "/// One.\n", "// One.\n", "/* One. */"])
    func otherCommentsDescribeNothing(_ comment: String) throws {
        guard case .attribute(let attribute) = try cluster("\(comment)attribute int8u a = 0;").items.first else {
            throw Missing()
        }
        expectNil(attribute.description)
    }

    @Test(arguments: [
        ("0", 0 as UInt64), ("007", 7), ("0x0", 0), ("0xfFf1", 0xFFF1), ("0X10", 16), ("18446744073709551615", .max),
    ])
    func numbersAreDecimalOrHex(_ text: String, _ value: UInt64) throws {
        guard case .constants(let type) = try cluster("bitmap B : bitmap64 { kA = \(text); }").items.first else {
            throw Missing()
        }
        expect(type.constants.map(\.value.value), equals: [value])
    }

    @Test func stringsUndoEscapes() {
        let file = parsed(#"enum E : enum8 { kA = 1 [spec_name = "a\"b\\c\nd\te"]; }"#)
        guard case .constants(let type) = file.items.first else { return expect(Bool(false)) }
        expect(type.constants.first?.annotations.first?.value, equals: .string("a\"b\\c\nd\te"))
    }

    @Test func placesCountCharactersNotBytes() {
        expect(findings("/* µ€😀 */ ?"), equals: ["a.matter:1:11: error: '?' has no meaning here (remove it)"])
        expect(findings("\r\n\t ?"), equals: ["a.matter:2:3: error: '?' has no meaning here (remove it)"])
    }

    @Test func aByteOrderMarkIsSkipped() {
        let bytes: [UInt8] = [0xEF, 0xBB, 0xBF] + Array("enum E : enum8 { }".utf8)
        let (file, diagnostics) = SchemaParser.parse(SourceText(file: "a.matter", bytes: bytes))
        expect(diagnostics.isEmpty)
        expect(file.items.count, equals: 1)
    }

    @Test(arguments: [
        (
            "enum E : enum8 { kA = 12ab; }",
            "a.matter:1:23: error: '12ab' is not a number (write it decimal, or in hex with 0x)"
        ),
        (
            "enum E : enum8 { kA = 0x; }",
            "a.matter:1:23: error: '0x' is not a number (write it decimal, or in hex with 0x)"
        ),
        (
            "enum E : enum8 { kA = 18446744073709551616; }",
            "a.matter:1:23: error: '18446744073709551616' is not a number that this language supports (at most 64 bits)"
        ),
        ("enum E : enum8 { } /* no end", "a.matter:1:20: error: this comment is never closed (add '*/')"),
        (
            "enum E : enum8 { kA = 1 [spec_name = \"x]; }\n}",
            "a.matter:1:38: error: this string is not closed on its line (add '\"')"
        ),
    ])
    func unreadableTextIsReported(_ text: String, _ expected: String) {
        expect(findings(text).first, equals: expected)
    }

    @Test func bytesThatAreNoTextAreReported() {
        let bytes = Array("enum E : enum8 { }".utf8) + [0xFF, 0xFE]
        let found = SchemaParser.parse(SourceText(file: "a.matter", bytes: bytes)).diagnostics
        expect(found.first?.message, equals: "the file is not UTF-8 text")
        expect(found.count, equals: 2)
    }
}

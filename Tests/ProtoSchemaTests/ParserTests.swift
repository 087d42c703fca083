internal import HearthBase
internal import ProtoSchema
internal import Expectations
internal import Testing

struct ParserTests {
    @Test func readsEveryKindOfField() throws {
        let pool = pool(
            """
            message All {
              bool plain = 1;
              optional sint64 present = 2;
              repeated fixed32 many = 3 [packed = false];
              map<string, All> named = 4;
              oneof choice { string text = 5; Inner inner = 6; }
              Level level = 7;
              message Inner { .test.All outer = 1; }
              enum Level { LEVEL_LOW = 0; LEVEL_NEGATIVE = -1; LEVEL_HEX = 0x10; }
              reserved 8, 10 to 12, 100 to max;
              reserved "old";
            }
            """)
        expect(pool.diagnostics, equals: [])
        let message = try require(pool.messages["test.All"])
        expect(message.fields.map(\.name), equals: ["plain", "present", "many", "named", "text", "inner", "level"])
        expect(
            message.fields.map(\.label),
            equals: [
                .implicit, .optional, .repeated, .map(key: .string), .implicit, .implicit, .implicit,
            ])
        expect(
            message.fields.map(\.type),
            equals: [
                .bool, .sint64, .fixed32, .message("test.All"), .string, .message("test.All.Inner"),
                .enumeration("test.All.Level"),
            ])
        expect(message.fields.map(\.oneof), equals: [nil, nil, nil, nil, 0, 0, nil])
        expect(message.reservedNumbers, equals: [8...8, 10...12, 100...536_870_911])
        expect(message.reservedNames, equals: ["old"])
        expect(pool.messages["test.All.Inner"]?.fields.map(\.type), equals: [.message("test.All")])
        expect(pool.enums["test.All.Level"]?.values.map(\.number), equals: [0, -1, 16])
    }

    @Test func readsAllKindsOfMethods() throws {
        let pool = pool(
            """
            message M {}
            service S {
              rpc Unary(M) returns (M);
              rpc Up(stream M) returns (M) {}
              rpc Down(M) returns (stream test.M);
              rpc Both(stream .test.M) returns (stream M) { option deprecated = true; }
            }
            """)
        expect(pool.diagnostics, equals: [])
        let methods = try require(pool.files.first?.services.first).methods
        expect(methods.map(\.streamsInput), equals: [false, true, false, true])
        expect(methods.map(\.streamsOutput), equals: [false, false, true, true])
        expect(Set(methods.flatMap { [$0.input, $0.output] }), equals: ["test.M"])
    }

    @Test func keepsComments() throws {
        let pool = pool(
            """
            // Not of the message.

            // First line.
            //   Second line.
            message M {
              int32 a = 1;  // Behind a.
              /* Above b,
               * in two lines. */
              int32 b = 2;
              int32 c = 3;
            }
            """)
        let message = try require(pool.messages["test.M"])
        expect(message.comment, equals: ["First line.", "  Second line."])
        expect(message.fields.map(\.comment), equals: [["Behind a."], ["Above b,", "in two lines."], []])
    }

    @Test func wordsOfTheLanguageAreNamesToo() {
        let pool = pool(
            """
            message M {
              string message = 1; int32 optional = 2; repeated bool repeated = 3; M oneof = 4; string map = 5;
            }
            enum E { E_ZERO = 0; message = 1; enum = 2; }
            """)
        expect(pool.diagnostics, equals: [])
        expect(pool.messages["test.M"]?.fields.count, equals: 5)
        expect(pool.enums["test.E"]?.values.count, equals: 3)
    }

    @Test func stringsKnowEscapes() {
        let pool = pool("message M { int32 a = 1 [json_name = \"a\\x41\\101\\n\" 'b']; }")
        expect(pool.messages["test.M"]?.fields.first?.options.first?.value, equals: .string("aAA\nb"))
    }

    @Test func readsOptionsInTextFormat() throws {
        let pool = pool(
            """
            import "google/protobuf/descriptor.proto";
            extend google.protobuf.FileOptions { M m = 50000; }
            option (m) = { a: 1, m < a: -2; > many: [3, 4] };
            option (m).m.m.a = 5;
            message M { int32 a = 1; M m = 2; repeated int32 many = 3; }
            """)
        expect(pool.diagnostics, equals: [])
        let options = try require(pool.files.first).options
        expect(options.map(\.name), equals: ["test.m", "test.m"])
        expect(options.map(\.path), equals: [[], ["m", "m", "a"]])
        guard case .aggregate(let parts) = options[0].value else {
            Issue.record("\(options[0].value)")
            return
        }
        expect(parts.map(\.name), equals: ["a", "m", "many", "many"])
        expect(parts.map(\.value).last, equals: .integer(4))
    }

    @Test func aByteOrderMarkIsNoPartOfTheText() {
        let pool = DescriptorPool([ProtoSource(path: "a.proto", text: "\u{FEFF}syntax = \"proto3\"; mesage M {}")])
        expect(pool.diagnostics.map { "\($0.location)" }, equals: ["a.proto:1:20"])
    }

    @Test(arguments: [
        ("", "does not say its syntax"), ("syntax = \"proto2\";", "syntax 'proto2' is not read"),
        ("edition = \"2023\";", "editions are not read"),
    ])
    func refusesWhatIsNotProto3(text: String, complaint: String) throws {
        let diagnostics = DescriptorPool([ProtoSource(path: "a.proto", text: text)]).diagnostics
        expect(diagnostics.count, equals: 1)
        try expect(require(diagnostics.first).message.contains(complaint))
        try expect(require(diagnostics.first).hint?.contains("proto3"), equals: true)
    }

    @Test(arguments: [
        ("message M { required int32 a = 1; }", "proto3 has no required fields"),
        ("message M { extensions 100 to 200; }", "proto3 has no extension ranges"),
        ("message M { int32 a; }", "expected '=', found ';'"),
        ("message M { int32 a = x; }", "expected the number of field a, found 'x'"),
        ("message M { map<float, M> a = 1; }", "'float' cannot be a map's key"),
        (
            "message M { oneof o { repeated int32 a = 1; } }",
            "field a of oneof o may not be repeated, optional or a map"
        ),
        ("message M { oneof o {} }", "oneof o has no fields"),
        ("mesage M {}", "'mesage' does not start a statement"),
        ("message M { reserved 2 to 5, 4; }", "reserved range 4 to 4 overlaps 2 to 5"),
        ("enum E { A = 0; option = 1; }", "expected an option's name, found '='"),
        ("message M { reserved 0; }", "reserved range 0 to 0 is out of range"),
        ("message M { int32 a = 1 [json_name = \"\\q\"]; }", "'\\q' is not an escape"),
        ("message M {} package late;", "the package stands after declarations"),
        ("service S { rpc A(M) }", "expected 'returns', found '}'"),
        ("message M { string a = 1; /* ", "comment is never closed"),
        ("option a = \"b", "string is never closed"),
    ])
    func saysWhatIsWrong(body: String, complaint: String) {
        expect(complaints(body).contains(complaint), "\(complaints(body))")
    }

    @Test func findsEveryMistakeWithItsPlace() {
        let diagnostics = pool(
            """
            message M {
              int32 a;
              int32 b = 1;
              string c = ;
            }
            message N { Missing d = 1; }
            """
        ).diagnostics
        expect(diagnostics.map { "\($0.location)" }, equals: ["test.proto:4:10", "test.proto:6:14", "test.proto:8:21"])
    }

    @Test func nestingHasALimit() {
        let depth = 5000
        let text = String(repeating: "message M { ", count: depth) + String(repeating: "}", count: depth)
        expect(complaints(text).contains { $0.contains("nested more than") })
    }
}

internal import HearthTraitDescriptors
internal import Expectations
internal import Testing
internal import ResolvedSchema
internal import TraitSchema

/// Limits, defaults and conditions, and errors in them.
struct FieldTests {
    /// Matter encodes null as the largest number of a nullable enum, and as the highest bit of a nullable bitmap.
    @Test func constantsThatStandForNullAreWarnedOf() {
        let types = """
            enum E : enum8 { kX = 0; kLast = 255; }
            enum Wide : enum16 { kByte = 255; kLast = 0xFFFF; }
            bitmap B : bitmap8 { kA = 0x1; kTop = 0x80; kTwo = 0xC0; }
            struct S { nullable Wide w = 0; }
            """
        let found = findings(
            types + "\nattribute nullable E e = 0; attribute nullable E again = 1; attribute nullable B b = 2;"
                + "\nattribute S s = 3; attribute nullable E list[] = 4;")
        expect(
            found,
            equals: [
                "a.matter:2:26: warning: 'kLast' is 255, which stands for null where 'e' may be null (give it another "
                    + "number; no hub takes it as a value of 'e')",
                "a.matter:3:35: warning: 'kLast' is 65535, which stands for null where 'w' may be null (give it another "
                    + "number; no hub takes it as a value of 'w')",
                "a.matter:4:32: warning: 'kTop' has the highest bit, which stands for null where 'b' may be null (give it "
                    + "another number; no hub takes it as a value of 'b')",
                "a.matter:4:45: warning: 'kTwo' has the highest bit, which stands for null where 'b' may be null (give it "
                    + "another number; no hub takes it as a value of 'b')",
            ])
        expect(
            findings(types + "\nattribute E e = 0; attribute B b = 1; attribute nullable E list[] = 2;"),
            equals: [
                "a.matter:3:35: warning: 'kLast' is 65535, which stands for null where 'w' may be null (give it another "
                    + "number; no hub takes it as a value of 'w')"
            ])
    }

    @Test func aDefaultMayBeNullAndNotAValueThatStandsForIt() throws {
        let cluster = try cluster("attribute nullable int8u a = 0 [default = null];")
        try expectNil(cluster.field("a").defaultValue)
        expect(
            findings(
                "bitmap B : bitmap8 { kA = 0x1; }\nattribute int8u a = 0 [default = null];\n"
                    + "attribute nullable B b = 1 [default = 0x81];"),
            equals: [
                "a.matter:3:34: error: 'a' can't be null (write 'nullable' before its type)",
                "a.matter:4:39: error: the default 129 of 'b' stands for null",
            ])
    }

    @Test func defaults() throws {
        let cluster = try cluster(
            """
            enum E : enum8 { kNone = 0; kSome = 4; }
            bitmap B : bitmap8 { kLow = 0x1; }
            attribute boolean a = 0 [default = true];
            attribute E b = 1 [default = kSome];
            attribute E c = 2 [default = 0];
            attribute B d = 3 [default = kLow];
            attribute B e = 4 [default = 0xF0];
            attribute int16s f = 5 [default = -7];
            attribute char_string<8> g = 6 [minLength = 1, default = "x"];
            attribute double h = 7 [default = 3];
            """)
        let expected: [(String, DefaultValue)] = [
            ("a", .boolean(true)), ("b", .integer(4)), ("c", .integer(0)), ("d", .integer(1)), ("e", .integer(0xF0)),
            ("f", .integer(-7)), ("g", .string("x")), ("h", .integer(3)),
        ]
        for (name, value) in expected { try expect(cluster.field(name).defaultValue, equals: value, "\(name)") }
    }

    @Test func conditions() throws {
        let cluster = try cluster(
            """
            attribute optional int8u a = 0 [required = Plus & !Quick];
            attribute optional int8u b = 1 [allowed = Plus | Quick];
            command Go(): DefaultSuccess = 0 [required = !(Plus | Quick)];
            """)
        let required = try require(try cluster.field("a").conformance.required)
        expect((0...3).map { required.expression.holds(for: $0) }, equals: [false, true, false, false])
        let allowed = try require(try cluster.field("b").conformance.allowed)
        expect((0...3).map { allowed.expression.holds(for: $0) }, equals: [false, true, true, true])
        let command = try require(cluster.commands.first?.conformance.required)
        expect((0...3).map { command.expression.holds(for: $0) }, equals: [true, false, false, false])
    }

    @Test func globalStructsKnowNoFeaturesAndNoAttributes() {
        expect(
            resolve("struct S { int8u a = 0 [max = level, required = Plus]; }").findings,
            equals: [
                "a.matter:1:31: error: no attribute 'level' in a global struct (a limit is a number or an "
                    + "attribute of the cluster)",
                "a.matter:1:49: error: no feature 'Plus' in a global struct",
            ])
    }
}

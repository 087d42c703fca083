internal import HearthTraitDescriptors
internal import Expectations
internal import Testing
internal import ResolvedSchema
internal import TraitSchema

/// Limits, defaults and conditions, and errors in them.
struct FieldTests {
    @Test func limits() throws {
        let cluster = try cluster(
            """
            attribute int8u level = 0 [min = lowest, max = highest + 1, step = 2, default = 7];
            attribute int8u lowest = 1 [min = 1, max = 0xFE];
            attribute optional int8u highest = 2;
            request struct R { int16s by = 0 [min = -5, max = highest - 1]; }
            command Go(R): DefaultSuccess = 0;
            """)
        let level = try cluster.field("level")
        expect(level.constraints.minimum, equals: .attribute(id: 1, name: "lowest", offset: 0))
        expect(level.constraints.maximum, equals: .attribute(id: 2, name: "highest", offset: 1))
        expect(level.constraints.step, equals: 2)
        expect(level.defaultValue, equals: .integer(7))
        try expect(cluster.field("lowest").constraints.maximum, equals: .literal(254))
        let by = try require(cluster.commands.first?.fields.first)
        expect(by.constraints.minimum, equals: .literal(-5))
        expect(by.constraints.maximum, equals: .attribute(id: 2, name: "highest", offset: -1))
    }

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

    @Test(arguments: [
        ("attribute int9u a = 0;", "2:11: error: unknown type 'int9u' (did you mean 'int8u'?)"),
        (
            "attribute R a = 0; request struct R { }",
            "2:11: error: 'R' is the message of a command, not a type (make it a plain struct)"
        ),
        ("attribute int8u<4> a = 0;", "2:17: error: 'int8u' has no length (<N> is for strings only)"),
        (
            "attribute char_string<300> a = 0;",
            "2:23: warning: a char_string holds at most 254 bytes (use 'long_char_string')"
        ),
        ("attribute int8u a = 0 [mim = 1];", "2:24: error: unknown annotation 'mim' (did you mean 'min'?)"),
        (
            "attribute int8u a = 0 [spec_name = \"x\"];",
            "2:24: error: 'spec_name' has no meaning here (known here: min, max, step, unit, minLength, "
                + "maxLength, default, required, allowed, quieterReporting)"
        ),
        ("attribute int8u a = 0 [min = 1, min = 1];", "2:33: error: 'min' is given twice (the first is in line 2)"),
        ("attribute int8u a = 0 [min = 5, max = 4];", "2:30: error: the minimum 5 of 'a' is above its maximum 4"),
        (
            "attribute int8u a = 0 [min = 5, max = 8, step = 4];",
            "2:49: error: the step 4 of 'a' leads from 5 over its maximum 8"
        ),
        ("attribute int8u a = 0 [step = 0];", "2:31: error: 'step' takes a number above 0"),
        ("attribute int8u a = 0 [max = 256];", "2:30: error: 256 is out of the range of 'a' (an int8u holds 0 to 255)"),
        (
            "attribute nullable int8u a = 0 [max = 255];",
            "2:39: error: 255 is out of the range of 'a' (a nullable int8u holds 0 to 254)"
        ),
        (
            "attribute nullable int8s a = 0 [min = -128];",
            "2:39: error: -128 is out of the range of 'a' (a nullable int8s holds -127 to 127)"
        ),
        ("attribute int8u a = 0 [max = \"4\"];", "2:30: error: 'max' takes a number, or an attribute's name"),
        ("attribute int8u a = 0 [max = A | B];", "2:30: error: 'max' takes a number, or an attribute's name"),
        ("attribute int8u a = 0 [max];", "2:24: error: 'max' takes a number, or an attribute's name"),
        (
            "attribute int8u a = 0 [max = lvel]; attribute int8u level = 1;",
            "2:30: error: no attribute 'lvel' in cluster C (did you mean 'level'?)"
        ),
        (
            "attribute int8u a = 0 [max = b]; attribute int8u b[] = 1;",
            "2:30: error: the attribute 'b' is not a number"
        ),
        (
            "attribute int8u a = 0 [max = b]; attribute char_string b = 1;",
            "2:30: error: the attribute 'b' is not a number"
        ),
        ("attribute char_string a = 0 [min = 1];", "2:30: error: 'min' is for numbers, and 'a' is not a number"),
        (
            "attribute int8u a[] = 0 [max = 1];",
            "2:26: error: 'max' is for numbers, and 'a' is not a number (a list takes minLength and maxLength)"
        ),
        ("attribute int8u a = 0 [unit = 1];", "2:31: error: 'unit' takes the unit in quotes, like \"0.1 s\""),
        (
            "attribute int8u a = 0 [maxLength = 1];",
            "2:24: error: 'maxLength' is for strings and lists, 'a' is neither (a number takes min and max)"
        ),
        ("attribute char_string a = 0 [maxLength = -1];", "2:42: error: 'maxLength' takes a number of bytes"),
        (
            "attribute char_string<4> a = 0 [maxLength = 5];",
            "2:45: error: maxLength 5 of 'a' is above its <4> (an annotation may only narrow)"
        ),
        (
            "attribute char_string<4> a = 0 [minLength = 5];",
            "2:45: error: the shortest length 5 of 'a' is above its longest 4"
        ),
        ("attribute int8u a = 0 [min = 2, default = 1];", "2:43: error: the default 1 of 'a' is below its minimum 2"),
        ("attribute int8u a = 0 [max = 2, default = 3];", "2:43: error: the default 3 of 'a' is above its maximum 2"),
        (
            "attribute int8u a = 0 [default = 256];",
            "2:34: error: 256 is out of the range of 'a' (an int8u holds 0 to 255)"
        ),
        ("attribute int8u a = 0 [default = true];", "2:34: error: 'default' takes a number"),
        ("attribute boolean a = 0 [default = 1];", "2:36: error: 'default' takes true or false"),
        ("attribute char_string a = 0 [default = 1];", "2:40: error: 'default' takes a string in quotes"),
        (
            "attribute char_string<2> a = 0 [default = \"abc\"];",
            "2:43: error: the default of 'a' is longer than 2 bytes"
        ),
        (
            "attribute char_string a = 0 [minLength = 1, default = \"\"];",
            "2:55: error: the default of 'a' is shorter than 1 bytes"
        ),
        ("attribute int8u a[] = 0 [default = 1];", "2:26: error: a list has no default (it starts empty)"),
        (
            "struct S { } attribute S a = 0 [default = 1];",
            "2:33: error: a struct has no default (give its fields defaults)"
        ),
        (
            "enum E : enum8 { kOne = 1; } attribute E a = 0 [default = kOen];",
            "2:59: error: no constant 'kOen' (did you mean 'kOne'?)"
        ),
        (
            "enum E : enum8 { kOne = 1; } attribute E a = 0 [default = 2];",
            "2:59: error: no constant has the number 2"
        ),
        (
            "bitmap B : bitmap8 { kA = 1; } attribute B a = 0 [default = 256];",
            "2:61: error: 256 does not fit the bitmap (at most 255)"
        ),
        (
            "attribute int8u a = 0 [required = Plsu];",
            "2:35: error: no feature 'Plsu' in cluster C (did you mean 'Plus'?)"
        ),
        (
            "attribute int8u a = 0 [required = Plus & kQuick];",
            "2:42: error: no feature 'kQuick' in cluster C (did you mean 'Quick'?)"
        ),
        (
            "attribute int8u a = 0 [allowed = 1];",
            "2:34: error: 'allowed' takes a condition over features, like Lighting & !OffOnly"
        ),
        (
            "command Go(): DefaultSuccess = 0 [min = 1];",
            "2:35: error: 'min' has no meaning here (known here: required, allowed, repeatable)"
        ),
        ("enum E : enum8 { kA = 1 [min = 1]; }", "2:26: error: unknown annotation 'min' (known here: spec_name)"),
        ("enum E : enum8 { kA = 1 [spec_name = 1]; }", "2:38: error: 'spec_name' takes a string in quotes"),
        ("attribute int8u a = 4294967296;", "2:21: error: the id of 'a' has more than 32 bits (at most 0xFFFFFFFF)"),
    ])
    func mistakes(_ body: String, _ expected: String) {
        expect(findings(body), equals: ["a.matter:\(expected)"])
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

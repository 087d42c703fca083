internal import Testing

/// The body of a cluster before and after one change, and the expected findings.
package struct EvolutionCase: Sendable, CustomTestStringConvertible {
    package var old: String
    package var new: String
    package var expected: [String]

    init(_ old: String, _ new: String, _ expected: String...) {
        self.old = old
        self.new = new
        self.expected = expected
    }

    package var testDescription: String { "\(old) → \(new)" }

    package static let all = items + access + types + messages + limits + namedTypes

    private static let items = [
        EvolutionCase("", "attribute optional int8u a = 0;", "compatible added attribute C.a"),
        EvolutionCase("", "attribute int8u a = 0;", "compatible added attribute C.a"),
        EvolutionCase("", "command Go(): DefaultSuccess = 0;", "compatible added command C.Go"),
        EvolutionCase("", "info event E = 0 { }", "compatible added event C.E"),
        EvolutionCase("attribute int8u a = 0;", "", "breaking removed attribute C.a"),
        EvolutionCase("attribute optional int8u a = 0;", "", "breaking removed attribute C.a"),
        EvolutionCase("command Go(): DefaultSuccess = 0;", "", "breaking removed command C.Go"),
        EvolutionCase("info event E = 0 { }", "", "breaking removed event C.E"),
        EvolutionCase(
            "attribute int8u a = 0;", "attribute int8u a = 1;", "breaking renumbered attribute C.a 0 → 1"),
        EvolutionCase("attribute int8u a = 0;", "attribute int8u b = 0;", "breaking renamed attribute C.b a → b"),
        EvolutionCase(
            "attribute int8u a = 0; attribute int8u b = 1;", "attribute int8u a = 1; attribute int8u b = 0;",
            "breaking renumbered attribute C.a 0 → 1", "breaking renumbered attribute C.b 1 → 0"),
        EvolutionCase(
            "command Go(): DefaultSuccess = 0;", "command Run(): DefaultSuccess = 0;",
            "breaking renamed command C.Run Go → Run"),
        EvolutionCase("info event E = 0 { }", "info event E = 1 { }", "breaking renumbered event C.E 0 → 1"),
        EvolutionCase("revision 1;", "revision 2;", "compatible revision-raised cluster C 1 → 2"),
        EvolutionCase("revision 2;", "revision 1;", "breaking revision-lowered cluster C 2 → 1"),
        EvolutionCase(
            "bitmap Feature : bitmap32 { kA = 1; }", "bitmap Feature : bitmap32 { kA = 1; kB = 2; }",
            "compatible added feature C.Feature.B"),
        EvolutionCase(
            "bitmap Feature : bitmap32 { kA = 1; }", "bitmap Feature : bitmap32 { kA = 2; }",
            "breaking renumbered feature C.Feature.A 1 → 2"),
        EvolutionCase(
            "bitmap Feature : bitmap32 { kA = 1; }", "bitmap Feature : bitmap32 { }",
            "breaking removed feature C.Feature.A"),
        EvolutionCase(
            "attribute optional int8u a = 0;", "attribute int8u a = 0;",
            "compatible item-presence attribute C.a mandatory"),
        EvolutionCase(
            "command Go(): DefaultSuccess = 0;", "optional command Go(): DefaultSuccess = 0;",
            "compatible item-presence command C.Go optional"),
        EvolutionCase(
            "command Go(): DefaultSuccess = 0;", "command Go(): DefaultSuccess = 0 [repeatable];",
            "compatible repeatability command C.Go repeatable"),
        EvolutionCase(
            "command Go(): DefaultSuccess = 0 [repeatable];", "command Go(): DefaultSuccess = 0;",
            "compatible repeatability command C.Go not repeatable"),
        EvolutionCase(
            "attribute int8u a = 0;", "provisional attribute int8u a = 0;",
            "compatible maturity attribute C.a stable → provisional"),
        EvolutionCase(
            "info event E = 0 { }", "critical event E = 0 { }", "compatible priority event C.E info → critical"),
        EvolutionCase(
            "bitmap Feature : bitmap32 { kA = 1; } attribute optional int8u a = 0;",
            "bitmap Feature : bitmap32 { kA = 1; } attribute optional int8u a = 0 [required = A];",
            "compatible condition attribute C.a always → with the feature A"),
    ]

    private static let access = [
        EvolutionCase(
            "readonly attribute int8u a = 0;", "attribute int8u a = 0;",
            "compatible access-eased attribute C.a writing"),
        EvolutionCase(
            "attribute int8u a = 0;", "readonly attribute int8u a = 0;",
            "breaking access-tightened attribute C.a writing"),
        EvolutionCase(
            "attribute int8u a = 0;", "writeonly attribute int8u a = 0;",
            "breaking access-tightened attribute C.a reading"),
        EvolutionCase(
            "attribute int8u a = 0;", "attribute access(read: manage, write: administer) int8u a = 0;",
            "breaking access-tightened attribute C.a read: view → manage",
            "breaking access-tightened attribute C.a write: operate → administer"),
        EvolutionCase(
            "command access(invoke: manage) Go(): DefaultSuccess = 0;", "command Go(): DefaultSuccess = 0;",
            "compatible access-eased command C.Go invoke: manage → operate"),
        EvolutionCase(
            "command Go(): DefaultSuccess = 0;", "timed command Go(): DefaultSuccess = 0;",
            "breaking access-tightened command C.Go timed"),
        EvolutionCase(
            "command Go(): DefaultSuccess = 0;", "fabric command Go(): DefaultSuccess = 0;",
            "breaking access-tightened command C.Go fabric"),
        EvolutionCase(
            "attribute int8u a = 0;", "timedwrite attribute int8u a = 0;",
            "breaking access-tightened attribute C.a timed write"),
        EvolutionCase(
            "attribute int8u a = 0;", "nosubscribe attribute int8u a = 0;",
            "breaking unreported attribute C.a nosubscribe"),
        EvolutionCase(
            "fabric_sensitive info event E = 0 { }", "info event E = 0 { }",
            "compatible access-eased event C.E fabric_sensitive"),
    ]

    private static let types = [
        change("attribute", "int8u", "int16u", "breaking width attribute C.a int8u → int16u"),
        change("readonly attribute", "int16u", "int8u", "breaking width attribute C.a int16u → int8u"),
        change("readonly attribute", "int24u", "int32u", "compatible same-encoding attribute C.a int24u → int32u"),
        change("attribute", "int32u", "int24u", "breaking narrowed attribute C.a int32u → int24u"),
        change("attribute", "int32u", "int40u", "breaking encoding attribute C.a int32u → int40u"),
        change("attribute", "int8u", "int8s", "breaking encoding attribute C.a int8u → int8s"),
        change("attribute", "single", "double", "breaking encoding attribute C.a single → double"),
        change("attribute", "boolean", "int8u", "breaking encoding attribute C.a boolean → int8u"),
        change(
            "attribute", "char_string", "octet_string",
            "breaking encoding attribute C.a char_string → octet_string"),
        change("attribute", "E", "int8u", "compatible same-encoding attribute C.a E → int8u"),
        change("attribute", "int8u", "enum8", "compatible same-encoding attribute C.a int8u → enum8"),
        change("attribute", "B", "int8u", "compatible same-encoding attribute C.a B → int8u"),
        change("attribute", "B", "E", "breaking meaning attribute C.a B → E"),
        change("attribute", "E", "F", "compatible type-name attribute C.a E → F"),
        change("attribute", "S", "int8u", "breaking encoding attribute C.a S → int8u"),
        change(
            "attribute", "int16s", "temperature",
            "compatible same-encoding attribute C.a int16s → temperature",
            "compatible unit-stated attribute C.a none → 0.01 °C"),
        change(
            "attribute", "char_string", "long_char_string",
            "compatible same-encoding attribute C.a char_string → long_char_string",
            "compatible limits attribute C.a at most 254 bytes → none"),
        EvolutionCase(
            "attribute int8u a = 0;", "attribute int8u a[] = 0;",
            "breaking listness attribute C.a int8u → list"),
        EvolutionCase(
            "attribute int8u a = 0;", "attribute nullable int8u a = 0;",
            "breaking nullability attribute C.a nullable"),
        EvolutionCase(
            "attribute nullable int8u a = 0;", "attribute int8u a = 0;",
            "breaking nullability attribute C.a not nullable"),
        EvolutionCase(
            "attribute int8u a = 0 [unit = \"0.1 s\"];", "attribute int8u a = 0 [unit = \"s\"];",
            "breaking unit-changed attribute C.a 0.1 s → s"),
        EvolutionCase(
            "attribute int8u a = 0 [default = 1];", "attribute int8u a = 0 [default = 2];",
            "compatible start-value attribute C.a 1 → 2"),
    ]

    private static func change(_ words: String, _ old: String, _ new: String, _ expected: String...) -> Self {
        let shared = """
            enum E : enum8 { kA = 0; } enum F : enum8 { kA = 0; } bitmap B : bitmap8 { kA = 1; }
            struct S { int8u x = 0; }
            """
        var row = EvolutionCase("\(shared) \(words) \(old) a = 0;", "\(shared) \(words) \(new) a = 0;")
        row.expected = expected
        return row
    }

    private static let messages = [
        argument("", "optional int8u b = 1;", "compatible added argument C.Go.b"),
        argument("", "int8u b = 1;", "breaking added-mandatory-argument argument C.Go.b"),
        argument("", "int8u b = 1 [default = 3];", "compatible added-with-stand-in argument C.Go.b"),
        argument("", "nullable int8u b = 1;", "compatible added-with-stand-in argument C.Go.b"),
        argument("", "int8u b[] = 1;", "compatible added-with-stand-in argument C.Go.b"),
        argument("", "int8u b[] = 1 [minLength = 1];", "breaking added-mandatory-argument argument C.Go.b"),
        argument("optional int8u b = 1;", "", "breaking removed argument C.Go.b"),
        argument("int8u b = 1;", "int8u b = 2;", "breaking renumbered argument C.Go.b 1 → 2"),
        argument("int8u b = 1;", "int16u b = 1;", "compatible widened argument C.Go.b int8u → int16u"),
        argument("int16u b = 1;", "int8u b = 1;", "breaking narrowed argument C.Go.b int16u → int8u"),
        argument("int32u b = 1;", "int64u b = 1;", "breaking encoding argument C.Go.b int32u → int64u"),
        argument("int8u b = 1;", "nullable int8u b = 1;", "compatible null-allowed argument C.Go.b nullable"),
        argument("nullable int8u b = 1;", "int8u b = 1;", "breaking null-refused argument C.Go.b not nullable"),
        argument("int8u b = 1;", "optional int8u b = 1;", "compatible argument-optional argument C.Go.b optional"),
        argument("optional int8u b = 1;", "int8u b = 1;", "breaking argument-mandatory argument C.Go.b mandatory"),
        argument("int8u b[] = 1;", "optional int8u b[] = 1;", "breaking list-form argument C.Go.b"),
        argument("int8u b = 1;", "int8u b = 1 [default = 3];", "compatible start-value argument C.Go.b none → 3"),
        argument(
            "int8u b = 1 [default = 3];", "int8u b = 1 [default = 4];",
            "breaking default-changed argument C.Go.b 3 → 4"),
        argument("int8u b = 1 [default = 3];", "int8u b = 1;", "breaking default-changed argument C.Go.b 3 → none"),
        EvolutionCase(
            "bitmap Feature : bitmap32 { kP = 1; } request struct Q { int8u b = 1 [required = P]; } "
                + "command Go(Q): DefaultSuccess = 0;",
            "bitmap Feature : bitmap32 { kP = 1; } request struct Q { int8u b = 1; } "
                + "command Go(Q): DefaultSuccess = 0;",
            "breaking argument-mandatory argument C.Go.b with the feature P → always"),
        event("", "optional int8u b = 1;", "compatible added field C.E.b"),
        event("", "int8u b = 1;", "breaking added-mandatory-field field C.E.b"),
        event("", "nullable int8u b = 1;", "compatible added-with-stand-in field C.E.b"),
        event("int8u b = 1;", "", "breaking removed field C.E.b"),
        event("int8u b = 1;", "int16u b = 1;", "breaking width field C.E.b int8u → int16u"),
        event("int8u b = 1;", "optional int8u b = 1;", "breaking field-presence field C.E.b optional"),
        event("int8u b = 1;", "int8u b = 1 [max = 9];", "compatible limits field C.E.b none → at most 9"),
        EvolutionCase(
            "response struct R = 1 { int8u a = 0; } command Go(): R = 0;",
            "response struct R = 1 { int8u a = 0; optional int8u b = 1; } command Go(): R = 0;",
            "compatible added field C.R.b"),
        EvolutionCase(
            "response struct R = 1 { int8u a = 0; } command Go(): R = 0;",
            "response struct R = 1 { int8u a = 0; } command Go(): DefaultSuccess = 0;",
            "breaking response command C.Go R → status only"),
        EvolutionCase(
            "response struct R = 1 { int8u a = 0; } command Go(): R = 0;",
            "response struct Q = 1 { int8s a = 0; } command Go(): Q = 0;",
            "compatible type-name command C.Go R → Q", "breaking encoding field C.Go.response.a int8u → int8s",
            "compatible type-name response C.R removed", "compatible type-name response C.Q added"),
    ]

    private static func argument(_ old: String, _ new: String, _ expected: String...) -> Self {
        func body(_ field: String) -> String {
            "request struct GoRequest { int8u a = 0; \(field) } command Go(GoRequest): DefaultSuccess = 0;"
        }
        var row = EvolutionCase(body(old), body(new))
        row.expected = expected
        return row
    }

    private static func event(_ old: String, _ new: String, _ expected: String...) -> Self {
        var row = EvolutionCase(
            "info event E = 0 { int8u a = 0; \(old) }", "info event E = 0 { int8u a = 0; \(new) }")
        row.expected = expected
        return row
    }

    private static let limits = [
        argument("int8u b = 1 [max = 9];", "int8u b = 1;", "compatible limits argument C.Go.b at most 9 → none"),
        argument(
            "int8u b = 1;", "int8u b = 1 [min = 0, max = 255];",
            "compatible limits argument C.Go.b none → 0 to 255"),
        argument(
            "int8u b = 1 [max = 9];", "int8u b = 1 [max = 8];",
            "breaking limits-narrowed argument C.Go.b at most 9 → at most 8"),
        argument(
            "int8u b = 1 [step = 10];", "int8u b = 1 [step = 5];",
            "compatible limits argument C.Go.b steps of 10 → steps of 5"),
        argument(
            "int8u b = 1 [step = 5];", "int8u b = 1 [step = 10];",
            "breaking limits-narrowed argument C.Go.b steps of 5 → steps of 10"),
        argument(
            "char_string<16> b = 1;", "char_string<8> b = 1;",
            "breaking limits-narrowed argument C.Go.b at most 16 bytes → at most 8 bytes"),
        argument(
            "char_string<8> b = 1;", "char_string<16> b = 1;",
            "compatible limits argument C.Go.b at most 8 bytes → at most 16 bytes"),
        EvolutionCase(
            "attribute int8u a = 0; attribute int8u b = 1 [max = 9];",
            "attribute int8u a = 0; attribute int8u b = 1 [max = a];",
            "breaking limits-narrowed attribute C.b at most 9 → at most a"),
    ]

    private static let namedTypes = [
        EvolutionCase(
            "enum E : enum8 { kA = 0; } attribute E a = 0;", "enum E : enum8 { kA = 0; kB = 1; } attribute E a = 0;",
            "compatible added constant C.E.kB"),
        EvolutionCase(
            "enum E : enum8 { kA = 0; kB = 1; } attribute E a = 0;", "enum E : enum8 { kA = 0; } attribute E a = 0;",
            "breaking removed constant C.E.kB"),
        EvolutionCase(
            "enum E : enum8 { kA = 0; } attribute E a = 0;", "enum E : enum8 { kA = 2; } attribute E a = 0;",
            "breaking renumbered constant C.E.kA 0 → 2"),
        EvolutionCase(
            "enum E : enum8 { kA = 0; } attribute E a = 0;", "enum E : enum16 { kA = 0; } attribute E a = 0;",
            "compatible same-encoding type C.E enum8 → enum16"),
        EvolutionCase(
            "bitmap B : bitmap8 { kA = 1; } attribute B a = 0;", "bitmap B : bitmap16 { kA = 1; } attribute B a = 0;",
            "breaking width type C.B bitmap8 → bitmap16"),
        EvolutionCase(
            "struct S { int8u x = 0; } readonly attribute S a = 0;",
            "struct S { int8u x = 0; optional int8u y = 1; } readonly attribute S a = 0;",
            "compatible added field C.S.y"),
        EvolutionCase(
            "struct S { int8u x = 0; } request struct Q { S s = 0; } command Go(Q): DefaultSuccess = 0;",
            "struct S { int16u x = 0; } request struct Q { S s = 0; } command Go(Q): DefaultSuccess = 0;",
            "compatible widened field C.S.x int8u → int16u"),
        EvolutionCase(
            "struct S { int8u x = 0; } readonly attribute S a[] = 0;",
            "struct T { int8u x = 0; } readonly attribute T a[] = 0;",
            "compatible type-name type C.S removed", "compatible type-name type C.T added",
            "compatible type-name attribute C.a S → T"),
    ]
}

internal import HearthBase
internal import Expectations
internal import Testing
internal import ResolvedSchema
internal import TraitSchema

/// Numbers and names that contradict each other.
struct ValidationTests {
    @Test(arguments: [
        (
            "attribute int8u a = 0; attribute int8u b = 0;",
            "2:44: error: cluster C has the attribute number 0 twice (the first is in line 2)"
        ),
        (
            "attribute int8u a = 0; attribute int8u a = 1;",
            "2:40: error: cluster C has the attribute 'a' twice (the first is in line 2)"
        ),
        (
            "command A(): DefaultSuccess = 0; command B(): DefaultSuccess = 0;",
            "2:64: error: cluster C has the command number 0 twice (the first is in line 2)"
        ),
        (
            "command A(): DefaultSuccess = 0; command A(): DefaultSuccess = 1;",
            "2:42: error: cluster C has the command 'A' twice (the first is in line 2)"
        ),
        (
            "info event A = 0 { } info event B = 0 { }",
            "2:37: error: cluster C has the event number 0 twice (the first is in line 2)"
        ),
        (
            "info event A = 0 { } info event A = 1 { }",
            "2:33: error: cluster C has the event 'A' twice (the first is in line 2)"
        ),
        (
            "response struct A = 0 { } response struct B = 0 { }",
            "2:47: error: cluster C has the response number 0 twice (the first is in line 2)"
        ),
        (
            "struct S { int8u a = 0; int8u b = 0; }",
            "2:35: error: struct S has the number 0 twice (the first is in line 2)"
        ),
        (
            "struct S { int8u a = 0; int8u a = 1; }",
            "2:31: error: struct S has the field 'a' twice (the first is in line 2)"
        ),
        (
            "struct S { } enum S : enum8 { }",
            "2:19: error: cluster C has the type 'S' twice (the first is in line 2)"
        ),
        ("enum E : enum8 { kA = 0; kA = 1; }", "2:26: error: enum E has 'kA' twice (the first is in line 2)"),
        ("enum E : enum8 { kA = 0; kB = 0; }", "2:31: error: enum E has the number 0 twice (the first is in line 2)"),
        ("enum E : enum8 { kA = 256; }", "2:23: error: 'kA' does not fit into enum8 (at most 255)"),
        ("enum E : int8u { }", "2:10: error: 'int8u' can't be the base of an enum (one of: enum8, enum16)"),
        (
            "bitmap B : enum8 { }",
            "2:12: error: 'enum8' can't be the base of a bitmap (one of: bitmap8, bitmap16, bitmap32, bitmap64)"
        ),
        ("bitmap B : bitmap8 { kA = 0; }", "2:27: warning: 'kA' is a mask without a bit"),
        ("command A(R): DefaultSuccess = 0;", "2:11: error: no request struct 'R' in cluster C"),
        (
            "command A(Rest): DefaultSuccess = 0; request struct Rset { }",
            "2:11: error: no request struct 'Rest' in cluster C (did you mean 'Rset'?)"
        ),
        (
            "struct R { } command A(R): DefaultSuccess = 0;",
            "2:24: error: 'R' is not a request (write 'request struct R')"
        ),
        (
            "command A(): DefaultSucces = 0;",
            "2:14: error: no response struct 'DefaultSucces' in cluster C (did you mean 'DefaultSuccess'?)"
        ),
        (
            "struct R { } command A(): R = 0;",
            "2:27: error: 'R' is not a response (write 'response struct R = …')"
        ),
        ("request struct R { int9u x = 0; }", "2:20: error: unknown type 'int9u' (did you mean 'int8u'?)"),
        (
            "readonly attribute access(write: manage) int8u a = 0;",
            "2:48: error: the attribute 'a' is readonly but has rules for writes (remove 'readonly', or the "
                + "write privilege and 'timedwrite')"
        ),
        (
            "readonly attribute int8u mine = 65533;",
            "2:26: error: the global attribute 'clusterRevision' has the number 65533 (give 'mine' another name "
                + "or number)"
        ),
        (
            "readonly attribute bitmap32 featureMap = 7;",
            "2:29: error: the global attribute 'featureMap' has the number 65532 (give 'featureMap' another name "
                + "or number)"
        ),
        (
            "struct S { S s = 0; }",
            "2:8: error: struct S contains itself (a struct can hold its own kind in a list only)"
        ),
    ])
    func inAClusters(_ body: String, _ expected: String) {
        expect(findings(body).first, equals: "a.matter:\(expected)")
    }

    @Test func roundaboutRecursionIsFound() {
        expect(
            findings("struct A { B b = 0; }\nstruct B { optional nullable A a = 0; }\nstruct D { A a = 0; }"),
            equals: [
                "a.matter:2:8: error: struct A contains itself (a struct can hold its own kind in a list only)",
                "a.matter:3:8: error: struct B contains itself (a struct can hold its own kind in a list only)",
            ])
    }

    @Test func longChainsOfStructsAreNoDanger() {
        var text = (0..<20_000).map { "struct S\($0) { S\($0 + 1) next = 0; }" }.joined(separator: "\n")
        text += "\nstruct S20000 { S0 first = 0; }"
        let found = resolve(text).findings
        expect(found.count, equals: 20_001)
    }

    @Test func manyMistakesAreAllReported() {
        let text = (0..<1000).map { "struct S\($0) { X\($0) field = 0; }" }.joined(separator: "\n")
        let found = resolve(text).findings
        expect(found.count, equals: 1000)
        expect(found.last, equals: "a.matter:1000:15: error: unknown type 'X999'")
    }

    @Test(arguments: [
        (
            "cluster C = 0x8000 { }",
            "1:13: error: cluster C has a number outside the standard's range (a vendor's cluster has the vendor "
                + "id in its high half: 0xFFF1FC00)"
        ),
        (
            "cluster C = 0xFFF10001 { }",
            "1:13: error: cluster C has a number outside the vendors' range (vendor id 0x0001 to 0xFFF4 in the "
                + "high half, 0xFC00 to 0xFFFE in the low half)"
        ),
        ("cluster C = 0x100000000 { }", "1:13: error: the id of cluster C has more than 32 bits (at most 0xFFFFFFFF)"),
        ("cluster C = 1 [min = 1] { }", "1:16: error: unknown annotation 'min'"),
        (
            "cluster C = 1 { } cluster D = 1 { }",
            "1:27: error: the number of cluster D is that of C (see a.matter:1:9)"
        ),
        (
            "cluster C = 1 { } cluster C = 2 { }",
            "1:27: error: there is another cluster C, with the number 1 (see a.matter:1:9)"
        ),
        (
            "enum E : enum8 { } struct E { }",
            "1:27: error: the global type 'E' is defined a second time (the first is in line 1)"
        ),
        (
            "shared request struct R { }",
            "1:23: error: 'R' is a command's message outside a cluster (move it into its cluster)"
        ),
        ("cluster C = 1 { bitmap Feature : bitmap8 { } }", "1:34: error: the features of a cluster are a bitmap32"),
        ("cluster C = 1 { bitmap Feature : bitmap32 { kA = 3; } }", "1:45: error: the feature 'kA' is not one bit"),
        ("vendor Google = 0xFFF1;", "1:8: error: the vendor name 'Google' is reserved (use your own name)"),
        ("vendor A = 0;", "1:12: error: 0 is not a vendor id (0x0001 to 0xFFF4)"),
        ("vendor A = 1; vendor B = 1;", "1:22: error: vendor 1 is already called 'A' (see a.matter:1:8)"),
        ("vendor A = 1; vendor A = 2;", "1:22: error: the vendor name 'A' is taken (see a.matter:1:8)"),
        ("cluster C = 1 { } vendor A = 1;", "1:19: error: a vendor belongs at the top of its file (move it up)"),
        ("endpoint 65535 { }", "1:10: error: 65535 is not an endpoint (0 to 65534)"),
        ("endpoint 1 { } endpoint 1 { }", "1:25: error: there is an endpoint 1 already (the first is in line 1)"),
        ("endpoint 1 { binding cluster C; }", "1:30: error: no cluster 'C'"),
    ])
    func inAFile(_ text: String, _ expected: String) {
        let (file, parsing) = SchemaParser.parse(SourceText(file: "a.matter", text))
        let found = parsing + ModelResolver.resolve([file]).diagnostics
        expect(found.first?.description, equals: "a.matter:\(expected)")
    }
}

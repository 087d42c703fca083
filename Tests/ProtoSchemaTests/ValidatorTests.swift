internal import ProtoSchema
internal import Expectations
internal import Testing

struct ValidatorTests {
    @Test(arguments: [
        ("message M { int32 a = 0; }", "field a has number 0"),
        ("message M { int32 a = 536870912; }", "field a has number 536870912"),
        ("message M { int32 a = 19000; }", "field a has number 19000; 19000 to 19999 belong to protobuf"),
        ("message M { int32 a = 1; int32 b = 1; }", "fields a and b of test.M share number 1"),
        ("message M { int32 a = 1; int32 a = 2; }", "test.M has two fields called a"),
        ("message M { int32 a = 1; oneof a { int32 b = 2; } }", "test.M has two members called a"),
        ("message M { reserved 2 to 4; int32 a = 3; }", "number 3 of field a is reserved in test.M"),
        ("message M { reserved \"a\"; int32 a = 3; }", "the name a is reserved in test.M"),
        ("message M { int32 a = 1 [default = 3]; }", "proto3 has no defaults of one's own"),
        ("message M { int32 a_b = 1; int32 aB = 2; }", "fields a_b and aB of test.M have the same name in JSON"),
        ("message M { int32 a = 1; message a {} }", "field a has the name of a type nested in test.M"),
        (
            "message M { map<int32, M> a = 1; message AEntry {} }",
            "the entry of map a takes the name of test.M.AEntry"
        ),
        ("message M { string a = 1 [packed = true]; }", "option packed does not fit the type of field a"),
        ("message M { bool a = 1 [jstype = JS_STRING]; }", "option jstype does not fit the type of field a"),
        ("message M { int32 a = 1 [packet = true]; }", "google.protobuf.FieldOptions has no option packet"),
        ("option deprecated = 1;", "option deprecated is not set to true or false"),
        ("option go_package = \"a\"; option go_package = \"b\";", "option go_package is set twice"),
        ("message E {} enum M { E = 0; }", "value E has the name of something beside enum M"),
        ("message M {} message M {}", "test.M is already declared in test.proto"),
        ("enum E {}", "enum test.E has no values"),
        ("enum E { E_ONE = 1; }", "the first value of enum test.E is 1, not 0"),
        ("enum E { A = 0; B = 0; }", "values A and B are both 0"),
        ("enum E { A = 0; B = 2147483648; }", "value B is 2147483648, which 32 bits do not hold"),
        ("enum E { A = 0; reserved 1; B = 1; }", "value B = 1 is reserved in test.E"),
        ("enum E { A = 0; } enum F { A = 0; }", "value A is in enum E and in F beside it"),
        (
            "message M {} service S { rpc A(M) returns (M); rpc A(M) returns (M); }",
            "service test.S has two methods called A"
        ),
        (
            "message M {} service S { rpc M(M) returns (test.M); }",
            "method M names 'M', which inside its service is a method"
        ),
        (
            "message M {} enum E { A = 0; } service S { rpc A(E) returns (M); }",
            "method A needs messages, and test.E is not one"
        ),
    ])
    func refuses(body: String, complaint: String) {
        expect(complaints(body), equals: [complaint])
    }

    @Test(arguments: [
        "enum E { option allow_alias = true; A = 0; B = 0; }",
        "message M { int32 a = 536870911; } message N { int32 a = 20000; }",
        "message M { enum E { A = 0; } } enum E { A = 0; }",
    ])
    func accepts(body: String) {
        expect(complaints(body), equals: [])
    }
}

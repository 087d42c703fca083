internal import HearthJSON
internal import Expectations
internal import Testing

/// Timestamp, Duration, FieldMask, Struct, Value, ListValue, the wrappers, Empty, and Any by `@type`.
@Suite struct ReadWellKnownTests {
    static let accepted: [(text: String, written: String)] = [
        (#"{"timestamp":"1970-01-01T00:00:00Z"}"#, #"{"timestamp":"1970-01-01T00:00:00Z"}"#),
        (#"{"timestamp":"0001-01-01T00:00:00Z"}"#, #"{"timestamp":"0001-01-01T00:00:00Z"}"#),
        (#"{"timestamp":"9999-12-31T23:59:59.999999999Z"}"#, #"{"timestamp":"9999-12-31T23:59:59.999999999Z"}"#),
        (#"{"timestamp":"2000-02-29T12:30:15.5Z"}"#, #"{"timestamp":"2000-02-29T12:30:15.500Z"}"#),
        (#"{"timestamp":"2026-01-31T12:00:00.000100Z"}"#, #"{"timestamp":"2026-01-31T12:00:00.000100Z"}"#),
        (#"{"timestamp":"2026-01-31T12:00:00.010000000Z"}"#, #"{"timestamp":"2026-01-31T12:00:00.010Z"}"#),
        (#"{"timestamp":"1970-01-01T08:00:00+08:00"}"#, #"{"timestamp":"1970-01-01T00:00:00Z"}"#),
        (#"{"timestamp":"1969-12-31T16:00:00.1-08:00"}"#, #"{"timestamp":"1970-01-01T00:00:00.100Z"}"#),
        (#"{"timestamp":null}"#, "{}"),
        (#"{"duration":"1s"}"#, #"{"duration":"1s"}"#), (#"{"duration":"-0.5s"}"#, #"{"duration":"-0.500s"}"#),
        (#"{"duration":"1.000340012s"}"#, #"{"duration":"1.000340012s"}"#),
        (#"{"duration":"1.10s"}"#, #"{"duration":"1.100s"}"#),
        (#"{"duration":"0s"}"#, #"{"duration":"0s"}"#), (#"{"duration":"-0s"}"#, #"{"duration":"0s"}"#),
        (#"{"duration":"315576000000.999999999s"}"#, #"{"duration":"315576000000.999999999s"}"#),
        (#"{"duration":"-315576000000.999999999s"}"#, #"{"duration":"-315576000000.999999999s"}"#),
        (#"{"fieldMask":"foo,barBaz,a.bC"}"#, #"{"fieldMask":"foo,barBaz,a.bC"}"#),
        (#"{"fieldMask":""}"#, #"{"fieldMask":""}"#),
        (
            #"{"struct":{"b":1,"a":[null,"x",{"y":false}],"":1e300}}"#,
            #"{"struct":{"":1e+300,"a":[null,"x",{"y":false}],"b":1}}"#
        ),
        (#"{"struct":{}}"#, #"{"struct":{}}"#), (#"{"listValue":[]}"#, #"{"listValue":[]}"#),
        (#"{"value":null}"#, #"{"value":null}"#), (#"{"value":{"a":{}}}"#, #"{"value":{"a":{}}}"#),
        (#"{"values":[null,1,[],{},"a",true]}"#, #"{"values":[null,1,[],{},"a",true]}"#),
        (#"{"listValue":null}"#, "{}"),
        (#"{"values":null}"#, "{}"),
        (
            #"{"doubleValue":0,"boolValue":false,"stringValue":"","int64Value":"0"}"#,
            #"{"doubleValue":0,"int64Value":"0","boolValue":false,"stringValue":""}"#
        ),
        (
            #"{"uint64Value":18446744073709551615,"bytesValue":"-_8","floatValue":"NaN"}"#,
            #"{"floatValue":"NaN","uint64Value":"18446744073709551615","bytesValue":"+/8="}"#
        ),
        (#"{"int32Value":null,"uint32Value":null}"#, "{}"),
        (#"{"boolValues":[true,false]}"#, #"{"boolValues":[true,false]}"#),
        (#"{"empty":{}}"#, #"{"empty":{}}"#), (#"{"empty":{"ignored":1}}"#, #"{"empty":{}}"#),
        // Any.
        (#"{"any":{}}"#, #"{"any":{}}"#), (#"{"any":null}"#, "{}"),
        (
            #"{"any":{"@type":"type.googleapis.com/hearth.test.json.Implicit","int32Value":1}}"#,
            #"{"any":{"@type":"type.googleapis.com/hearth.test.json.Implicit","int32Value":1}}"#
        ),
        (
            #"{"any":{"int32_value":1,"@type":"/hearth.test.json.Implicit"}}"#,
            #"{"any":{"@type":"/hearth.test.json.Implicit","int32Value":1}}"#
        ),
        (
            #"{"any":{"value":"1.5s","@type":"/google.protobuf.Duration"}}"#,
            #"{"any":{"@type":"/google.protobuf.Duration","value":"1.500s"}}"#
        ),
        (
            #"{"any":{"@type":"/google.protobuf.Int32Value","value":"7"}}"#,
            #"{"any":{"@type":"/google.protobuf.Int32Value","value":7}}"#
        ),
        (
            #"{"any":{"@type":"/google.protobuf.Value","value":null}}"#,
            #"{"any":{"@type":"/google.protobuf.Value","value":null}}"#
        ),
        (
            #"{"any":{"@type":"/google.protobuf.Struct","value":{"@type":1}}}"#,
            #"{"any":{"@type":"/google.protobuf.Struct","value":{"@type":1}}}"#
        ),
        (#"{"any":{"@type":"/google.protobuf.Empty"}}"#, #"{"any":{"@type":"/google.protobuf.Empty"}}"#),
        (
            #"{"any":{"@type":"/google.protobuf.Any","value":{"@type":"/google.protobuf.BoolValue","value":true}}}"#,
            #"{"any":{"@type":"/google.protobuf.Any","value":{"@type":"/google.protobuf.BoolValue","value":true}}}"#
        ),
    ]

    @Test(arguments: accepted)
    func valuesAreAccepted(_ text: String, _ written: String) throws {
        try expect(again("WellKnown", text), equals: written)
    }

    static let refused: [(field: String, value: String)] =
        [
            "0000-01-01T00:00:00Z", "10000-01-01T00:00:00Z", "1970-01-01T00:00:00", "1970-01-01 00:00:00Z",
            "1970-01-01t00:00:00Z",
            "1970-01-01T00:00:00z", "1970-01-01T00:00:60Z", "1970-01-01T24:00:00Z", "1970-13-01T00:00:00Z",
            "1970-02-29T00:00:00Z",
            "1900-02-29T00:00:00Z", "1970-00-01T00:00:00Z", "1970-01-00T00:00:00Z", "1970-04-31T00:00:00Z",
            "1970-01-01T00:00:00.Z",
            "1970-01-01T00:00:00.0000000001Z", "1970-01-01T00:00:00+0800", "1970-01-01T00:00:00+24:00",
            "1970-01-01T00:00:00Z ",
            "0001-01-01T00:00:00+00:01", "9999-12-31T23:59:59-00:01", "1970-1-1T00:00:00Z", "", "now",
            "+970-01-01T00:00:00Z",
        ].map { ("timestamp", "\"\($0)\"") }
        + [
            "1", "", "s", "1S", "1.s", ".5s", "1.0000000001s", "315576000001s", "-315576000001s", "1e3s", " 1s", "1s ",
            "--1s", "+1s",
            "99999999999999999999s", "0x1s", "1.-1s",
        ].map { ("duration", "\"\($0)\"") } + [
            ("timestamp", "0"), ("duration", "1"), ("fieldMask", "[]"), ("fieldMask", "\"foo_bar\""),
            ("fieldMask", "\"a,,b\""),
            ("fieldMask", "\"a,\""), ("struct", "[]"), ("struct", "\"\""), ("struct", #"{"a":1,"a":2}"#),
            ("listValue", "{}"),
            ("value", "1e999"), ("values", "1"), ("boolValue", "\"true\""), ("int32Value", "2147483648"),
            ("stringValue", "1"),
            ("boolValues", "[null]"), ("timestamps", "[null]"), ("empty", "[]"), ("empty", "1"), ("any", "[]"),
            ("any", "\"\""),
        ]

    @Test(arguments: refused)
    func valuesAreRefused(_ field: String, _ value: String) {
        expect(refusal("WellKnown", "{\"\(field)\":\(value)}")?.path.hasPrefix(field), equals: true)
    }

    static let refusedAnys: [(text: String, code: JSONError.Code, path: String)] = [
        (#"{"int32Value":1}"#, .value, "any"), (#"{"@type":1}"#, .value, "any.@type"),
        (#"{"@type":""}"#, .unknownType, "any.@type"),
        (#"{"@type":"hearth.test.json.Implicit"}"#, .unknownType, "any.@type"),
        (#"{"@type":"/"}"#, .unknownType, "any.@type"),
        (#"{"@type":"/hearth.test.json.Nothing","value":""}"#, .unknownType, "any.@type"),
        (#"{"@type":"/hearth.test.json.Choice"}"#, .unknownType, "any.@type"),
        (#"{"@type":"/hearth.test.json.Implicit","@type":"/hearth.test.json.Implicit"}"#, .value, "any.@type"),
        (#"{"@type":"/google.protobuf.Duration"}"#, .value, "any"),
        (#"{"@type":"/google.protobuf.Int32Value","value":null}"#, .value, "any.value"),
        (#"{"@type":"/hearth.test.json.Implicit","int32Value":"x"}"#, .value, "any.int32Value"),
    ]

    @Test(arguments: refusedAnys)
    func anysAreRefused(_ text: String, _ code: JSONError.Code, _ path: String) {
        let error = refusal("WellKnown", "{\"any\":\(text)}")
        expect(error?.code, equals: code)
        expect(error?.path, equals: path)
    }

    /// A caller need not know that the whole message is one of these.
    @Test func wellKnownTypesMayBeTheWholeText() throws {
        try expect(again("google.protobuf.Timestamp", "\"1970-01-01T00:00:00Z\""), equals: "\"1970-01-01T00:00:00Z\"")
        try expect(again("google.protobuf.Value", "null"), equals: "null")
        try expect(again("google.protobuf.ListValue", "[1]"), equals: "[1]")
        try expect(again("google.protobuf.Int64Value", "1"), equals: "\"1\"")
        try expect(again("google.protobuf.Empty", "{}"), equals: "{}")
        expect(refusal("google.protobuf.Int64Value", "null")?.code, equals: .value)
    }
}

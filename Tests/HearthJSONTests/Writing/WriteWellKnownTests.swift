internal import HearthJSON
internal import Expectations
internal import Testing

/// Types with a JSON form of their own, from arbitrary bytes.
@Suite struct WriteWellKnownTests {
    private func time(_ seconds: Int64, _ nanos: Int64) -> [UInt8] {
        Wire.make {
            $0.varint(1, UInt64(bitPattern: seconds)); $0.varint(2, UInt64(bitPattern: nanos))
        }
    }

    @Test func timesAreOfTheirRange() throws {
        try expect(json("google.protobuf.Timestamp", time(-62_135_596_800, 0)), equals: "\"0001-01-01T00:00:00Z\"")
        try expect(
            json("google.protobuf.Timestamp", time(253_402_300_799, 999_999_999)),
            equals: "\"9999-12-31T23:59:59.999999999Z\"")
        try expect(json("google.protobuf.Timestamp", time(-1, 1)), equals: "\"1969-12-31T23:59:59.000000001Z\"")
        try expect(json("google.protobuf.Timestamp", []), equals: "\"1970-01-01T00:00:00Z\"")
        for (seconds, nanos): (Int64, Int64) in [
            (-62_135_596_801, 0), (253_402_300_800, 0), (0, -1), (0, 1_000_000_000), (.max, 0), (.min, 0),
        ] {
            expect(refusal("google.protobuf.Timestamp", time(seconds, nanos))?.code, equals: .malformed)
        }
        try expect(json("google.protobuf.Duration", time(-1, -500_000_000)), equals: "\"-1.500s\"")
        try expect(json("google.protobuf.Duration", time(0, -1)), equals: "\"-0.000000001s\"")
        try expect(json("google.protobuf.Duration", []), equals: "\"0s\"")
        for (seconds, nanos): (Int64, Int64) in [
            (315_576_000_001, 0), (-315_576_000_001, 0), (1, -1), (-1, 1), (0, 1_000_000_000), (0, -1_000_000_000),
            (.min, 0),
        ] {
            expect(refusal("google.protobuf.Duration", time(seconds, nanos))?.code, equals: .malformed)
        }
    }

    /// From the first day to the last, leap years and centuries included.
    @Test func daysComeBack() throws {
        for day in stride(from: Int64(-719_162), through: 2_932_896, by: 1009) {
            let wire = time(day * 86_400 + 86_399, 0)
            let text = try json("google.protobuf.Timestamp", wire)
            expect(text.hasSuffix("T23:59:59Z\""))
            let read = try bytes("google.protobuf.Timestamp", text)
            try expect(json("google.protobuf.Timestamp", read), equals: text)
        }
    }

    @Test func fieldMasksComeBackOrAreRefused() throws {
        func mask(_ paths: String...) -> [UInt8] { Wire.make { for path in paths { $0.text(1, path) } } }
        try expect(json("google.protobuf.FieldMask", mask("foo", "bar_baz", "a.b_c")), equals: "\"foo,barBaz,a.bC\"")
        for path in ["fooBar", "foo_", "foo__bar", "foo_3_bar", "_", "foo_Bar", "", "a,b"] {
            expect(refusal("google.protobuf.FieldMask", mask(path))?.code, equals: .malformed)
        }
        expect(refusal("google.protobuf.FieldMask", Wire.make { $0.content(1, [0xFF]) })?.code, equals: .malformed)
    }

    @Test func valuesAreOneOfSix() throws {
        try expect(json("google.protobuf.Value", []), equals: "null")
        try expect(json("google.protobuf.Value", Wire.make { $0.varint(1, 7) }), equals: "null")
        try expect(
            json(
                "google.protobuf.Value",
                Wire.make {
                    $0.varint(4, 1); $0.text(3, "a")
                }), equals: "\"a\"")
        for number in [Double.nan, .infinity, -.infinity] {
            let bits = (0..<8).map { UInt8(truncatingIfNeeded: number.bitPattern >> (8 * $0)) }
            expect(refusal("google.protobuf.Value", [0x11] + bits)?.code, equals: .malformed)
        }
        let pieces = Wire.make { wire in
            wire.message(6) { $0.message(1) { $0.varint(4, 1) } }
            wire.message(6) { $0.message(1) { $0.varint(4, 0) } }
        }
        try expect(json("google.protobuf.Value", pieces), equals: "[true,false]")
    }

    @Test func anAnyOfAnUnknownTypeHasItsBytes() throws {
        let unknown = Wire.make {
            $0.text(1, "/maker.Trait"); $0.content(2, [1, 2])
        }
        try expect(json("google.protobuf.Any", unknown), equals: #"{"@type":"/maker.Trait","value":"AQI="}"#)
        expect(refusal("google.protobuf.Any", #"{"@type":"/maker.Trait","value":"AQI="}"#)?.code, equals: .unknownType)
        try expect(json("google.protobuf.Any", []), equals: "{}")
        expect(refusal("google.protobuf.Any", Wire.make { $0.content(2, [1]) })?.code, equals: .malformed)
        let wrong = Wire.make {
            $0.text(1, "/hearth.test.json.Implicit"); $0.content(2, [0x18])
        }
        expect(refusal("google.protobuf.Any", wrong)?.code, equals: .malformed)
        let bare = Wire.make {
            $0.text(1, "hearth.test.json.Implicit"); $0.content(2, [0x18, 1])
        }
        try expect(json("google.protobuf.Any", bare), equals: #"{"@type":"hearth.test.json.Implicit","int32Value":1}"#)
        let empty = Wire.make { $0.text(1, "/google.protobuf.Duration") }
        try expect(json("google.protobuf.Any", empty), equals: #"{"@type":"/google.protobuf.Duration","value":"0s"}"#)
    }

    @Test func wrappersHaveTheirZero() throws {
        try expect(json("google.protobuf.Int64Value", []), equals: "\"0\"")
        try expect(json("google.protobuf.BytesValue", []), equals: "\"\"")
        try expect(json("google.protobuf.BoolValue", [8, 1, 8, 0]), equals: "false")
        try expect(json("google.protobuf.FloatValue", [0x0D, 0, 0, 0x80, 0x7F]), equals: "\"Infinity\"")
    }
}

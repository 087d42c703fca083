internal import HearthJSON
internal import Expectations
internal import Testing

/// JSON output: lowerCamelCase, 64-bit integers as strings, enum names, presence; and protobuf's rules for fields in
/// any order and in pieces.
@Suite struct WriteMessagesTests {
    @Test func emptyBytesAreAnEmptyMessage() throws {
        try expect(json("Explicit", []), equals: "{}")
        try expect(json("Lists", []), equals: "{}")
    }

    @Test func theLastOneWins() throws {
        try expect(json("Explicit", [0x18, 1, 0x18, 2]), equals: #"{"int32Value":2}"#)
        try expect(json("Implicit", [0x18, 1, 0x18, 0]), equals: "{}")
        try expect(
            json(
                "Explicit",
                Wire.make {
                    $0.text(14, "a"); $0.varint(3, 1); $0.text(14, "")
                }), equals: #"{"int32Value":1,"stringValue":""}"#)
    }

    @Test func piecesOfAMessageAreOne() throws {
        let pieces = Wire.make { wire in
            wire.message(17) {
                $0.varint(3, 1); $0.message(17) { $0.varint(3, 5) }
            }
            wire.varint(3, 9)
            wire.message(17) {
                $0.varint(4, 2); $0.message(17) { $0.varint(4, 6) }
            }
        }
        try expect(
            json("Explicit", pieces),
            equals:
                #"{"int32Value":9,"child":{"int32Value":1,"int64Value":"2","child":{"int32Value":5,"int64Value":"6"}}}"#
        )
    }

    @Test func fieldsAreInTheOrderOfTheirNumbers() throws {
        let wire = Wire.make {
            $0.varint(13, 1); $0.varint(3, 1); $0.varint(16, 1); $0.varint(4, 1)
        }
        try expect(
            json("Explicit", wire), equals: #"{"int32Value":1,"int64Value":"1","boolValue":true,"choice":"CHOICE_ONE"}"#
        )
    }

    @Test func listsArePackedOrNot() throws {
        let mixed = Wire.make { wire in
            wire.content(3, [1, 2])
            wire.varint(3, 3)
            wire.text(14, "a")
            wire.content(3, [])
            wire.content(3, [0xFF, 0xFF, 0xFF, 0xFF, 0x0F])
        }
        try expect(json("Lists", mixed), equals: #"{"int32Values":[1,2,3,-1],"stringValues":["a"]}"#)
        try expect(json("Lists", Wire.make { $0.content(536_870_911, [1, 2]) }), equals: #"{"unpacked":[1,2]}"#)
        try expect(json("Lists", Wire.make { $0.content(3, []) }), equals: "{}")
        try expect(
            json(
                "Lists",
                Wire.make {
                    $0.content(3, []); $0.varint(13, 0)
                }), equals: #"{"boolValues":[false]}"#)
    }

    @Test func unknownFieldsAreLeftOut() throws {
        let wire = Wire.make { wire in
            wire.varint(99, 1)
            wire.content(100, [1, 2, 3])
            // Another wire type than the schema's.
            wire.content(3, [1])
            wire.varint(14, 7)
            wire.bytes += [0xAD, 0x06, 1, 2, 3, 4, 0xB1, 0x06, 1, 2, 3, 4, 5, 6, 7, 8]
            wire.varint(4, 1)
        }
        try expect(json("Explicit", wire), equals: #"{"int64Value":"1"}"#)
    }

    @Test func integersAreAsWideAsTheirFields() throws {
        // The lower half of 64 bits on the wire counts; a bool is any value but zero.
        let wire = Wire.make { wire in
            wire.varint(3, 0x1_0000_0001)
            wire.varint(5, .max)
            wire.varint(7, 0x1_0000_0003)
            wire.varint(13, 1 << 40)
            wire.varint(16, 0x1_0000_0001)
        }
        try expect(
            json("Explicit", wire),
            equals:
                #"{"int32Value":1,"uint32Value":4294967295,"sint32Value":-2,"boolValue":true,"choice":"CHOICE_ONE"}"#)
        try expect(json("Implicit", Wire.make { $0.varint(3, 0x1_0000_0000) }), equals: "{}")
    }

    @Test func ofAOneofTheLastMemberStays() throws {
        try expect(
            json(
                "Choices",
                Wire.make {
                    $0.text(4, "a"); $0.varint(3, 1)
                }), equals: #"{"boolValue":true}"#)
        try expect(
            json(
                "Choices",
                Wire.make {
                    $0.varint(3, 1); $0.text(4, "a")
                }), equals: #"{"stringValue":"a"}"#)
        let again = Wire.make { wire in
            wire.message(7) { $0.varint(3, 1) }
            wire.varint(10, 1)
            wire.varint(3, 1)
            wire.message(7) { $0.varint(4, 1) }
            wire.varint(11, 2)
            wire.message(7) { $0.varint(5, 1) }
        }
        try expect(json("Choices", again), equals: #"{"message":{"int64Value":"1","uint32Value":1},"second":2}"#)
    }

    @Test func mapsGoByTheirKeys() throws {
        func entry(_ wire: inout Wire, _ key: UInt64?, _ value: UInt64?) {
            wire.message(1) { wire in
                if let value { wire.varint(2, value) }
                if let key { wire.varint(1, key) }
            }
        }
        let wire = Wire.make { wire in
            entry(&wire, 5, 1)
            entry(&wire, UInt64(bitPattern: -3), 2)
            entry(&wire, nil, 3)
            entry(&wire, 5, 4)
            entry(&wire, 7, nil)
        }
        try expect(json("Maps", wire), equals: #"{"int32Map":{"-3":2,"0":3,"5":4,"7":0}}"#)
        let texts = Wire.make { wire in
            for (key, value) in [("b", "1"), ("ä", "2"), ("a", "3"), ("b", "4"), ("aa", "5")] {
                wire.message(12) {
                    $0.text(1, key); $0.text(2, value)
                }
            }
            wire.message(12) { _ in }
        }
        try expect(json("Maps", texts), equals: #"{"stringMap":{"":"","a":"3","aa":"5","b":"4","ä":"2"}}"#)
        // An entry without its value has an empty one.
        try expect(json("Maps", Wire.make { $0.message(6) { $0.varint(1, 1) } }), equals: #"{"sint64Map":{"-1":{}}}"#)
        try expect(json("Maps", Wire.make { $0.message(10) { _ in } }), equals: #"{"sfixed64Map":{"0":null}}"#)
        let pieces = Wire.make { wire in
            wire.message(6) { wire in
                wire.message(2) { $0.varint(3, 1) }
                wire.message(2) { $0.varint(4, 2) }
            }
        }
        try expect(json("Maps", pieces), equals: #"{"sint64Map":{"0":{"int32Value":1,"int64Value":"2"}}}"#)
    }

    @Test func anEnumsUnknownNumberIsANumber() throws {
        try expect(
            json("Lists", Wire.make { $0.content(16, [0, 1, 2]) }),
            equals: #"{"choices":["CHOICE_ZERO","CHOICE_ONE",2]}"#)
    }

    static let refused: [(bytes: [UInt8], path: String)] = [
        ([0x18], ""), ([0x18, 0x80], ""), ([0x80], ""), ([0x00, 0x01], ""), ([0x07], ""), ([0x1E, 0], ""),
        ([0x72, 5, 0x61], ""), ([0x72, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0x01], ""),
        ([0x72, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0x7F], ""), ([0x09, 1, 2, 3], ""), ([0x15, 1], ""),
        ([0x18, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0x01], ""),
        // Groups.
        ([0x1B, 0x1C], ""), ([0x9B, 0x06, 0x9C, 0x06], ""), ([0x1C], ""),
        // A tag of more than 32 bits.
        ([0x80, 0x80, 0x80, 0x80, 0x10, 0x00], ""),
        ([0x8A, 0x01, 2, 0x18, 0x80], "child"), ([0x72, 1, 0xFF], "stringValue"),
    ]

    @Test(arguments: refused)
    func bytesAreRefused(_ bytes: [UInt8], _ path: String) {
        let error = refusal("Explicit", bytes)
        expect(error?.code, equals: .malformed)
        expect(error?.path, equals: path)
        expectNil(error?.line)
    }

    @Test func errorsSayTheWay() {
        let wire = Wire.make { wire in
            wire.message(17) { $0.varint(3, 1) }
            wire.message(17) { $0.message(17) { $0.content(14, [0xFF]) } }
        }
        expect(
            refusal("Lists", wire)?.description, equals: "messages[1].child.stringValue: a text is not UTF-8 (byte 13)")
        expect(refusal("Lists", Wire.make { $0.content(3, [1, 0x80]) })?.path, equals: "int32Values[1]")
        expect(
            refusal(
                "Maps",
                Wire.make {
                    $0.message(12) {
                        $0.text(1, "a"); $0.content(2, [0xFF])
                    }
                })?.path, equals: "stringMap.a")
    }

    @Test func depthEnds() throws {
        func nested(_ depth: Int) -> [UInt8] {
            (1..<depth).reduce([]) { content, _ in Wire.make { $0.content(17, content) } }
        }
        try expect(json("Explicit", nested(100)).hasSuffix("}"))
        expect(refusal("Explicit", nested(101))?.code, equals: .tooDeep)
        expect(refusal("Explicit", nested(5000))?.code, equals: .tooDeep)
        // A list in a list in a list, without a message that the schema names.
        let values = (1...3000).reduce([]) { content, _ in
            Wire.make { $0.message(6) { $0.content(1, content) } }
        }
        expect(refusal("google.protobuf.Value", values)?.code, equals: .tooDeep)
        let anys = (1...3000).reduce([]) { content, _ in
            Wire.make {
                $0.text(1, "/google.protobuf.Any"); $0.content(2, content)
            }
        }
        expect(refusal("google.protobuf.Any", anys)?.code, equals: .tooDeep)
    }

    @Test func sizeEnds() throws {
        var limits = JSONLimits()
        limits.output = 1000
        let transcoder = JSONTranscoder(Schema.everyKind, limits: limits)
        let names = Wire.make { $0.content(16, [UInt8](repeating: 1, count: 1000)) }
        expect(throws: JSONError.self) { try transcoder.json(from: names[...], of: "hearth.test.json.Lists") }
        let few = Wire.make { $0.content(16, [UInt8](repeating: 1, count: 50)) }
        _ = try transcoder.json(from: few[...], of: "hearth.test.json.Lists")
    }
}

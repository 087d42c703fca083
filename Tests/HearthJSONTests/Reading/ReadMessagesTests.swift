internal import HearthJSON
internal import Expectations
internal import Testing

/// JSON input: lowerCamelCase or original names, unknown fields ignored; presence, lists, maps, oneofs.
@Suite struct ReadMessagesTests {
    static let accepted: [(type: String, text: String, written: String)] = [
        // Names.
        ("Explicit", #"{"int32Value":1}"#, #"{"int32Value":1}"#),
        ("Explicit", #"{"int32_value":1}"#, #"{"int32Value":1}"#),
        ("Explicit", #"{"int32\u0056alue":1}"#, #"{"int32Value":1}"#),
        ("Explicit", #"{"Int32Value":1,"INT32_VALUE":2,"":3}"#, "{}"),
        ("Explicit", #"{"new":{"a":[1,{"b":null}]},"int32Value":1,"another":"x"}"#, #"{"int32Value":1}"#),
        ("Names", #"{"@other \"name\"":1}"#, #"{"@other \"name\"":1}"#),
        ("Names", #"{"renamed":1}"#, #"{"@other \"name\"":1}"#),
        (
            "Names",
            #"{"fieldname1":1,"fieldName2":2,"FieldName3":3,"fieldName4":4,"field0name5":5,"field0Name6":6,"fieldName7":7,"FieldName8":8,"fieldName9":9,"FIELDNAME10":10}"#,
            #"{"fieldname1":1,"fieldName2":2,"FieldName3":3,"fieldName4":4,"field0name5":5,"field0Name6":6,"fieldName7":7,"FieldName8":8,"fieldName9":9,"FIELDNAME10":10}"#
        ),
        // Absence.
        ("Explicit", "{}", "{}"), ("Explicit", " \n\t\r{ } ", "{}"), ("Explicit", #"{"child":{}}"#, #"{"child":{}}"#),
        ("Explicit", #"{"int32Value":null,"stringValue":null,"child":null,"choice":null}"#, "{}"),
        (
            "Explicit", #"{"int32Value":0,"boolValue":false,"doubleValue":0}"#,
            #"{"doubleValue":0,"int32Value":0,"boolValue":false}"#
        ),
        (
            "Implicit", #"{"int32Value":0,"stringValue":"","choice":"CHOICE_ZERO","doubleValue":0,"bytesValue":""}"#,
            "{}"
        ),
        ("Implicit", #"{"doubleValue":-0.0}"#, #"{"doubleValue":-0.0}"#),
        // Lists.
        (
            "Lists", #"{"int32Values":[1,"2",3.0],"stringValues":["a",""],"messages":[{},{"int32Value":1}]}"#,
            #"{"int32Values":[1,2,3],"stringValues":["a",""],"messages":[{},{"int32Value":1}]}"#
        ),
        ("Lists", #"{"int32Values":[],"messages":[],"stringValues":null}"#, "{}"),
        (
            "Lists", #"{"unpacked":[1,2],"doubleValues":["NaN",1],"choices":["CHOICE_ONE",7]}"#,
            #"{"doubleValues":["NaN",1],"choices":["CHOICE_ONE",7],"unpacked":[1,2]}"#
        ),
        // Maps.
        ("Maps", #"{"int32Map":{"2":1,"-1":2,"1e1":3}}"#, #"{"int32Map":{"-1":2,"2":1,"10":3}}"#),
        (
            "Maps", #"{"uint64Map":{"18446744073709551615":"AQ==","0":""}}"#,
            #"{"uint64Map":{"0":"","18446744073709551615":"AQ=="}}"#
        ),
        ("Maps", #"{"boolMap":{"true":false,"false":true}}"#, #"{"boolMap":{"false":true,"true":false}}"#),
        ("Maps", #"{"stringMap":{"b":"1","a":"","":"\u0000"}}"#, #"{"stringMap":{"":"\u0000","a":"","b":"1"}}"#),
        (
            "Maps", #"{"sint64Map":{"-9223372036854775808":{}},"sint32Map":{"0":"CHOICE_ONE"}}"#,
            #"{"sint32Map":{"0":"CHOICE_ONE"},"sint64Map":{"-9223372036854775808":{}}}"#
        ),
        ("Maps", #"{"sfixed64Map":{"1":null,"2":[]},"stringMap":{}}"#, #"{"sfixed64Map":{"1":null,"2":[]}}"#),
        // Oneofs.
        ("Choices", #"{"stringValue":"","second":0}"#, #"{"stringValue":"","second":0}"#),
        ("Choices", #"{"stringValue":null,"boolValue":false}"#, #"{"boolValue":false}"#),
        ("Choices", #"{"boolValue":false,"stringValue":null}"#, #"{"boolValue":false}"#),
        ("Choices", #"{"nullValue":null}"#, #"{"nullValue":null}"#),
        ("Choices", #"{"nullValue":"NULL_VALUE"}"#, #"{"nullValue":null}"#),
        ("Choices", #"{"value":null}"#, #"{"value":null}"#), ("Choices", #"{"plainNull":null}"#, "{}"),
    ]

    @Test(arguments: accepted)
    func messagesAreAccepted(_ type: String, _ text: String, _ written: String) throws {
        try expect(again(type, text), equals: written)
    }

    static let refused: [(type: String, text: String, path: String)] = [
        ("Explicit", "null", ""), ("Explicit", "[]", ""), ("Explicit", "1", ""), ("Explicit", "\"\"", ""),
        // A name twice, in one form or in two, with null or without.
        ("Explicit", #"{"int32Value":1,"int32Value":1}"#, "int32Value"),
        ("Explicit", #"{"int32Value":1,"int32_value":1}"#, "int32_value"),
        ("Explicit", #"{"int32Value":null,"int32Value":1}"#, "int32Value"),
        ("Lists", #"{"int32Values":[1],"int32Values":[2]}"#, "int32Values"),
        ("Lists", #"{"int32Values":1}"#, "int32Values"), ("Lists", #"{"int32Values":{}}"#, "int32Values"),
        ("Lists", #"{"int32Values":[1,null]}"#, "int32Values[1]"), ("Lists", #"{"messages":[{},null]}"#, "messages[1]"),
        ("Lists", #"{"stringValues":[null]}"#, "stringValues[0]"),
        ("Lists", #"{"int32Values":[[1]]}"#, "int32Values[0]"),
        ("Lists", #"{"messages":{}}"#, "messages"),
        ("Maps", #"{"int32Map":[]}"#, "int32Map"), ("Maps", #"{"int32Map":{"1":null}}"#, "int32Map.1"),
        ("Maps", #"{"int32Map":{"":1}}"#, "int32Map."), ("Maps", #"{"int32Map":{"a":1}}"#, "int32Map.a"),
        ("Maps", #"{"int32Map":{"2147483648":1}}"#, "int32Map.2147483648"),
        ("Maps", #"{"uint32Map":{"-1":1}}"#, "uint32Map.-1"),
        ("Maps", #"{"int32Map":{"1":1,"1":1}}"#, "int32Map.1"),
        ("Maps", #"{"int32Map":{"1":1,"1.0":1}}"#, "int32Map.1.0"),
        ("Maps", #"{"boolMap":{"True":true}}"#, "boolMap.True"), ("Maps", #"{"boolMap":{"1":true}}"#, "boolMap.1"),
        ("Maps", #"{"stringMap":{"a":"","\u0061":""}}"#, "stringMap.a"),
        ("Maps", #"{"stringMap":{"a":1}}"#, "stringMap.a"),
        ("Choices", #"{"stringValue":"","boolValue":true}"#, "boolValue"),
        ("Choices", #"{"nullValue":null,"boolValue":true}"#, "boolValue"),
        ("Choices", #"{"value":null,"choice":0}"#, "choice"),
        ("Choices", #"{"nullValue":"x"}"#, "nullValue"), ("Choices", #"{"nullValue":{}}"#, "nullValue"),
    ]

    @Test(arguments: refused)
    func messagesAreRefused(_ type: String, _ text: String, _ path: String) {
        let error = refusal(type, text)
        expect(error?.code, equals: .value)
        expect(error?.path, equals: path)
    }

    /// At most 100 levels of nesting.
    @Test func depthEnds() throws {
        func nested(_ depth: Int) -> String {
            String(repeating: "{\"child\":", count: depth - 1) + "{}" + String(repeating: "}", count: depth - 1)
        }
        try expect(again("Explicit", nested(100)), equals: nested(100))
        expect(refusal("Explicit", nested(101))?.code, equals: .tooDeep)
        let arrays = String(repeating: "[", count: 100_000)
        expect(refusal("Explicit", "{\"unknown\":" + arrays)?.code, equals: .tooDeep)
    }

    @Test func sizeEnds() throws {
        var limits = JSONLimits()
        limits.input = 10
        let transcoder = JSONTranscoder(Schema.everyKind, limits: limits)
        let type = "hearth.test.json.Explicit"
        try expect(transcoder.message(from: Array("{        }".utf8)[...], of: type), equals: [])
        expect(throws: JSONError.self) { try transcoder.message(from: Array("{         }".utf8)[...], of: type) }
    }

    @Test func anUnknownTypeIsSaid() {
        expect(
            refusal("hearth.v1.Nothing", "{}")?.description, equals: "no message hearth.v1.Nothing is known (byte 0)")
        expect(refusal("hearth.test.json.Choice", "{}")?.code, equals: .unknownType)
        expect(refusal("hearth.v1.Nothing", [UInt8]())?.code, equals: .unknownType)
    }

    @Test func bytesAfterAPrefix() throws {
        let transcoder = JSONTranscoder(Schema.everyKind)
        let (text, type) = (Array("xx{\"int32Value\":1}".utf8), "hearth.test.json.Explicit")
        try expect(transcoder.message(from: text[2...], of: type, reserving: 5), equals: [0, 0, 0, 0, 0, 0x18, 1])
        let content: [UInt8] = [9, 9, 0x18, 1]
        try expect(transcoder.json(from: content[2...], of: type, reserving: 2), equals: [0, 0] + text[2...])
    }
}

internal import HearthJSON
internal import Expectations
internal import Testing

/// JSON input: 64-bit integers as strings or numbers, enums as names or numbers, both base64 alphabets.
@Suite struct ReadScalarsTests {
    /// `field` is of `Explicit`; `written` is its value written again.
    static let accepted: [(field: String, value: String, written: String)] = [
        ("int32Value", "0", "0"), ("int32Value", "-0", "0"), ("int32Value", "2147483647", "2147483647"),
        ("int32Value", "-2147483648", "-2147483648"), ("int32Value", "\"12\"", "12"), ("int32Value", "1.0", "1"),
        ("int32Value", "1e3", "1000"), ("int32Value", "1E+3", "1000"), ("int32Value", "100000.000", "100000"),
        ("int32Value", "\"1e3\"", "1000"), ("int32Value", "1200e-2", "12"), ("int32Value", "0e999999999999", "0"),
        ("int32Value", "0.0000e-99", "0"), ("int32Value", "2.147483647e9", "2147483647"),
        ("int32Value", "\"2\\u003147483647\"", "2147483647"),
        ("sint32Value", "-2147483648", "-2147483648"), ("sfixed32Value", "-2147483648", "-2147483648"),
        ("uint32Value", "4294967295", "4294967295"), ("uint32Value", "4.294967295e9", "4294967295"),
        ("fixed32Value", "4294967295", "4294967295"),
        ("int64Value", "9223372036854775807", "\"9223372036854775807\""),
        ("int64Value", "\"-9223372036854775808\"", "\"-9223372036854775808\""),
        ("int64Value", "9007199254740993", "\"9007199254740993\""),
        ("sint64Value", "-9223372036854775808", "\"-9223372036854775808\""),
        ("sfixed64Value", "-9223372036854775808", "\"-9223372036854775808\""),
        ("uint64Value", "18446744073709551615", "\"18446744073709551615\""),
        ("uint64Value", "\"18446744073709551615\"", "\"18446744073709551615\""),
        ("uint64Value", "1844674407370955161.5e1", "\"18446744073709551615\""),
        ("fixed64Value", "18446744073709551615", "\"18446744073709551615\""),
        ("doubleValue", "1.5", "1.5"), ("doubleValue", "\"1.5\"", "1.5"), ("doubleValue", "1", "1"),
        ("doubleValue", "-0.0", "-0.0"), ("doubleValue", "5e-324", "5e-324"), ("doubleValue", "1e-999", "0"),
        ("doubleValue", "1.7976931348623157e308", "1.7976931348623157e+308"), ("doubleValue", "\"NaN\"", "\"NaN\""),
        ("doubleValue", "\"Infinity\"", "\"Infinity\""), ("doubleValue", "\"-Infinity\"", "\"-Infinity\""),
        ("floatValue", "0.1", "0.1"), ("floatValue", "3.4028235e38", "3.4028235e+38"),
        ("floatValue", "-3.402823e+38", "-3.402823e+38"), ("floatValue", "1.175494e-38", "1.175494e-38"),
        ("floatValue", "16777217", "16777216.0"), ("floatValue", "\"NaN\"", "\"NaN\""),
        ("boolValue", "true", "true"), ("boolValue", "false", "false"),
        ("stringValue", "\"\"", "\"\""), ("stringValue", "\"\\ud83c\\udfe0\"", "\"🏠\""),
        ("stringValue", "\"\\u8C37\\u6b4c\"", "\"谷歌\""),
        ("stringValue", #""\"\\\/\b\f\n\r\t\u0000""#, #""\"\\/\b\f\n\r\t\u0000""#),
        ("stringValue", "\"客厅\"", "\"客厅\""), ("stringValue", "\"\u{7F}\u{2028}\"", "\"\u{7F}\u{2028}\""),
        ("bytesValue", "\"AQI=\"", "\"AQI=\""), ("bytesValue", "\"AQI\"", "\"AQI=\""), ("bytesValue", "\"\"", "\"\""),
        ("bytesValue", "\"-_\"", "\"+w==\""), ("bytesValue", "\"+/8=\"", "\"+/8=\""),
        ("bytesValue", "\"-_8\"", "\"+/8=\""),
        ("choice", "\"CHOICE_ONE\"", "\"CHOICE_ONE\""), ("choice", "1", "\"CHOICE_ONE\""),
        ("choice", "-1", "\"CHOICE_BELOW\""),
        ("choice", "1.0", "\"CHOICE_ONE\""), ("choice", "12345", "12345"), ("choice", "-2147483648", "-2147483648"),
    ]

    @Test(arguments: accepted)
    func valuesAreAccepted(_ field: String, _ value: String, _ written: String) throws {
        try expect(again("Explicit", "{\"\(field)\": \(value)}"), equals: "{\"\(field)\":\(written)}")
    }

    static let refused: [(field: String, value: String)] = [
        ("int32Value", "2147483648"), ("int32Value", "-2147483649"), ("int32Value", "0.5"), ("int32Value", "1e-1"),
        ("int32Value", "\"0.5\""), ("int32Value", "\"\""), ("int32Value", "\" 1\""), ("int32Value", "\"1 \""),
        ("int32Value", "\"+1\""), ("int32Value", "\"01\""), ("int32Value", "\"12abc\""), ("int32Value", "\"0x10\""),
        ("int32Value", "true"), ("int32Value", "[1]"), ("int32Value", "{}"), ("int32Value", "\"NaN\""),
        ("int32Value", "1e10"), ("int32Value", "1e999999999999999999999"), ("sint32Value", "2147483648"),
        ("sfixed32Value", "-2147483649"), ("uint32Value", "4294967296"), ("uint32Value", "-1"), ("fixed32Value", "-1"),
        ("int64Value", "9223372036854775808"), ("int64Value", "-9223372036854775809"), ("int64Value", "1e19"),
        ("int64Value", "100000000000000000000000000000"), ("uint64Value", "18446744073709551616"),
        ("uint64Value", "-1"),
        ("doubleValue", "1.89769e308"), ("doubleValue", "-1e309"), ("doubleValue", "\"1e309\""),
        ("doubleValue", "\"\""),
        ("doubleValue", "\"nan\""), ("doubleValue", "\"inf\""), ("doubleValue", "\"-NaN\""),
        ("doubleValue", "\"0x1p3\""),
        ("doubleValue", "\" 1\""), ("doubleValue", "true"), ("floatValue", "3.502823e38"),
        ("floatValue", "-3.502823e38"),
        ("floatValue", "1e300"), ("floatValue", "\"3.502823e38\""),
        ("boolValue", "\"true\""), ("boolValue", "0"), ("boolValue", "1"), ("stringValue", "12"),
        ("stringValue", "true"),
        ("stringValue", "[]"), ("bytesValue", "\"A\""), ("bytesValue", "\"AQI==\""), ("bytesValue", "\"AQ=\""),
        ("bytesValue", "\"AQ===\""), ("bytesValue", "\"A Q\""), ("bytesValue", "\"AQ\\n==\""), ("bytesValue", "\"=\""),
        ("bytesValue", "\"AQ=I\""), ("bytesValue", "12"), ("choice", "\"choice_one\""), ("choice", "\"UNKNOWN\""),
        ("choice", "\"\""), ("choice", "\"1\""), ("choice", "1.5"), ("choice", "2147483648"), ("choice", "true"),
        ("child", "1"), ("child", "\"\""), ("child", "[]"),
    ]

    @Test(arguments: refused)
    func valuesAreRefused(_ field: String, _ value: String) {
        let error = refusal("Explicit", "{\"\(field)\": \(value)}")
        expect(error?.code, equals: .value)
        expect(error?.path, equals: field)
        expect(error?.offset, equals: field.count + 5)
    }

    @Test func errorsSayWayAndPlaceAndNotTheValue() {
        let text = """
            {"messages": [{}, {"child":
              {"Küche": "é", "int32Value": "secret"}}]}
            """
        let error = refusal("Lists", text)
        expect(
            error?.description,
            equals: "messages[1].child.int32Value: expected an integer, found another string (line 2, column 32)")
        let name = refusal("Explicit", "{\"choice\": \"SECRET\"}")
        expect(
            name?.description,
            equals:
                "choice: hearth.test.json.Choice has no value of this name; some are CHOICE_ZERO, CHOICE_ONE, CHOICE_FAR, "
                + "CHOICE_BELOW (line 1, column 12)")
    }
}

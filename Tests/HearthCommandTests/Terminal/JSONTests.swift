internal import HearthTraitCore
internal import HearthTraits
internal import Expectations
internal import Testing

@Suite struct JSONTests {
    @Test func membersKeepTheirOrderAndTextsAreQuoted() {
        let json = JSON.object([
            ("z", .number(UInt64.max)), ("a", .array([.null, .bool(false), .string("\"\\\n\u{1}ü")])),
        ])
        expect(json.text, equals: #"{"z":18446744073709551615,"a":[null,false,"\"\\\n\u0001ü"]}"#)
    }

    @Test func valuesFollowTheirTypes() throws {
        let trait = Matter.DoorLockTrait.descriptor
        let lockState = try require(trait.attribute(named: "lockState")).field
        expect(JSON(.unsigned(1), lockState, of: trait).text, equals: "\"locked\"")
        expect(JSON(.unsigned(200), lockState, of: trait).text, equals: "200")
        expect(JSON(.null, lockState, of: trait).text, equals: "null")
        expect(JSON(.double(.infinity), lockState, of: trait).text, equals: "\"inf\"")
        expect(JSON(.octets([0, 255]), lockState, of: trait).text, equals: "\"0x00ff\"")
    }

    @Test func structsAndListsAreNested() throws {
        let trait = Matter.DescriptorTrait.descriptor
        let list = try require(trait.attribute(named: "deviceTypeList")).field
        let value = TraitValue.list([.structure([0: .unsigned(256), 1: .unsigned(3)])])
        let text = JSON([list.id: value], [list], of: trait).text
        expect(text, equals: #"{"deviceTypeList":[{"deviceType":256,"revision":3}]}"#)
        expect(JSON([:], [list], of: trait).text, equals: "{}")
    }

    @Test func indentedTextHasALineForEachMember() {
        let json = JSON.object([("a", .array([.number(1), .object([])])), ("b", .array([])), ("c", .string("d"))])
        expect(
            json.indentedText,
            equals: """
                {
                  "a": [
                    1,
                    {}
                  ],
                  "b": [],
                  "c": "d"
                }
                """)
    }
}

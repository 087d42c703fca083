internal import Foundation
internal import HearthVirtualHome
internal import HearthTraitCore
internal import HearthTraits
internal import Expectations
internal import Testing

/// The fields of a SYNC answer that name a cloud device's maker.
struct SyncIdentityTests {
    private func identity(
        _ vendor: String? = nil, _ product: String? = nil, _ unique: String? = nil
    ) -> SyncIdentity {
        SyncIdentity(
            matterOriginalVendorId: vendor, matterOriginalProductId: product, matterUniqueId: unique)
    }

    @Test func allFieldsFillBasicInformation() {
        let identity = identity("0xfff1", "0x1234", "matter-device-id")
        expect(identity.faults.isEmpty)
        var attributes = Matter.BasicInformationTrait.Attributes()
        attributes.vendorName = "Example"
        identity.fill(&attributes)
        expect(attributes.vendorID, equals: 0xFFF1)
        expect(attributes.productID, equals: 0x1234)
        expect(attributes.uniqueID, equals: "matter-device-id")
        expect(attributes.vendorName, equals: "Example")
    }

    @Test func aMakerWithoutIDsGivesTheUniqueIDAlone() {
        for empty in [nil, ""] {
            let identity = identity(empty, empty, "only-mine")
            expect(identity.faults.isEmpty)
            var attributes = Matter.BasicInformationTrait.Attributes()
            identity.fill(&attributes)
            expectNil(attributes.vendorID)
            expectNil(attributes.productID)
            expect(!attributes.$vendorID.isSupported)
            expect(attributes.uniqueID, equals: "only-mine")
        }
        expect(identity(), equals: identity("", "", ""))
    }

    @Test(arguments: [("0xFFF1", 0xFFF1), ("0Xfff1", 0xFFF1), ("0x1", 1), ("0x001A", 0x1A)] as [(String, UInt16)])
    func waysToWriteAnID(_ text: String, _ id: UInt16) {
        expect(identity(text).vendorID, equals: id)
    }

    @Test(arguments: [
        "fff1", "65521", "0x", "0x0", "0x0000", "0x12345", "0xfffg", "-0x1", "0x-1", "0x+1", " 0x1", "0x1 ", "zero",
    ])
    func malformedIDIsLeftOutAndReported(_ text: String) {
        let identity = identity(text, nil, "a")
        expectNil(identity.vendorID)
        expect(identity.uniqueID, equals: "a")
        expect(identity.faults.map(\.field), equals: ["matterOriginalVendorId"])
    }

    @Test func aProductNeedsItsVendor() {
        let identity = identity("", "0x1234", "")
        expectNil(identity.productID)
        expect(identity.faults.map(\.field), equals: ["matterOriginalProductId"])
    }

    @Test func aUniqueIDThatIsTooLongIsNotCut() {
        expect(identity(nil, nil, String(repeating: "a", count: 32)).uniqueID?.count, equals: 32)
        let long = identity("0xfff1", "0x1", String(repeating: "é", count: 17))
        expectNil(long.uniqueID)
        expect(long.productID, equals: 1)
        expect(long.faults.map(\.description), equals: ["matterUniqueId: must have 32 bytes at most, not 34"])
    }

    /// The example of the guide, without its trailing comma and its ellipsis.
    @Test func theGuidesAnswer() throws {
        struct Answer: Decodable {
            struct Payload: Decodable { var devices: [Device] }
            struct Device: Decodable {
                var id: String
                var matterOriginalVendorId: String?
                var matterOriginalProductId: String?
                var matterUniqueId: String?
            }
            var payload: Payload
        }
        let text = """
            {
              "requestId": "ff36a3cc-ec34-11e6-b1a0-64510650abcf",
              "payload": {
                "agentUserId": "1836.15267389",
                "devices": [
                  {
                    "id": "456",
                    "type": "action.devices.types.LIGHT",
                    "traits": [
                      "action.devices.traits.OnOff",
                      "action.devices.traits.Brightness",
                      "action.devices.traits.ColorSetting"
                    ],
                    "willReportState": true,
                    "deviceInfo": {},
                    "matterOriginalVendorId": "0xfff1",
                    "matterOriginalProductId": "0x1234",
                    "matterUniqueId": "matter-device-id",
                    "otherDeviceIds": [
                      {
                        "deviceId": "local-device-id"
                      }
                    ]
                  }
                ]
              }
            }
            """
        let device = try require(
            try JSONDecoder().decode(Answer.self, from: Data(text.utf8)).payload.devices.first)
        let identity = identity(
            device.matterOriginalVendorId, device.matterOriginalProductId, device.matterUniqueId)
        expect(identity.vendorID, equals: 0xFFF1)
        expect(identity.productID, equals: 0x1234)
        expect(identity.uniqueID, equals: "matter-device-id")
    }
}

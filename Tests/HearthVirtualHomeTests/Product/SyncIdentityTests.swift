internal import Foundation
internal import HearthVirtualHome
internal import HearthTraitCore
internal import HearthTraits
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
        #expect(identity.faults.isEmpty)
        var attributes = Matter.BasicInformationTrait.Attributes()
        attributes.vendorName = "Example"
        identity.fill(&attributes)
        #expect(attributes.vendorID == 0xFFF1)
        #expect(attributes.productID == 0x1234)
        #expect(attributes.uniqueID == "matter-device-id")
        #expect(attributes.vendorName == "Example")
    }

    @Test func aMakerWithoutIDsGivesTheUniqueIDAlone() {
        for empty in [nil, ""] {
            let identity = identity(empty, empty, "only-mine")
            #expect(identity.faults.isEmpty)
            var attributes = Matter.BasicInformationTrait.Attributes()
            identity.fill(&attributes)
            #expect(attributes.vendorID == nil && attributes.productID == nil)
            #expect(!attributes.$vendorID.isSupported)
            #expect(attributes.uniqueID == "only-mine")
        }
        #expect(identity() == identity("", "", ""))
    }

    @Test(arguments: [("0xFFF1", 0xFFF1), ("0Xfff1", 0xFFF1), ("0x1", 1), ("0x001A", 0x1A)] as [(String, UInt16)])
    func waysToWriteAnID(_ text: String, _ id: UInt16) {
        #expect(identity(text).vendorID == id)
    }

    @Test(arguments: [
        "fff1", "65521", "0x", "0x0", "0x0000", "0x12345", "0xfffg", "-0x1", "0x-1", "0x+1", " 0x1", "0x1 ", "zero",
    ])
    func malformedIDIsLeftOutAndReported(_ text: String) {
        let identity = identity(text, nil, "a")
        #expect(identity.vendorID == nil)
        #expect(identity.uniqueID == "a")
        #expect(identity.faults.map(\.field) == ["matterOriginalVendorId"])
    }

    @Test func aProductNeedsItsVendor() {
        let identity = identity("", "0x1234", "")
        #expect(identity.productID == nil)
        #expect(identity.faults.map(\.field) == ["matterOriginalProductId"])
    }

    @Test func aUniqueIDThatIsTooLongIsNotCut() {
        #expect(identity(nil, nil, String(repeating: "a", count: 32)).uniqueID?.count == 32)
        let long = identity("0xfff1", "0x1", String(repeating: "é", count: 17))
        #expect(long.uniqueID == nil && long.productID == 1)
        #expect(long.faults.map(\.description) == ["matterUniqueId: must have 32 bytes at most, not 34"])
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
        let device = try #require(
            try JSONDecoder().decode(Answer.self, from: Data(text.utf8)).payload.devices.first)
        let identity = identity(
            device.matterOriginalVendorId, device.matterOriginalProductId, device.matterUniqueId)
        #expect(identity.vendorID == 0xFFF1 && identity.productID == 0x1234)
        #expect(identity.uniqueID == "matter-device-id")
    }
}

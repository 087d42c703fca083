internal import Expectations
internal import Foundation
internal import HearthJSON
internal import HearthZigbee2MQTT
internal import Testing

@Suite struct BridgeDocumentTests {
    @Test func devicesOfOldAndNewVersionsAreRead() throws {
        let old = try require(
            BridgeDevice(
                Models.json(
                    #"{"ieee_address":"0x1","friendly_name":"A b/ü","type":"EndDevice","interviewing":true,"definition":null}"#
                )))
        expect(old.name, equals: "A b/ü")
        expect(old.interview, equals: .inProgress)
        expect(old.hasBattery)
        expect(old.definition, equals: nil)
        let new = try require(
            BridgeDevice(
                Models.json(
                    #"{"ieee_address":"0x1","type":"Router","power_source":"DC Source","interview_state":"FAILED","disabled":true,"definition":{"vendor":"V","supports_ota":true}}"#
                )))
        expect(new.name, equals: "0x1")
        expect(new.interview, equals: .failed)
        expect(new.hasBattery, equals: false)
        expect(new.isDisabled)
        expect(new.definition?.vendor, equals: "V")
    }

    @Test func infoIsRead() throws {
        let info = try require(
            BridgeInfo(
                Models.json(
                    #"{"version":"2.6.0","coordinator":{"ieee_address":"0xc"},"permit_join":true,"permit_join_end":1500,"restart_required":true,"config":{"advanced":{"output":"attribute_and_json"}}}"#
                )))
        expect(info.version, equals: "2.6.0")
        expect(info.coordinator, equals: "0xc")
        expect(info.joinEnds, equals: .milliseconds(1_500))
        expect(info.needsRestart)
        expect(info.publishesJSON)
    }

    @Test func recordedDocumentsAreRead() throws {
        guard Recorded.isThere else { return print("skipped: \(Recorded.folder.path) is missing") }
        let info = try require(BridgeInfo(Recorded.json("bridge-info-matterbridge.json")))
        expect(info.publishesJSON)
        let documents = try Recorded.json("bridge-windfront.json")
        expect(BridgeInfo(try require(documents["bridge/info"]))?.version.isEmpty, equals: false)
        let groups = (documents["bridge/groups"]?.items ?? []).compactMap { BridgeGroup($0) }
        expect(groups.map(\.number), equals: [1, 2, 901])
        expect(groups.first?.members.count, equals: 3)
        for name in try Recorded.names("devices-") {
            for entry in try Recorded.json(name).items {
                expect(BridgeDevice(entry) != nil, equals: entry["ieee_address"]?.string != nil, "\(name)")
            }
        }
    }

    /// The features of each member are looked at, so a thousand of one device would cost a thousand times its memory.
    @Test func aMemberOfAGroupCountsOnce() throws {
        let members = Array(repeating: #"{"ieee_address":"0x1"},{"ieee_address":"0x2"}"#, count: 500)
        let group = try BridgeGroup(
            Models.json(#"{"id":1,"friendly_name":"All","members":[\#(members.joined(separator: ","))]}"#))
        expect(group?.members, equals: ["0x1", "0x2"])
    }

    @Test func jsonIsBounded() {
        expect(throws: JSONError.self) { try JSONValue([UInt8](repeating: 0x20, count: 11), bytes: 10) }
        expect(throws: JSONError.self) { try Models.json(String(repeating: "[", count: 33)) }
        expect(try? Models.json("1e400"), equals: .number(.infinity))
        expect(JSONValue.number(.infinity).number, equals: nil)
        expect(
            try? Models.json(#" {"b":[1,2.5,-0.0,"\u00e9\n"],"a":null,"a":true} "#).text,
            equals: Array(#"{"a":true,"b":[1,2.5,-0.0,"é\n"]}"#.utf8))
    }
}

internal import Expectations
internal import Foundation
@testable internal import HearthESPHome
internal import Testing

/// ESPHome's own description of its messages.
private struct ReferenceAPI: Decodable {
    struct Message: Decodable {
        struct Field: Decodable {
            let number: UInt32
            let name: String
            let type: String
            let repeated: Bool
        }

        let id: UInt16?
        let name: String
        let fields: [Field]
    }

    let messages: [Message]
    let enums: [String: [String: Int]]

    /// Nil where the file is missing.
    static let shared: ReferenceAPI? = {
        let package = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent()
        let file = package.deletingLastPathComponent().appending(path: "shared/data/esphome/api-1.19.json")
        return (try? Data(contentsOf: file)).flatMap { try? JSONDecoder().decode(ReferenceAPI.self, from: $0) }
    }()
}

/// All messages of the module.
private let messages: [any WireMessage.Type] =
    EntityKinds.all.map { $0.listingType } + EntityKinds.all.compactMap { $0.stateType } + [
        LightCommandRequest.self, SwitchCommandRequest.self, SirenCommandRequest.self, ButtonCommandRequest.self,
        FanCommandRequest.self, CoverCommandRequest.self, ValveCommandRequest.self, LockCommandRequest.self,
        ClimateCommandRequest.self, WaterHeaterCommandRequest.self, NumberCommandRequest.self,
        SelectCommandRequest.self, TextCommandRequest.self, DateCommandRequest.self, TimeCommandRequest.self,
        DateTimeCommandRequest.self, MediaPlayerCommandRequest.self, AlarmControlPanelCommandRequest.self,
        UpdateCommandRequest.self, HelloRequest.self, HelloResponse.self, AuthenticationRequest.self,
        AuthenticationResponse.self, DisconnectRequest.self, DisconnectResponse.self, PingRequest.self,
        PingResponse.self, DeviceInfoRequest.self, DeviceInfoResponse.self, AreaPart.self, SubDevicePart.self,
        ListEntitiesRequest.self, ListEntitiesDoneResponse.self, SubscribeStatesRequest.self, GetTimeRequest.self,
        GetTimeResponse.self, TimeZonePart.self, ZoneRulePart.self, NoiseEncryptionSetKeyRequest.self,
        NoiseEncryptionSetKeyResponse.self, ListEntitiesServicesResponse.self, ActionArgumentPart.self,
        ExecuteServiceRequest.self, ActionValuePart.self, ExecuteServiceResponse.self,
    ]

extension EntityModel {
    fileprivate static var listingType: any WireMessage.Type { Listing.self }
}

struct MessageTableTests {
    @Test func tablesAreThoseOfESPHome() throws {
        guard let reference = ReferenceAPI.shared else {
            print("skipped: shared/data/esphome/api-1.19.json is not beside the package")
            return
        }
        for message in messages {
            let known = try require(reference.messages.first { $0.name == message.name }, "\(message.name)")
            expect(message.id, equals: known.id ?? 0, "\(message.name)")
            for field in rows(of: message) {
                let other = try require(known.fields.first { $0.number == field.number }, "\(message.name) \(field)")
                let form = reference.enums[other.type] != nil ? "enumeration" : other.type
                let known = Row(
                    number: other.number, name: other.name,
                    form: ["bool", "uint32", "int32", "sint32", "fixed32", "float", "string", "bytes", "enumeration"]
                        .contains(
                            form)
                        ? form : "message", isRepeated: other.repeated)
                expect(field, equals: known, "\(message.name)")
            }
        }
    }

    private struct Row: Equatable {
        var number: UInt32
        var name: String
        var form: String
        var isRepeated: Bool
    }

    private func rows(of message: any WireMessage.Type) -> [Row] { open(message) }

    private func open<Message: WireMessage>(_ message: Message.Type) -> [Row] {
        message.fields.map {
            Row(number: $0.number, name: $0.name, form: $0.form.rawValue, isRepeated: $0.isRepeated)
        }
    }

    @Test func messagesComeBackAsWritten() throws {
        let info = DeviceInfoResponse(
            deviceName: "lämp", mac: "AA", hasDeepSleep: true,
            devices: [SubDevicePart(id: 7, deviceName: "a", areaID: 1), SubDevicePart(id: 8)],
            areas: [AreaPart(id: 1, areaName: "Attic")], area: AreaPart(id: 2, areaName: "Hall"))
        expect(try DeviceInfoResponse(reading: info.encoded), equals: info)
        let light = LightCommandRequest(
            address: EntityAddress(key: .max, deviceID: 3), isOn: false, brightness: 0, red: 0, green: 0.5, blue: 1,
            effect: "")
        expect(try LightCommandRequest(reading: light.encoded), equals: light)
        let fan = FanStateResponse(address: EntityAddress(key: 1), isOn: true, level: -5)
        expect(try FanStateResponse(reading: fan.encoded), equals: fan)
        let climate = ListEntitiesClimateResponse(modes: [0, 3, 99], customPresets: ["a", "b"])
        expect(try ListEntitiesClimateResponse(reading: climate.encoded), equals: climate)
    }

    @Test func unknownFieldsAndFormsAreSkipped() throws {
        // Field 99 as a varint, and field 2 as bytes instead of a flag.
        let bytes: [UInt8] = [0x98, 0x06, 5, 0x12, 1, 7, 0x0D, 1, 0, 0, 0]
        let state = try SwitchStateResponse(reading: bytes)
        expect(state, equals: SwitchStateResponse(address: EntityAddress(key: 1)))
        // Packed and single numbers of one repeated field.
        let light = try ListEntitiesLightResponse(reading: [0x62, 2, 1, 35, 0x60, 11])
        expect(light.modes, equals: [1, 35, 11])
        // Invalid UTF-8 is repaired.
        expect(try TextSensorStateResponse(reading: [0x12, 2, 0xFF, 0x41]).value, equals: "\u{FFFD}A")
        for malformed: [UInt8] in [[0x12], [0x12, 5, 1], [0x0B], [0x00], [0x62, 1, 0x80], [0x0D, 1]] {
            expect((try? ListEntitiesLightResponse(reading: malformed)) == nil, "\(malformed)")
        }
    }
}

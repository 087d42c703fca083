internal import HearthTraitDescriptors
internal import Expectations
internal import Testing

@testable internal import HearthHomeKitMapping

/// Buttons, valves, televisions, speakers, and the accessory's information.
@Suite struct OtherServiceTests {
    // MARK: Buttons

    private func button(_ map: UInt64, type: UInt32 = 0x0F) -> AccessoryView {
        AccessoryView(device(type, [0x3B: [0: .unsigned(2), 1: .unsigned(0), features: .unsigned(map)]]))
    }

    private func pressed(_ view: AccessoryView, _ event: UInt32, _ count: UInt64 = 0) -> Int64? {
        view.values(ofEvent: event, trait: 0x3B, endpoint: 1, fields: [0: .unsigned(1), 1: .unsigned(count)])
            .first?.value.integer
    }

    @Test func aButtonTellsItsPressesAndReadsAsNull() {
        let view = button(0x1E)
        let event = view.shown(.statelessProgrammableSwitch)?[.programmableSwitchEvent]
        expect(event != nil)
        expectNil(event?.value)
        expect(event?.metadata.validValues, equals: [0, 1, 2])
        expect(pressed(view, 6, 1), equals: 0)
        expect(pressed(view, 6, 2), equals: 1)
        expectNil(pressed(view, 6, 3))
        expect(pressed(view, 2), equals: 2)
        expectNil(pressed(view, 1))
        expectNil(pressed(view, 3))
    }

    @Test func aButtonThatDoesNotCountTellsWhenItIsLetGo() {
        expect(pressed(button(0x6), 3), equals: 0)
        expectNil(pressed(button(0x6), 1))
        expect(pressed(button(0x2), 1), equals: 0)
        expect(
            button(0x2).shown(.statelessProgrammableSwitch)?[.programmableSwitchEvent]?.metadata.validValues,
            equals: [0])
        expect(button(0x1).serviceNames.contains("StatelessProgrammableSwitch"), equals: false)
    }

    @Test func aDoorbellIsAButtonToo() {
        expect(button(0x6, type: 0x148).serviceNames, equals: ["Doorbell"])
        let google = AccessoryView(device(0x143, [0x6006_FC01: [:]]))
        expect(google.serviceNames, equals: ["Doorbell"])
        expect(google.values(ofEvent: 0, trait: 0x6006_FC01, endpoint: 1, fields: [:]).map(\.value), equals: [.uint(0)])
    }

    @Test func severalButtonsAreNumbered() {
        let buttons = (1...3).map { endpoint(UInt16($0) * 2, 0x0F, [0x3B: [features: .unsigned(2)]]) }
        let view = AccessoryView(DeviceSnapshot(id: "d", name: "Remote", endpoints: buttons))
        let indexes = [2, 4, 6].map {
            view.shown(.statelessProgrammableSwitch, endpoint: $0)?[.serviceLabelIndex]?.value?.integer
        }
        expect(indexes, equals: [1, 2, 3])
        expect(view.serviceNames.filter { $0 == "ServiceLabel" }.count, equals: 1)
        expectNil(button(2).shown(.statelessProgrammableSwitch)?[.serviceLabelIndex])
    }

    // MARK: Valves

    @Test func aValveOpensForItsTime() {
        func valve(_ state: UInt64, _ target: TraitValue) -> AccessoryView {
            AccessoryView(
                device(
                    0x42,
                    [0x81: [1: .null, 3: .unsigned(90), 4: .unsigned(state), 5: target, 9: .unsigned(2)]]))
        }
        expect(valve(0, .null).number(.valve, .active), equals: 0)
        expect(valve(2, .unsigned(1)).number(.valve, .active), equals: 1)
        expect(valve(2, .unsigned(0)).number(.valve, .active), equals: 0)
        expect(valve(2, .unsigned(0)).number(.valve, .inUse), equals: 1)
        expect(valve(0, .null).number(.valve, .setDuration), equals: 0)
        expect(valve(0, .null).number(.valve, .remainingDuration), equals: 90)
        expect(valve(0, .null).number(.valve, .statusFault), equals: 1)
        expect(valve(0, .null).sent(.valve, [(.active, .uint(1))]), equals: ["ValveConfigurationAndControl.Open"])
        expect(
            valve(0, .null).sent(.valve, [(.active, .uint(1)), (.setDuration, .uint(600))]),
            equals: ["ValveConfigurationAndControl.Open 600", "ValveConfigurationAndControl defaultOpenDuration=600"])
        expect(valve(1, .null).sent(.valve, [(.active, .uint(0))]), equals: ["ValveConfigurationAndControl.Close"])
        expect(
            valve(1, .null).sent(.valve, [(.setDuration, .uint(0))]),
            equals: ["ValveConfigurationAndControl defaultOpenDuration=null"])
    }

    // MARK: Media

    private let television = AccessoryView(
        device(
            0x28,
            [
                0x6: [0: .bool(true)], 0x506: [0: .unsigned(3)], 0x509: [:],
                0x507: [
                    0: .list([
                        .structure([0: .unsigned(2), 1: .unsigned(4), 2: .string("Console"), 3: .string("")]),
                        .structure([0: .unsigned(5), 1: .unsigned(10), 2: .string("Stick"), 3: .string("")]),
                    ]), 1: .unsigned(5),
                ],
            ]))

    @Test func aTelevisionHasItsInputs() {
        expect(television.serviceNames, equals: ["Television", "InputSource", "InputSource"])
        expect(television.number(.television, .activeIdentifier), equals: 5)
        expect(television.number(.inputSource, .identifier, part: 2), equals: 2)
        expect(television.number(.inputSource, .inputSourceType, part: 2), equals: 3)
        expect(television.shown(.inputSource, part: 5)?[.configuredName]?.value, equals: .string("Stick"))
        expect(television.shown(.television)?.linked.count, equals: 2)
        expect(television.sent(.television, [(.activeIdentifier, .uint(2))]), equals: ["MediaInput.SelectInput 2"])
    }

    @Test func aTelevisionIsSwitchedPlayedAndSteered() {
        expect(television.number(.television, .active), equals: 1)
        expect(television.number(.television, .currentMediaState), equals: 4)
        expect(television.number(.television, .targetMediaState), equals: 0)
        expect(television.sent(.television, [(.active, .uint(0))]), equals: ["OnOff.Off"])
        expect(television.sent(.television, [(.targetMediaState, .uint(1))]), equals: ["MediaPlayback.Pause"])
        expect(television.sent(.television, [(.remoteKey, .uint(8))]), equals: ["KeypadInput.SendKey 0"])
        expect(television.sent(.television, [(.remoteKey, .uint(15))]), equals: ["KeypadInput.SendKey 53"])
        expect(television.sent(.television, [(.remoteKey, .uint(12))]), equals: ["RemoteKey: 3"])
        expect(throws: CharacteristicError.self) {
            try television.value(of: CharacteristicKey(ServiceKey(endpoint: 1, type: .television), .remoteKey))
        }
    }

    @Test func aSpeakerThatIsOffIsMute() {
        let speaker = AccessoryView(device(0x22, [0x6: [0: .bool(false)], 0x8: [0: .unsigned(127)]]))
        expect(speaker.serviceNames, equals: ["Speaker"])
        expect(speaker.number(.speaker, .mute), equals: 1)
        expect(speaker.number(.speaker, .volume), equals: 50)
        expect(speaker.sent(.speaker, [(.mute, .bool(false))]), equals: ["OnOff.On"])
        expect(speaker.sent(.speaker, [(.volume, .uint(0))]), equals: ["LevelControl.MoveToLevel 0 0 1 1"])
    }

    // MARK: Information

    @Test func informationServiceIsFirstAndComplete() {
        let root = endpoint(
            0, 0x16,
            [0x28: [1: .string("Maker"), 3: .string("Lamp"), 8: .string("1"), 10: .string("2.1"), 15: .string("")]])
        let lamp = endpoint(1, 0x100, [0x6: [0: .bool(true)], 0x3: [0: .unsigned(0)]])
        let view = AccessoryView(DeviceSnapshot(id: "id-7", name: "Desk", endpoints: [lamp, root]))
        let information = view.accessory().services[0]
        expect(information.id, equals: 1)
        expect(information[.name]?.value, equals: .string("Desk"))
        expect(information[.manufacturer]?.value, equals: .string("Maker"))
        expect(information[.serialNumber]?.value, equals: .string("id-7"))
        expect(information[.firmwareRevision]?.value, equals: .string("2.1"))
        expect(information[.hardwareRevision]?.value, equals: .string("1"))
        let plan = view.plan(for: [CharacteristicWrite(CharacteristicKey(.information, .identify), .bool(true))])
        expect(plan.requests.map(\.words), equals: ["Identify.IdentifyCommand 10"])
        expect(plan.requests.first?.endpoint, equals: 1)
    }

    @Test func aBridgedDeviceSaysItselfWhatItIs() {
        let endpoints = [endpoint(3, 0x13, [0x39: [1: .string("Other"), 17: .bool(true)], 0x6: [0: .bool(true)]])]
        let view = AccessoryView(DeviceSnapshot(id: "b", name: "Plug", endpoints: endpoints))
        expect(view.accessory().services[0][.manufacturer]?.value, equals: .string("Other"))
        expect(view.accessory().services[0][.model]?.value, equals: .string("unknown"))
    }

    @Test func aDeviceWithoutAnythingHasItsInformation() {
        let view = AccessoryView(DeviceSnapshot(id: "x", name: "Nothing", endpoints: []))
        let accessory = view.accessory()
        expect(accessory.services.map(\.id), equals: [1])
        expect(accessory.services[0].characteristics.map(\.type).count, equals: 6)
    }
}

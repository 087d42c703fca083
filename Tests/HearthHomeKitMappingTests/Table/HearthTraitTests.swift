internal import HearthTraitDescriptors
internal import Expectations
internal import Testing

@testable internal import HearthHomeKitMapping

/// Services with Hearth's own traits.
@Suite struct HearthTraitTests {
    @Test func aSecuritySystemIsArmedByItsTarget() {
        let view = AccessoryView(
            device(
                0xFFF0_0001,
                [0xFFF0_FC01: [0: .unsigned(4), 1: .unsigned(1), 2: .unsigned(1), 3: .bool(false), 4: .bool(true)]]))
        expect(view.serviceNames, equals: ["SecuritySystem"])
        expect(view.number(.securitySystem, .securitySystemCurrentState), equals: 4)
        expect(view.number(.securitySystem, .securitySystemTargetState), equals: 1)
        expect(view.number(.securitySystem, .statusTampered), equals: 1)
        expect(
            view.sent(.securitySystem, [(.securitySystemTargetState, .uint(3))]),
            equals: ["SecuritySystem targetState=3"])
        expect(
            view.sent(.securitySystem, [(.securitySystemTargetState, .uint(4))]),
            equals: ["SecuritySystemTargetState: 45"])
    }

    @Test func aHumidifierHasItsThresholds() {
        let view = AccessoryView(
            device(
                0xFFF0_0002,
                [
                    0xFFF0_FC02: [
                        0: .bool(true), 1: .unsigned(2), 2: .unsigned(0), 3: .unsigned(40), 4: .unsigned(60),
                        5: .unsigned(80),
                    ],
                    0x405: [0: .unsigned(3600)],
                ]))
        let service = ServiceType.humidifierDehumidifier
        expect(view.serviceNames, equals: ["HumidifierDehumidifier"])
        expect(view.number(service, .currentRelativeHumidity), equals: 36)
        expect(view.number(service, .relativeHumidityDehumidifierThreshold), equals: 60)
        expect(view.number(service, .waterLevel), equals: 80)
        expect(view.sent(service, [(.active, .uint(0))]), equals: ["HumidifierDehumidifier active=false"])
        expect(
            view.sent(
                service,
                [(.relativeHumidityHumidifierThreshold, .int(45)), (.targetHumidifierDehumidifierState, .uint(1))]),
            equals: ["HumidifierDehumidifier targetState=1 humidifierThreshold=45"])
    }

    @Test func slatsTurnBothWays() {
        let view = AccessoryView(
            device(
                0xFFF0_0003,
                [0xFFF0_FC03: [0: .unsigned(0), 1: .unsigned(1), 2: .signed(-45), 3: .signed(-45), 4: .bool(false)]]))
        expect(view.number(.slats, .currentTiltAngle), equals: -45)
        expect(view.sent(.slats, [(.targetTiltAngle, .int(-90))]), equals: ["Slats targetTiltAngle=-90"])
        expect(view.sent(.slats, [(.swingMode, .uint(1))]), equals: ["Slats swing=true"])
    }

    @Test func anAirPurifierMaySayItself() {
        let view = AccessoryView(
            device(
                0x2D,
                [
                    0x202: [0: .unsigned(3), 2: .unsigned(50), 3: .unsigned(50)],
                    0xFFF0_FC04: [0: .unsigned(1), 1: .unsigned(1)],
                ]))
        expect(view.number(.airPurifier, .currentAirPurifierState), equals: 1)
        expect(view.number(.airPurifier, .targetAirPurifierState), equals: 1)
        expect(
            view.sent(.airPurifier, [(.targetAirPurifierState, .uint(0))]), equals: ["AirPurifierState targetState=0"])
        expect(view.serviceNames, equals: ["AirPurifier"])
    }

    @Test func labelsAreWhatTheDeviceSays() {
        let buttons = (1...2).map { endpoint(UInt16($0), 0x0F, [0x3B: [features: .unsigned(2)]]) }
        let root = endpoint(0, 0x16, [0xFFF0_FC05: [0: .unsigned(0)]])
        let view = AccessoryView(DeviceSnapshot(id: "d", name: "Remote", endpoints: buttons + [root]))
        expect(view.serviceNames.filter { $0 == "ServiceLabel" }.count, equals: 1)
        expect(view.shown(.serviceLabel, endpoint: 0)?[.serviceLabelNamespace]?.value, equals: .uint(0))
    }
}

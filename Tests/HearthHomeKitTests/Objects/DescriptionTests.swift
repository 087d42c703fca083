internal import Foundation
@testable internal import HearthHomeKit
internal import Expectations
internal import Testing

@Suite(.timeLimit(.minutes(5)), .stopsAtEnd)
struct DescriptionTests {
    @Test func objectsPrintThemselvesInALine() async throws {
        let program = try await HomeKitHouse.oneProgram()
        let home = try program.home
        let zone = try await home.addZone(withName: "Upstairs")
        let group = try await home.addServiceGroup(withName: "Lights")
        let scene = try await home.addActionSet(withName: "Cosy")
        let level = try program.characteristic("Floor Lamp", HMCharacteristicTypeBrightness)
        let action = HMCharacteristicWriteAction(characteristic: level, targetValue: 40 as NSNumber)
        let trigger = HMTimerTrigger(
            name: "Noon", fireDate: Date(timeIntervalSince1970: 4_102_444_800), recurrence: nil)
        try await level.writeValue(70)
        let lines: [(NSObject, String)] = [
            (program.manager, "HMHomeManager(1 homes)"),
            (home, "HMHome(\"Home\", \(home.accessories.count) accessories in \(home.rooms.count) rooms)"),
            (try program.accessory("Floor Lamp"), "HMAccessory(\"Floor Lamp\", reachable)"),
            (try require(level.service), "HMService(\"Floor Lamp\", Lightbulb)"),
            (level, "HMCharacteristic(Brightness = 70)"),
            (zone, "HMZone(\"Upstairs\", 0 rooms)"),
            (group, "HMServiceGroup(\"Lights\", 0 services)"),
            (scene, "HMActionSet(\"Cosy\", 0 actions)"),
            (action, "HMCharacteristicWriteAction(Brightness = 40)"),
            (trigger, "HMTimerTrigger(\"Noon\", not enabled)"),
            (home.roomForEntireHome(), "HMRoom(\"Home\")"),
            (try program.accessory("Floor Lamp").category, "HMAccessoryCategory(Lightbulb)"),
            (try require(level.metadata), "HMCharacteristicMetadata(int, 0 to 100, percentage)"),
            (home.homeAccessControl(for: home.currentUser), "HMHomeAccessControl(administrator)"),
            (
                HMCharacteristicEvent(characteristic: level, triggerValue: 40 as NSNumber),
                "HMCharacteristicEvent(Brightness = 40)"
            ),
            (
                HMCharacteristicEvent<NSNumber>(characteristic: level, triggerValue: nil),
                "HMCharacteristicEvent(Brightness)"
            ),
            (
                HMCharacteristicThresholdRangeEvent(
                    characteristic: level, thresholdRange: HMNumberRange(minValue: 10, maxValue: 40)),
                "HMCharacteristicThresholdRangeEvent(Brightness, from 10.0 to 40.0)"
            ),
            (HMCalendarEvent(fire: DateComponents(hour: 7, minute: 5)), "HMCalendarEvent(hour 7, minute 5)"),
            (
                HMSignificantTimeEvent(significantEvent: .sunset, offset: DateComponents(minute: 10)),
                "HMSignificantTimeEvent(sunset, 600 s after it)"
            ),
            (
                HMPresenceEvent(presenceEventType: .lastExit, presenceUserType: .homeUsers),
                "HMPresenceEvent(lastExit, homeUsers)"
            ),
            (HMDurationEvent(duration: 90), "HMDurationEvent(90.0 s)"),
            (HMAccessorySetupPayload(text: "MT:SECRET"), "HMAccessorySetupPayload"),
        ]
        for (object, line) in lines {
            expect("\(object)", equals: line)
            expect(String(reflecting: object), equals: line)
        }
    }
}

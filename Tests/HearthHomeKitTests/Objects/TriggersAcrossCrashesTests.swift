internal import Foundation
@testable internal import HearthHomeKit
internal import HearthHub
internal import HearthStore
internal import HearthTraitCore
internal import HearthWire
internal import ProcessTestSupport
internal import Expectations
internal import Testing

/// HomeKit's rules across crashes of the hub: each restart uses the file as it was on disk at that moment.
@Suite(.timeLimit(.minutes(5)))
struct TriggersAcrossCrashesTests {
    private let folder: TemporaryFolder
    /// A whole minute, at which each scenario begins.
    private let began: Duration

    init() throws {
        folder = try TemporaryFolder()
        began = .seconds((Date().timeIntervalSince1970 / 60).rounded(.down) * 60)
    }

    private func date(_ minutes: Double) -> Date {
        Date(timeIntervalSince1970: Double(began.components.seconds) + minutes * 60)
    }

    /// A hub at a time of the scenario, with a program.
    private final class Scene {
        let house: HomeKitHouse
        let program: Program
        let clock: ManualClock
        let file: String

        init(_ file: String, _ clock: ManualClock) async throws {
            (self.file, self.clock) = (file, clock)
            house = try await HomeKitHouse.start(clock: clock, file: file)
            program = try await house.program("one")
        }

        func power(_ name: String = "Floor Lamp") throws -> HMCharacteristic {
            try program.characteristic(name, HMCharacteristicTypePowerState)
        }

        /// Waits until the lamp is on or off.
        func waits(forLamp isOn: Bool) async throws {
            let power = try power()
            while power.value as? Bool != isOn { try await Task.sleep(for: .milliseconds(5)) }
        }

        /// The trigger's automation, as the hub returns it.
        func automation(_ name: String) async throws -> Hearth_V1_Automation {
            let client = Hearth_V1_AutomationClient(house.client)
            let structure = try program.home.uniqueIdentifier
            let structures = try await Hearth_V1_HomeClient(house.client).list(.init()).structures.map(\.id)
            for id in structures {
                let all = try await client.listAutomations(.init(structureID: id)).automations
                if let found = all.first(where: { $0.name == name }) { return found }
            }
            throw HomeIsWithoutTrigger(home: structure)
        }

        func waits(for name: String, executions: UInt32) async throws {
            while try await automation(name).executionCount < executions { try await Task.sleep(for: .milliseconds(5)) }
        }
    }

    private struct HomeIsWithoutTrigger: Error { let home: UUID }

    private func story() async throws -> Scene {
        try await Scene(folder.file, ManualClock(sinceEpoch: began))
    }

    /// Kills the hub, and restarts it this many minutes after the beginning.
    private func killed(_ scene: Scene, at minutes: Double) async throws -> Scene {
        try await Scene(
            folder.abandoned(scene.file), ManualClock(sinceEpoch: began + .seconds(minutes * 60)))
    }

    private func cosy(_ scene: Scene) async throws -> HMActionSet {
        let set = try await scene.program.home.addActionSet(withName: "Cosy")
        try await set.addAction(
            HMCharacteristicWriteAction(characteristic: try scene.power(), targetValue: NSNumber(value: true)))
        return set
    }

    private func add(_ trigger: HMTrigger, to scene: Scene) async throws {
        try await scene.program.home.addTrigger(trigger)
        try await trigger.addActionSet(try await cosy(scene))
        try await trigger.enable(true)
    }

    @Test func oneTimeTimerFiresOnceAcrossCrashes() async throws {
        let first = try await story()
        try await add(HMTimerTrigger(name: "Later", fireDate: date(2), recurrence: nil), to: first)
        let second = try await killed(first, at: 1.5)
        try await expect(second.automation("Later").isActive)
        await second.clock.advance(by: .seconds(29))
        try await expect(second.automation("Later").executionCount, equals: 0)
        await second.clock.advance(by: .seconds(2))
        try await second.waits(for: "Later", executions: 1)
        try await second.waits(forLamp: true)
        try await expect(!second.automation("Later").isActive)
        try await second.power().writeValue(false)
        try await second.house.hub.shutdown()
        for minutes in [2.2, 10, 1_445] {
            let next = try await killed(second, at: minutes)
            await next.clock.advance(by: .seconds(600))
            let trigger = try await next.automation("Later")
            expect((trigger.executionCount, trigger.isActive), are: (1, false))
            try expect(next.power().value as? Bool == false)
        }
    }

    @Test func missedTimerIsCaughtUpWithin15Minutes() async throws {
        let first = try await story()
        try await add(HMTimerTrigger(name: "Later", fireDate: date(2), recurrence: nil), to: first)
        let soon = try await killed(first, at: 10)
        await soon.clock.advance(by: .seconds(20))
        try await soon.waits(for: "Later", executions: 1)
        try await soon.waits(forLamp: true)
        let late = try await killed(first, at: 60)
        await late.clock.advance(by: .seconds(600))
        try await expect(late.automation("Later").executionCount, equals: 0)
    }

    @Test func recurringTimerFiresEachTimeOnceAcrossCrashes() async throws {
        var scene = try await story()
        try await add(
            HMTimerTrigger(name: "Often", fireDate: date(2), recurrence: DateComponents(minute: 5)), to: scene)
        for (count, minutes) in [(1, 1.9), (2, 6.9), (3, 11.9)] as [(UInt32, Double)] {
            scene = try await killed(scene, at: minutes)
            await scene.clock.advance(by: .seconds(30))
            try await scene.waits(for: "Often", executions: count)
            try await expect(scene.automation("Often").executionCount, equals: count)
            // It is stored before it acts.
            try await scene.waits(forLamp: true)
        }
    }

    @Test func executeOnceIsOnceAcrossCrashes() async throws {
        let first = try await story()
        let brightness = try first.program.characteristic("Ceiling Light", HMCharacteristicTypeBrightness)
        let event = HMCharacteristicThresholdRangeEvent(
            characteristic: brightness, thresholdRange: HMNumberRange(minValue: 20, maxValue: 40))
        let trigger = HMEventTrigger(name: "Bright", events: [event], predicate: nil)
        try await first.program.home.addTrigger(trigger)
        try await trigger.updateExecuteOnce(true)
        try await trigger.addActionSet(try await cosy(first))
        try await trigger.enable(true)
        let second = try await killed(first, at: 1)
        try await second.program.characteristic("Ceiling Light", HMCharacteristicTypePowerState).writeValue(true)
        let again = try second.program.characteristic("Ceiling Light", HMCharacteristicTypeBrightness)
        for value in [80, 30] {
            try await again.writeValue(value)
            while again.value as? Int != value { try await Task.sleep(for: .milliseconds(5)) }
        }
        try await second.waits(for: "Bright", executions: 1)
        try await second.waits(forLamp: true)
        let third = try await killed(second, at: 2)
        let last = try third.program.characteristic("Ceiling Light", HMCharacteristicTypeBrightness)
        for value in [80, 30, 80, 30] {
            try await last.writeValue(value)
            while last.value as? Int != value { try await Task.sleep(for: .milliseconds(5)) }
        }
        let seen = try await third.automation("Bright")
        expect(seen.executionCount, equals: 1, "it was disabled with its only run")
        expect(!seen.isActive, "it was disabled with its only run")
    }

    @Test func endEventByTimeIsOnTimeAcrossACrash() async throws {
        let first = try await story()
        let off = HMCharacteristicEvent<NSNumber>(
            characteristic: try first.power("Ceiling Light"), triggerValue: NSNumber(value: true))
        let trigger = HMEventTrigger(
            name: "A while", events: [off], end: [HMDurationEvent(duration: 300)], recurrences: nil, predicate: nil)
        try await add(trigger, to: first)
        try await first.power("Ceiling Light").writeValue(false)
        try await first.power("Ceiling Light").writeValue(true)
        try await first.waits(for: "A while", executions: 1)
        try await first.waits(forLamp: true)
        // The lamp's report is saved with the next transaction.
        try await first.house.hub.save()
        let second = try await killed(first, at: 2)
        await second.clock.advance(by: .seconds(150))
        try expect(second.power().value as? Bool == true)
        await second.clock.advance(by: .seconds(60))
        try await second.waits(forLamp: false)
    }
}

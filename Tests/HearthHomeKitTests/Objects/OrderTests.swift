internal import Foundation
internal import Hearth
internal import HearthHomeKitMapping
internal import HearthBase
internal import HearthTraitCore
internal import HearthTraits
internal import HearthVirtualHome
@testable internal import HearthHomeKit
internal import Synchronization
internal import Expectations
internal import Testing

/// Calls of one program that do not wait for each other, as the guides print them, in two programs at once.
/// HEARTH_HOMEKIT_ROUNDS is the number of rounds; scripts/test --all runs 1,000.
@Suite(.timeLimit(.minutes(30)))
struct OrderTests {
    private static let rounds = ProcessInfo.processInfo.environment["HEARTH_HOMEKIT_ROUNDS"].flatMap(Int.init) ?? 5

    /// Records the outcomes of calls in the order of their completion handlers.
    private final class Outcomes: Sendable {
        private struct State: Sendable {
            var expected = 0
            var outcomes: [String] = []
            /// Whether all calls were made: a completion handler may be called while others are still being made.
            var isWhole = false
            var isOver: Bool { isWhole && outcomes.count == expected }
        }

        private let state = Mutex(State())
        private let done = Latch()

        /// The completion handler of a call.
        func of(_ name: String) -> ((any Error)?) -> Void {
            state.withLock { $0.expected += 1 }
            return { [self] error in
                let isOver = state.withLock { state in
                    state.outcomes.append(error.map { "\(name): \($0)" } ?? name)
                    return state.isOver
                }
                if isOver { done.open() }
            }
        }

        /// All outcomes, once the last one has come. No call may be made after it.
        func all() async -> [String] {
            let isOver = state.withLock { state in
                state.isWhole = true
                return state.isOver
            }
            if !isOver { await done.wait() }
            return state.withLock { $0.outcomes }
        }
    }

    private func action(
        _ program: Program, _ accessory: String, _ type: String, _ value: NSNumber
    ) throws -> HMCharacteristicWriteAction<NSNumber> {
        HMCharacteristicWriteAction(characteristic: try program.characteristic(accessory, type), targetValue: value)
    }

    private func inTwoPrograms(_ flow: @escaping @Sendable (Program, String) async throws -> Void) async throws {
        let (one, other) = try await HomeKitHouse.twoPrograms()
        try await withThrowingTaskGroup(of: Void.self) { group in
            for (program, name) in [(one, "One"), (other, "Other")] {
                group.addTask {
                    for round in 0..<Self.rounds { try await flow(program, "\(name) \(round)") }
                }
            }
            try await group.waitForAll()
        }
    }

    @Test func aSceneAndItsTriggerAreMadeWithoutWaiting() async throws {
        try await inTwoPrograms { program, name in
            let home = try program.home, outcomes = Outcomes()
            let scene = try await home.addActionSet(withName: "\(name) scene")
            let trigger = HMTimerTrigger(
                name: "\(name) timer", fireDate: Date(timeIntervalSince1970: 4_070_908_800), recurrence: nil)
            let event = HMEventTrigger(
                name: "\(name) event",
                events: [HMSignificantTimeEvent(significantEvent: .sunset, offset: nil)], predicate: nil)
            let actions = [
                try action(program, "Floor Lamp", HMCharacteristicTypePowerState, true),
                try action(program, "Ceiling Light", HMCharacteristicTypeBrightness, 40),
                try action(program, "Ceiling Light", HMCharacteristicTypeSaturation, 60),
            ]
            for (index, action) in actions.enumerated() {
                scene.addAction(action, completionHandler: outcomes.of("action \(index)"))
            }
            home.addTrigger(event, completionHandler: outcomes.of("trigger"))
            event.addActionSet(scene, completionHandler: outcomes.of("scene of the trigger"))
            event.enable(true, completionHandler: outcomes.of("enabled"))
            event.updateName("\(name) renamed", completionHandler: outcomes.of("renamed"))
            home.addTrigger(trigger, completionHandler: outcomes.of("timer"))
            trigger.addActionSet(scene, completionHandler: outcomes.of("scene of the timer"))
            scene.removeAction(actions[2], completionHandler: outcomes.of("action removed"))
            home.executeActionSet(scene, completionHandler: outcomes.of("executed"))
            home.removeTrigger(trigger, completionHandler: outcomes.of("timer removed"))
            let all = await outcomes.all()
            expect(
                all.filter { $0 != "executed" },
                equals: [
                    "action 0", "action 1", "action 2", "trigger", "scene of the trigger", "enabled", "renamed",
                    "timer",
                    "scene of the timer", "action removed", "timer removed",
                ])
            expect((all.contains("executed"), scene.actions), are: (true, Set(actions[..<2].map { $0 as HMAction })))
            expect((event.isEnabled, event.actionSets, event.name), are: (true, [scene], "\(name) renamed"))
            let last = Outcomes()
            home.removeActionSet(scene, completionHandler: last.of("scene removed"))
            home.removeTrigger(event, completionHandler: last.of("trigger removed"))
            let removed = await last.all()
            expect(removed, equals: ["scene removed", "trigger removed"])
        }
    }

    /// The scene has the action when its value is changed, although the app did not wait for that.
    @Test func anActionThatIsBeingAddedGetsAnotherValue() async throws {
        try await inTwoPrograms { program, name in
            let home = try program.home, outcomes = Outcomes()
            let scene = try await home.addActionSet(withName: "\(name) scene")
            let action = try action(program, "Ceiling Light", HMCharacteristicTypeBrightness, 40)
            scene.addAction(action, completionHandler: outcomes.of("added"))
            action.updateTargetValue(70, completionHandler: outcomes.of("updated"))
            let all = await outcomes.all()
            expect(all, equals: ["added", "updated"])
            expect(scene.content.plan.writes.values.map { $0.object as? NSNumber }, equals: [70])
            expect(action.targetValue, equals: 70)
            try await home.removeActionSet(scene)
        }
    }

    @Test func aSceneThatWaitsForASlowAccessoryDelaysNothingElse() async throws {
        let (program, _) = try await HomeKitHouse.twoPrograms()
        let home = try program.home, outcomes = Outcomes(), last = Outcomes()
        let slow = try await home.addActionSet(withName: "Slow"), quick = try await home.addActionSet(withName: "Quick")
        try await slow.addAction(try action(program, "Floor Lamp", HMCharacteristicTypePowerState, true))
        try await quick.addAction(try action(program, "Ceiling Light", HMCharacteristicTypePowerState, true))
        let power = try program.characteristic("Floor Lamp", HMCharacteristicTypePowerState)
        try await power.writeValue(false)
        // As during a write to the lamp.
        let write = try require(home.model).order.enter(slow.written)
        home.executeActionSet(slow, completionHandler: outcomes.of("slow"))
        home.executeActionSet(quick, completionHandler: last.of("quick"))
        await expect(last.all(), equals: ["quick"])
        _ = try await home.addZone(withName: "Upstairs")
        expect(power.value as? Bool == false)
        write.leave()
        await expect(outcomes.all(), equals: ["slow"])
        expect(power.value as? Bool == true)
    }

    @Test func aZoneEndsAsItWasChangedLast() async throws {
        try await inTwoPrograms { program, name in
            let home = try program.home, outcomes = Outcomes()
            let zone = try await home.addZone(withName: "\(name) zone")
            let rooms = Array(home.rooms.prefix(2))
            zone.addRoom(rooms[0], completionHandler: outcomes.of("added"))
            zone.addRoom(rooms[1], completionHandler: outcomes.of("second added"))
            zone.removeRoom(rooms[0], completionHandler: outcomes.of("removed"))
            zone.updateName("\(name) area", completionHandler: outcomes.of("renamed"))
            let all = await outcomes.all()
            expect(all, equals: ["added", "second added", "removed", "renamed"])
            expect((zone.rooms, zone.name), are: ([rooms[1]], "\(name) area"))
            try await home.removeZone(zone)
        }
    }

    /// These change objects of this program only, so the next call finds the change.
    @Test func changesOfLocalObjectsAreMadeAtTheCall() async throws {
        try await inTwoPrograms { program, name in
            let home = try program.home, outcomes = Outcomes()
            let brightness = try program.characteristic("Ceiling Light", HMCharacteristicTypeBrightness)
            let event = HMCharacteristicEvent(characteristic: brightness, triggerValue: 10 as NSNumber)
            let range = HMCharacteristicThresholdRangeEvent(
                characteristic: brightness, thresholdRange: HMNumberRange(minValue: 1))
            let timer = HMTimerTrigger(
                name: "\(name) timer", fireDate: Date(timeIntervalSince1970: 4_070_908_800), recurrence: nil)
            let trigger = HMEventTrigger(name: "\(name) trigger", events: [event], predicate: nil)
            brightness.enableNotification(true, completionHandler: outcomes.of("on"))
            brightness.enableNotification(true, completionHandler: outcomes.of("on again"))
            brightness.enableNotification(false, completionHandler: outcomes.of("off"))
            home.addTrigger(trigger, completionHandler: outcomes.of("added"))
            event.updateTriggerValue(20 as NSNumber, completionHandler: outcomes.of("20"))
            event.updateTriggerValue(30 as NSNumber, completionHandler: outcomes.of("30"))
            trigger.updateEvents([event], completionHandler: outcomes.of("events"))
            event.updateTriggerValue(40 as NSNumber, completionHandler: outcomes.of("40"))
            range.updateThresholdRange(HMNumberRange(minValue: 5), completionHandler: outcomes.of("range"))
            for zone in ["Europe/Berlin", "Asia/Kolkata"] {
                timer.updateTimeZone(TimeZone(identifier: zone), completionHandler: outcomes.of(zone))
            }
            expect((brightness.isNotificationEnabled, event.triggerValue), are: (false, 40))
            expect((range.thresholdRange.minValue, timer.timeZone?.identifier), are: (5, "Asia/Kolkata"))
            let local = [
                "on", "on again: \(HMError(.notificationAlreadyEnabled, "notifications of Brightness are on already"))",
                "off", "20", "30", "40", "range", "Europe/Berlin", "Asia/Kolkata",
            ]
            let all = await outcomes.all()
            expect(all.filter { !["added", "events"].contains($0) }, equals: local)
            expect(all.filter { !local.contains($0) }, equals: ["added", "events"])
            // Of the event as it was at the call.
            expect(trigger.core.plan?.eventPlan?.events.map { "\($0)".contains("30") }, equals: [true])
            try await home.removeTrigger(trigger)
        }
    }

    @Test("An object that is in no home is changed at the call, so its addition takes the change")
    func whatIsAddedWasChangedBefore() async throws {
        try await inTwoPrograms { program, name in
            let home = try program.home, outcomes = Outcomes()
            let brightness = try program.characteristic("Ceiling Light", HMCharacteristicTypeBrightness)
            func event(_ value: Int) -> HMEvent {
                HMCharacteristicEvent(characteristic: brightness, triggerValue: value as NSNumber)
            }
            let past = Date(timeIntervalSince1970: 946_684_800), future = Date(timeIntervalSince1970: 4_070_908_800)
            let timer = HMTimerTrigger(name: "\(name) timer", fireDate: past, recurrence: nil)
            timer.updateFireDate(future, completionHandler: outcomes.of("date"))
            timer.updateRecurrence(DateComponents(hour: 1), completionHandler: outcomes.of("recurrence"))
            home.addTrigger(timer, completionHandler: outcomes.of("timer"))
            let trigger = HMEventTrigger(name: "\(name) trigger", events: [event(10)], predicate: nil)
            trigger.updateEvents([event(20)], completionHandler: outcomes.of("events"))
            trigger.updateEndEvents([event(30)], completionHandler: outcomes.of("end events"))
            trigger.updateRecurrences([DateComponents(weekday: 2)], completionHandler: outcomes.of("days"))
            trigger.updateExecuteOnce(true, completionHandler: outcomes.of("once"))
            home.addTrigger(trigger, completionHandler: outcomes.of("trigger"))
            let action = try action(program, "Ceiling Light", HMCharacteristicTypeBrightness, 40)
            action.updateTargetValue(70, completionHandler: outcomes.of("value"))
            expect(action.targetValue, equals: 70)
            await expect(
                Set(outcomes.all()),
                equals: ["date", "recurrence", "timer", "events", "end events", "days", "once", "trigger", "value"])
            expect((timer.fireDate, timer.recurrence?.hour), are: (future, 1))
            expect((trigger.events.count, trigger.endEvents.count, trigger.executeOnce), are: (1, 1, true))
            expect(trigger.core.plan?.eventPlan?.events.map { "\($0)".contains("20") }, equals: [true])
            expect(trigger.recurrences, equals: [DateComponents(weekday: 2)])
            try await home.removeTrigger(trigger)
            try await home.removeTrigger(timer)
        }
    }

    @Test("A code that is set right before a write goes with it")
    func aCodeIsSentWithTheNextWrite() async throws {
        let (one, _) = try await HomeKitHouse.twoPrograms()
        let door = try require(try await one.connection.devices().list().first { $0.id == "front-door-lock" })
        let lock = await door.types.get(DoorLockDeviceType.self)?.matterTraits.doorLockTrait
        _ = try await require(lock).update { $0.setRequirePinforRemoteOperation(true) }
        let target = try one.characteristic("Front Door", HMCharacteristicTypeTargetLockMechanismState)
        try await target.readValue()
        for round in 0..<Self.rounds {
            let outcomes = Outcomes()
            target.updateAuthorizationData(Data("1234".utf8), completionHandler: outcomes.of("code"))
            target.writeValue(round % 2, completionHandler: outcomes.of("written"))
            let all = await outcomes.all()
            expect(all, equals: ["code", "written"])
            target.updateAuthorizationData(nil, completionHandler: { _ in })
            await expect(code { try await target.writeValue(0) }, equals: .invalidOrMissingAuthorizationData)
        }
    }

    @Test func asyncCallsKeepTheirOrderToo() async throws {
        let (one, _) = try await HomeKitHouse.twoPrograms()
        let home = try one.home
        let zone = try await home.addZone(withName: "Upstairs")
        let room = try require(home.rooms.first)
        for _ in 0..<Self.rounds {
            let tasks = await MainActor.run {
                [
                    Task { @MainActor in try await zone.addRoom(room) },
                    Task { @MainActor in try await zone.removeRoom(room) },
                ]
            }
            for task in tasks { try await task.value }
            expect(zone.rooms.isEmpty)
        }
    }

    @Test func ofQuickWritesTheLastOneCounts() async throws {
        try await inTwoPrograms { program, name in
            let lamp = name.hasPrefix("One") ? "Ceiling Light" : "Floor Lamp"
            let brightness = try program.characteristic(lamp, HMCharacteristicTypeBrightness)
            let power = try program.characteristic(lamp, HMCharacteristicTypePowerState)
            let outcomes = Outcomes()
            for value in 1...30 { brightness.writeValue(value * 3, completionHandler: outcomes.of("\(value)")) }
            power.writeValue(false, completionHandler: outcomes.of("off"))
            brightness.writeValue(50, completionHandler: outcomes.of("50"))
            power.writeValue(true, completionHandler: outcomes.of("on"))
            brightness.writeValue(20, completionHandler: outcomes.of("20"))
            brightness.readValue(completionHandler: outcomes.of("read"))
            let all = await outcomes.all()
            expect(Set(all), equals: Set((1...30).map { "\($0)" } + ["off", "50", "on", "20", "read"]))
            expect(all.last, equals: "read")
            expect(brightness.value as? Int == 20)
            expect(power.value as? Bool == true)
        }
    }

    @Test func concurrentAdditionsToASceneAreAllKept() async throws {
        let (one, other) = try await HomeKitHouse.twoPrograms()
        let made = try await one.home.addActionSet(withName: "Cosy")
        await other.told.waits(for: "+scene Cosy")
        let seen = try require(try other.home.actionSets.first { $0.name == "Cosy" })
        let builtIn = [one, other].compactMap { try? $0.home.builtinActionSet(ofType: HMActionSetTypeSleep) }
        for round in 0..<Self.rounds {
            for (name, scenes) in [("Cosy", [made, seen]), ("Night", builtIn)] {
                let first = try action(one, "Floor Lamp", HMCharacteristicTypePowerState, true)
                let second = try action(other, "Ceiling Light", HMCharacteristicTypeBrightness, 40)
                async let added: Void = scenes[0].addAction(first)
                async let addedToo: Void = scenes[1].addAction(second)
                _ = try await (added, addedToo)
                try await scenes[0].updateName("\(name) \(round)")
                expect(scenes[0].actions.count, equals: 2)
                for action in scenes[0].actions { try await scenes[0].removeAction(action) }
            }
        }
    }

    @Test func aSlowAccessoryDelaysOnlyItself() async throws {
        let order = CallOrder()
        let slow = order.enter([.service(deviceID: "lamp", ServiceKey(endpoint: 1, type: .lightbulb))])
        let next = order.enter([.service(deviceID: "lamp", ServiceKey(endpoint: 1, type: .lightbulb))])
        let edit = order.enter([.home("home")])
        let both = order.enter([.homes, .home("home")])
        let last = order.enter([.home("home")])
        try await slow.waitForTurn()
        try await edit.waitForTurn()
        // A call that has waited for too long loses its turn to those behind it.
        await expect(code { try await next.waitForTurn(.milliseconds(1)) }, equals: .operationTimedOut)
        edit.leave()
        slow.leave()
        try await both.waitForTurn()
        expect(!last.isTurn)
        both.leave()
        try await last.waitForTurn()
        let cancelled = Task { try await order.enter([.home("home")]).waitForTurn() }
        cancelled.cancel()
        await expect(code { try await cancelled.value }, equals: .operationCancelled)
    }
}

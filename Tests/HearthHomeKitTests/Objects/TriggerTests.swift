internal import Foundation
@testable internal import HearthHomeKit
internal import Expectations
internal import Testing

/// Triggers of a real hub.
@Suite(.timeLimit(.minutes(5)), .stopsAtEnd)
struct TriggerTests {
    /// A whole minute, this many minutes from now.
    private func minute(_ minutes: Double) -> Date {
        let now = Date().timeIntervalSince1970
        return Date(timeIntervalSince1970: (now / 60).rounded(.down) * 60 + minutes * 60)
    }

    private func scene(_ program: Program, _ name: String = "Cosy", isOn: Bool = true) async throws -> HMActionSet {
        let scene = try await program.home.addActionSet(withName: name)
        try await scene.addAction(
            HMCharacteristicWriteAction(
                characteristic: try program.characteristic("Floor Lamp", HMCharacteristicTypePowerState),
                targetValue: NSNumber(value: isOn)))
        return scene
    }

    @Test func timerIsAddedGivenASceneAndEnabled() async throws {
        let (one, other) = try await HomeKitHouse.twoPrograms()
        let home = try one.home
        let date = minute(90)
        let trigger = HMTimerTrigger(
            name: "Later", fireDate: date, timeZone: nil, recurrence: DateComponents(day: 1), recurrenceCalendar: nil)
        let scene = try await scene(one)
        try await home.addTrigger(trigger)
        expect(home.triggers.first === trigger, "the home holds the same object")
        expect(!trigger.isEnabled, "a new trigger is disabled")
        await other.told.waits(for: "+trigger Later")
        try await trigger.addActionSet(scene)
        try await trigger.enable(true)
        expect(trigger.isEnabled, "it is enabled")
        await other.told.waits(for: "trigger Later true 1")
        let seen = try require(try other.home.triggers.first as? HMTimerTrigger)
        expect(
            (seen.fireDate, seen.recurrence, seen.actionSets.map(\.name), seen.uniqueIdentifier),
            are: (date, DateComponents(day: 1), ["Cosy"], trigger.uniqueIdentifier))
        try await trigger.updateFireDate(date.addingTimeInterval(600))
        try await trigger.updateName("Much later")
        await other.told.waits(for: "trigger is Much later")
        expect(seen.fireDate, equals: date.addingTimeInterval(600))

        try await home.removeActionSet(scene)
        expect(trigger.actionSets.isEmpty)
        expect(!trigger.isEnabled, "without a scene it is switched off")
        try await home.removeTrigger(trigger)
        expect(home.triggers.isEmpty)
        await other.told.waits(for: "-trigger Much later")
        expect(one.told.events, equals: ["status 5", "homes"], "own changes are not notified")
    }

    @Test func eventRunsTheSceneIfThePredicateHolds() async throws {
        let (one, other) = try await HomeKitHouse.twoPrograms()
        let home = try one.home
        let scene = try await scene(one)
        let brightness = try one.characteristic("Ceiling Light", HMCharacteristicTypeBrightness)
        let event = HMCharacteristicThresholdRangeEvent(
            characteristic: brightness, thresholdRange: HMNumberRange(minValue: 20, maxValue: 40))
        let power = try one.characteristic("Ceiling Light", HMCharacteristicTypePowerState)
        let predicate = HMEventTrigger.predicateForEvaluatingTrigger(power, relatedBy: .equalTo, toValue: true)
        let trigger = HMEventTrigger(name: "Bright", events: [event], predicate: predicate)
        try await home.addTrigger(trigger)
        try await trigger.addActionSet(scene)
        try await trigger.updateExecuteOnce(true)
        try await trigger.enable(true)
        expect((trigger.triggerActivationState, trigger.events.first === event), are: (.enabled, true))
        expect(trigger.predicate != nil)

        let lamp = try one.characteristic("Floor Lamp", HMCharacteristicTypePowerState)
        expect(lamp.value as? Bool == false)
        await other.told.waits(for: "trigger Bright true 1")
        let before = other.told.events.count
        try await brightness.writeValue(30)
        await other.told.waits(for: "trigger Bright false 1", after: before)
        // The scene runs as a child of the trigger, and the other program is notified of it.
        let seen = try other.characteristic("Floor Lamp", HMCharacteristicTypePowerState)
        while seen.value as? Bool != true { try await Task.sleep(for: .milliseconds(5)) }
        let told = try require(try other.home.triggers.first as? HMEventTrigger)
        expect((told.lastFireDate != nil, told.executeOnce), are: (true, true))
        expect(!told.isEnabled, "once is enough")
        let read = try require(told.events.first as? HMCharacteristicThresholdRangeEvent)
        expect(read.thresholdRange, equals: HMNumberRange(minValue: 20, maxValue: 40))
    }

    /// After a change of a trigger, an event that stays is the same object, for the program that made the change and
    /// for others.
    @Test func anEventThatStaysIsTheSameObject() async throws {
        let (one, other) = try await HomeKitHouse.twoPrograms()
        let home = try one.home
        let evening = HMCalendarEvent(fire: DateComponents(hour: 20, minute: 0))
        let sunset = HMSignificantTimeEvent(significantEvent: .sunset, offset: nil)
        let trigger = HMEventTrigger(name: "Evening", events: [evening], predicate: nil)
        try await home.addTrigger(trigger)
        await other.told.waits(for: "+trigger Evening")
        let seen = try require(try other.home.triggers.first as? HMEventTrigger)
        let seenEvening = try require(seen.events.first)
        try await trigger.updateEvents([evening, sunset])
        expect((trigger.events.first === evening, trigger.events.last === sunset), are: (true, true))
        try await trigger.updateRecurrences([DateComponents(weekday: 2)])
        expect((trigger.events.first === evening, trigger.events.last === sunset), are: (true, true))
        while seen.recurrences == nil { try await Task.sleep(for: .milliseconds(5)) }
        expect((seen.events.count, seen.events.first === seenEvening), are: (2, true))
        try await seen.updateEvents([seenEvening])
        while trigger.events.count != 1 { try await Task.sleep(for: .milliseconds(5)) }
        expect(trigger.events.first === evening)
    }

    @Test func actionsOfARemovedAccessoryGoWithIt() async throws {
        let (one, _) = try await HomeKitHouse.twoPrograms()
        let home = try one.home
        let scene = try await scene(one)
        let power = try one.characteristic("Ceiling Light", HMCharacteristicTypePowerState)
        let off = HMCharacteristicEvent<NSNumber>(characteristic: power, triggerValue: false)
        let trigger = HMEventTrigger(name: "Off", events: [off], predicate: nil)
        let both = HMEventTrigger(
            name: "Both", events: [off, HMCalendarEvent(fire: DateComponents(hour: 6))], predicate: nil)
        for trigger in [trigger, both] {
            try await home.addTrigger(trigger)
            try await trigger.addActionSet(scene)
            try await trigger.enable(true)
        }
        try await home.removeAccessory(one.accessory("Ceiling Light"))
        expect(trigger.events.isEmpty)
        expect(!trigger.isEnabled, "nothing sets it off any more")
        expect((both.events.count, both.triggerActivationState), are: (1, .enabled))
        try await home.removeAccessory(one.accessory("Floor Lamp"))
        expect(scene.actions.isEmpty)
        await expect(code { try await home.executeActionSet(scene) }, equals: .noActionsInActionSet)
    }

    /// Each call refuses invalid arguments with HomeKit's error codes.
    @Test func eachRuleHasItsErrorCode() async throws {
        let (one, _) = try await HomeKitHouse.twoPrograms()
        let home = try one.home
        let power = try one.characteristic("Floor Lamp", HMCharacteristicTypePowerState)
        let empty = try await home.addActionSet(withName: "Empty"), scene = try await scene(one)
        func timer(_ name: String, _ date: Date, _ recurrence: DateComponents? = nil) -> HMTimerTrigger {
            HMTimerTrigger(name: name, fireDate: date, recurrence: recurrence)
        }
        func event(_ name: String, _ event: HMEvent, _ predicate: NSPredicate? = nil) -> HMEventTrigger {
            HMEventTrigger(name: name, events: [event], predicate: predicate)
        }
        let onPower = HMCharacteristicEvent<NSNumber>(characteristic: power, triggerValue: true)
        let far = timer("Far", minute(6 * 7 * 1_440)), known = event("Known", onPower)
        try await home.addTrigger(far)
        try await far.addActionSet(scene)
        try await home.addTrigger(known)
        let lost = event("Lost", onPower)
        let elsewhere = try await one.manager.addHome(withName: "Office")
        let circle = CLCircularRegion(
            center: CLLocationCoordinate2D(latitude: 35.7, longitude: 139.8), radius: 1_000, identifier: "MyHome")
        let rules: [(String, HMError.Code, () async throws -> Void)] = [
            (
                "after the last year of a hub's clock", .invalidParameter,
                { try await home.addTrigger(timer("Late", Date(timeIntervalSince1970: 4_133_980_800))) }
            ),
            ("a fire date in the past", .fireDateInPast, { try await home.addTrigger(timer("Past", self.minute(-5))) }),
            (
                "a fire date with seconds", .dateMustBeOnSpecifiedBoundaries,
                { try await home.addTrigger(timer("Odd", self.minute(5).addingTimeInterval(1))) }
            ),
            (
                "a short recurrence", .recurrenceTooSmall,
                { try await home.addTrigger(timer("Short", self.minute(5), DateComponents(minute: 4))) }
            ),
            (
                "a long recurrence", .recurrenceTooLarge,
                { try await home.addTrigger(timer("Long", self.minute(5), DateComponents(day: 36))) }
            ),
            (
                "an odd recurrence", .recurrenceMustBeOnSpecifiedBoundaries,
                { try await home.addTrigger(timer("Odd", self.minute(5), DateComponents(minute: 5, second: 1))) }
            ),
            (
                "a taken name", .objectWithSimilarNameExistsInHome,
                { try await home.addTrigger(event("known", onPower)) }
            ),
            ("adding it twice", .objectAlreadyAssociatedToHome, { try await home.addTrigger(known) }),
            ("in one home", .objectAssociatedToAnotherHome, { try await elsewhere.addTrigger(known) }),
            ("removed there", .objectAssociatedToAnotherHome, { try await elsewhere.removeTrigger(known) }),
            ("in no home", .objectNotAssociatedToAnyHome, { try await lost.enable(true) }),
            ("in no home", .objectNotAssociatedToAnyHome, { try await lost.addActionSet(scene) }),
            ("no scene", .noRegisteredActionSets, { try await known.enable(true) }),
            (
                "an empty scene", .noActionsInActionSet,
                {
                    try await known.addActionSet(empty)
                    try await known.enable(true)
                }
            ),
            ("twice the same scene", .alreadyExists, { try await known.addActionSet(empty) }),
            ("too far in the future", .cannotActivateTriggerTooFarInFuture, { try await far.enable(true) }),
            ("a scene that it does not run", .notFound, { try await known.removeActionSet(scene) }),
            ("no event", .invalidParameter, { try await known.updateEvents([]) }),
            (
                "a duration starts nothing", .invalidParameter,
                { try await home.addTrigger(event("Duration", HMDurationEvent(duration: 60))) }
            ),
            (
                "a circle", .locationForHomeDisabled,
                { try await home.addTrigger(event("Near", HMLocationEvent(region: circle))) }
            ),
            (
                "who comes", .operationNotSupported,
                {
                    let everybody = HMPresenceEvent(presenceEventType: .everyEntry, presenceUserType: .customUsers)
                    try await home.addTrigger(event("Somebody", everybody))
                }
            ),
            (
                "another operator", .invalidParameter,
                {
                    let predicate = HMEventTrigger.predicateForEvaluatingTrigger(power, relatedBy: .like, toValue: true)
                    try await home.addTrigger(event("Like", onPower, predicate))
                }
            ),
            (
                "any other predicate", .invalidParameter,
                { try await home.addTrigger(event("Block", onPower, NSPredicate(value: true))) }
            ),
            (
                "a value of another type", .invalidValueType,
                {
                    let text = HMCharacteristicEvent<NSString>(characteristic: power, triggerValue: "on")
                    try await home.addTrigger(event("Text", text))
                }
            ),
        ]
        for (what, expected, call) in rules { await expect(code(call), equals: expected, "\(what)") }
        expect(home.triggers.count, equals: 2)
    }

    @Test func guestMayNotEditScenesAndTriggers() async throws {
        let (house, owner) = try await PeopleHouse.open()
        let guest = try await house.join("Grace", in: owner.home).program("guest")
        let home = try guest.home
        await expect(code { _ = try await home.addActionSet(withName: "Cosy") }, equals: .insufficientPrivileges)
        let trigger = HMTimerTrigger(name: "Later", fireDate: minute(5), recurrence: nil)
        await expect(code { try await home.addTrigger(trigger) }, equals: .insufficientPrivileges)
        expect(home.triggers.isEmpty)
    }
}

import Foundation
import HearthHomeKit
import Testing

/// The examples of an introduction to HomeKit with scenes and triggers, in corrected form; the article Guides of
/// HearthHomeKit lists what was corrected.
@MainActor
@Suite(.timeLimit(.minutes(5)))
struct ScenesTests {
    /// An app keeps its manager as long as it uses homes.
    private static var models: [HomeModel] = []

    private func start() async throws -> (GuideHouse, HMHome) {
        let house = try await GuideHouse.start()
        let model = HomeModel(HMHomeManager(home: try await house.home("app")))
        Self.models.append(model)
        try await until { model.primaryHome != nil }
        return (house, try #require(model.primaryHome))
    }

    private func characteristic(_ home: HMHome, _ accessory: String, _ type: String) throws -> HMCharacteristic {
        let services = home.accessories.first { $0.name == accessory }?.services ?? []
        return try #require(services.flatMap(\.characteristics).first { $0.characteristicType == type })
    }

    @Test func anActionASceneAndItsExecution() async throws {
        let (house, home) = try await start()
        let lightbulb = try #require(
            home.servicesWithTypes([HMServiceTypeLightbulb])?.first { $0.name == "Ceiling Light" })
        let candidates = lightbulb.characteristics
            .filter { $0.characteristicType == HMCharacteristicTypeSaturation }
        let saturation = try #require(candidates.first)
        let action = HMCharacteristicWriteAction(
            characteristic: saturation,
            targetValue: NSNumber(value: 100)
        )

        var made: HMActionSet?
        var isFilled = false
        home.addActionSet(withName: "サンプル") { actionSet, error in
            guard let actionSet = actionSet else {
                return
            }
            made = actionSet
            actionSet.addAction(action) { error in
                isFilled = error == nil
            }
        }
        try await until { isFilled }
        let actionSet = try #require(made)
        #expect(actionSet.actions.count == 1)

        var isDone = false
        home.executeActionSet(actionSet) { error in
            isDone = error == nil
        }
        try await until { isDone }
        #expect(saturation.value as? Double == 100)

        var isGone = false
        home.removeActionSet(actionSet) { error in
            isGone = error == nil
        }
        try await until { isGone }
        #expect(home.actionSets.map(\.actionSetType).contains(HMActionSetTypeWakeUp))
        await house.stop()
    }

    @Test func aTimerTrigger() async throws {
        let (house, home) = try await start()
        let date = Date().addingTimeInterval(86_400)
        let calendar = Calendar(identifier: .gregorian)

        // The seconds have to be 0.
        let comp = calendar.dateComponents(
            [.minute, .hour, .day, .month, .year, .era],
            from: date
        )
        let fireDate = try #require(calendar.date(from: comp))

        let trigger = HMTimerTrigger(
            name: "明日の15時",
            fireDate: fireDate,
            timeZone: .current,
            recurrence: nil,
            recurrenceCalendar: nil
        )
        var steps = 0
        home.addTrigger(trigger) { error in
            #expect(error == nil)
            steps += 1
        }
        try await until { steps == 1 }
        #expect(!trigger.isEnabled)

        let actionSet = try await home.addActionSet(withName: "サンプル")
        try await actionSet.addAction(
            HMCharacteristicWriteAction(
                characteristic: try characteristic(home, "Floor Lamp", HMCharacteristicTypePowerState),
                targetValue: NSNumber(value: true)))
        trigger.addActionSet(actionSet) { error in
            #expect(error == nil)
            steps += 1
        }
        try await until { steps == 2 }
        trigger.enable(true) { error in
            #expect(error == nil)
            steps += 1
        }
        try await until { steps == 3 }
        #expect(trigger.isEnabled)
        #expect(trigger.fireDate == fireDate)

        home.removeTrigger(trigger) { error in
            #expect(error == nil)
            steps += 1
        }
        try await until { steps == 4 }
        #expect(home.triggers.isEmpty)
        await house.stop()
    }

    @Test func aTriggerWhenTheDoorOpens() async throws {
        let (house, home) = try await start()
        let contactState = try #require(
            home.accessories.flatMap(\.services).flatMap(\.characteristics)
                .first { $0.characteristicType == HMCharacteristicTypeContactState })

        // .none is an open door. On an optional it would mean nil, so the type is written out.
        let value = NSNumber(value: HMCharacteristicValueContactState.none.rawValue)
        let event = HMCharacteristicEvent(
            characteristic: contactState,
            triggerValue: value
        )
        let trigger = HMEventTrigger(
            name: "ドアが開いたら",
            events: [event],
            predicate: nil
        )
        try await home.addTrigger(trigger)
        #expect(trigger.events.first === event)
        #expect(event.triggerValue == value)
        await house.stop()
    }

    @Test func aTriggerOfARegionIsRefusedByHubs() async throws {
        let (house, home) = try await start()
        let center = CLLocationCoordinate2D(
            latitude: 35.70206910,
            longitude: 139.77532690
        )
        let radius = 1000.0
        let region = CLCircularRegion(
            center: center,
            radius: radius,
            identifier: "MyHome"
        )
        region.notifyOnEntry = true
        region.notifyOnExit = false
        let event = HMLocationEvent(region: region)
        let trigger = HMEventTrigger(
            name: "半径1km以内",
            events: [event],
            predicate: nil
        )
        var answer: (any Error)?
        home.addTrigger(trigger) { error in
            answer = error
        }
        try await until { answer != nil }
        #expect((answer as? HMError)?.code == .locationForHomeDisabled)
        #expect(!HMLocationEvent.isSupported(for: home))
        await house.stop()
    }

    @Test func predicates() async throws {
        let (house, home) = try await start()
        let event = HMSignificantTimeEvent(significantEvent: .sunset, offset: DateComponents(minute: -30))

        // After 18:00; the introduction has the other predicate here.
        let comp = DateComponents(hour: 18)
        let late = HMEventTrigger.predicateForEvaluatingTrigger(
            occurringAfter: comp
        )
        let evening = HMEventTrigger(
            name: "18時以降",
            events: [event],
            predicate: late
        )
        try await home.addTrigger(evening)

        let temperature = try #require(
            home.accessories.flatMap(\.services).flatMap(\.characteristics)
                .first { $0.characteristicType == HMCharacteristicTypeCurrentTemperature })
        let warm = HMEventTrigger.predicateForEvaluatingTrigger(
            temperature,
            relatedBy: .greaterThan,
            toValue: 28.0
        )
        let trigger = HMEventTrigger(name: "28度超", events: [event], predicate: warm)
        try await home.addTrigger(trigger)

        let both = NSCompoundPredicate(andPredicateWithSubpredicates: [late, warm])
        try await trigger.updatePredicate(both)
        #expect((trigger.predicate as? NSCompoundPredicate)?.subpredicates.count == 2)
        try await trigger.updatePredicate(
            HMEventTrigger.predicateForEvaluatingTrigger(temperature, relatedBy: .lessThan, toValue: 28.0))
        #expect(home.triggers.count == 2)
        await house.stop()
    }
}

internal import Foundation
internal import HearthHomeKitMapping
internal import HearthAutomation
internal import HearthTraitDescriptors
internal import HearthWire
internal import Expectations
internal import Testing

@testable internal import HearthHomeKit

/// Event triggers as automations and back.
@Suite struct TriggerPlanTests {
    private func back(
        _ plan: EventPlan, scenes: [String] = [], home: MappedHome? = nil
    ) throws -> (EventPlan?, [String], [String]) {
        let home = try home ?? MappedHouse.home()
        let program = try TriggerPlan(occasion: .events(plan), scenes: scenes).program(in: home)
        let issues = MappedHouse.issues(program)
        let read = try require(TriggerPlan(program, in: home))
        guard case .events(let events) = read.occasion else { return (nil, read.scenes, issues) }
        return (events, read.scenes, issues)
    }

    private static func events() throws -> [TriggerEvent] {
        [
            .characteristic(try MappedHouse.characteristic("contact", .contactSensorState), .uint(1)),
            .characteristic(try MappedHouse.characteristic("lamp", .on), .bool(true)),
            .characteristic(try MappedHouse.characteristic("lamp", .brightness), .int(50)),
            .characteristic(try MappedHouse.characteristic("thermometer", .currentTemperature), .float(28)),
            .characteristic(try MappedHouse.characteristic("lock", .lockCurrentState), .uint(0)),
            .characteristic(try MappedHouse.characteristic("motion", .motionDetected), .bool(true)),
            .characteristic(try MappedHouse.characteristic("motion", .motionDetected), .bool(false)),
            .characteristic(try MappedHouse.characteristic("shade", .currentPosition), .uint(100)),
            .characteristic(try MappedHouse.characteristic("button", .programmableSwitchEvent), .uint(0)),
            .characteristic(try MappedHouse.characteristic("button", .programmableSwitchEvent), .uint(2)),
            .characteristic(try MappedHouse.characteristic("contact", .contactSensorState), nil),
            .threshold(
                try MappedHouse.characteristic("thermometer", .currentTemperature), NumberRange(min: 18, max: 22.5)),
            .threshold(
                try MappedHouse.characteristic("thermometer", .currentTemperature), NumberRange(min: 28, max: nil)),
            .threshold(
                try MappedHouse.characteristic("thermometer", .currentTemperature), NumberRange(min: nil, max: -3)),
            .threshold(try MappedHouse.characteristic("shade", .currentPosition), NumberRange(min: 20, max: 60)),
            .threshold(try MappedHouse.characteristic("shade", .currentPosition), NumberRange(min: 70, max: nil)),
            .calendar(CalendarTime(hour: 6, minute: 30)),
            .calendar(CalendarTime(day: 1, hour: 7, minute: 0)),
            .calendar(CalendarTime(month: 12, day: 24, hour: 17, minute: 15)),
            .calendar(CalendarTime(minute: 15)),
            .significantTime(SolarMoment(isSunrise: true, offset: 0)),
            .significantTime(SolarMoment(isSunrise: false, offset: -1_800)),
        ]
    }

    @Test func eachEventIsReadBackFromTheGraph() throws {
        for event in try Self.events() {
            let (read, _, issues) = try back(EventPlan(events: [event]))
            expect(read?.events, equals: [event])
            expect(issues, equals: [], "\(event)")
        }
    }

    @Test func anyOfSeveralEventsStartsIt() throws {
        let events = try Array(Self.events().prefix(4)) + [.calendar(CalendarTime(hour: 6, minute: 30))]
        let (read, scenes, issues) = try back(EventPlan(events: events), scenes: ["one", "two"])
        expect((issues, read?.events, scenes), are: ([], events, ["one", "two"]))
    }

    /// Presence events refer to all users, to the current one, or to another one who has made the trigger.
    @Test func presenceIsReadBackFromTheGraph() throws {
        let mine = try MappedHouse.home(personID: "me"), others = try MappedHouse.home(personID: "other")
        for type in 1...4 as ClosedRange<UInt> {
            for users in [1, 2] as [UInt] {
                let event = TriggerEvent.presence(.init(type: type, users: users))
                try expect(back(EventPlan(events: [event]), home: mine).0?.events, equals: [event])
                let program = try TriggerPlan(occasion: .events(EventPlan(events: [event])), scenes: []).program(
                    in: mine)
                guard case .events(let plan)? = TriggerPlan(program, in: others)?.occasion else {
                    Issue.record("the trigger of another user can't be read")
                    continue
                }
                let seen: TriggerEvent =
                    users == 2 ? event : .presence(.init(type: type, users: 3, personID: "me"))
                expect(plan.events, equals: [seen])
                try expect(back(plan, home: others).0?.events, equals: [seen], "it is saved as it was")
            }
            // An app can't choose the users, and without a person there is no current user.
            for event in [TriggerEvent.presence(.init(type: type, users: 3)), .presence(.init(type: type, users: 1))] {
                expect(code { try back(EventPlan(events: [event])) }, equals: .operationNotSupported)
            }
        }
    }

    @Test func presenceOfOneUserIsACondition() throws {
        let home = try MappedHouse.home(personID: "me")
        let event = TriggerEvent.calendar(CalendarTime(hour: 6, minute: 30))
        for condition in [3, 4].map({ TriggerCondition.presence(.init(type: $0, users: 1)) }) {
            try expect(
                back(EventPlan(events: [event], conditions: [condition]), home: home).0?.conditions, equals: [condition]
            )
        }
    }

    @Test func circleIsRefusedWithHomeKitsNumber() throws {
        let circle = TriggerEvent.Circle(
            latitude: 35.7, longitude: 139.8, radius: 1_000, identifier: "MyHome", onEntry: true, onExit: false)
        expect(code { try back(EventPlan(events: [.location(circle)])) }, equals: .locationForHomeDisabled)
    }

    @Test func conditionsAreReadBackFromTheGraph() throws {
        let temperature = try MappedHouse.characteristic("thermometer", .currentTemperature)
        let position = try MappedHouse.characteristic("shade", .currentPosition)
        let lock = try MappedHouse.characteristic("lock", .lockCurrentState)
        let evening = MinuteOfDay(hour: 18, minute: 0), morning = MinuteOfDay(hour: 6, minute: 30)
        let sunset = SolarMoment(isSunrise: false, offset: 0), sunrise = SolarMoment(isSunrise: true, offset: 0)
        var conditions: [TriggerCondition] = [
            .time(.before, evening), .time(.on, evening), .time(.after, evening), .betweenTimes(evening, morning),
            .sun(.before, sunrise), .sun(.after, sunset), .sun(.after, SolarMoment(isSunrise: false, offset: -1_800)),
            .betweenMoments(sunset, sunrise), .betweenMoments(sunrise, sunset),
            .betweenMoments(SolarMoment(isSunrise: false, offset: 3_600), sunrise),
            .betweenMoments(SolarMoment(isSunrise: true, offset: -600), SolarMoment(isSunrise: false, offset: 600)),
            .characteristic(lock, .equals, .uint(1)), .characteristic(lock, .notEquals, .uint(1)),
            .presence(.init(type: 3, users: 2)), .presence(.init(type: 4, users: 2)),
        ]
        for comparison in CharacteristicTest.Comparison.allCases {
            conditions.append(.characteristic(temperature, comparison, .float(28)))
            conditions.append(.characteristic(position, comparison, .uint(40)))
        }
        let event = TriggerEvent.calendar(CalendarTime(hour: 6, minute: 30))
        for condition in conditions {
            let (read, _, issues) = try back(EventPlan(events: [event], conditions: [condition]))
            expect(read?.conditions, equals: [condition])
            if case .presence = condition {
                expect(issues.count, equals: 1, "the structure has no such trait, and the hub says so")
            } else {
                expect(issues, equals: [], "\(condition)")
            }
        }
        let all = Array(conditions.prefix(3)) + [.characteristic(temperature, .greaterThan, .float(28))]
        try expect(back(EventPlan(events: [event], conditions: all)).0?.conditions, equals: all)
    }

    @Test func recurrencesAndEndsComeBackFromTheGraph() throws {
        let event = TriggerEvent.significantTime(SolarMoment(isSunrise: false, offset: 0))
        let (weekly, _, issues) = try back(EventPlan(events: [event], weekdays: [1, 7]))
        expect((weekly?.weekdays, issues), are: ([1, 7], []))
        let closed = TriggerEvent.characteristic(
            try MappedHouse.characteristic("contact", .contactSensorState), .uint(0))
        for ends in [[TriggerEvent.duration(600)], [closed], [closed, .duration(600)]] {
            let (read, _, issues) = try back(EventPlan(events: [event], endEvents: ends), scenes: ["one", "two"])
            expect((read?.endEvents, issues), are: (ends, []))
        }
    }

    @Test func eventsOfARemovedAccessoryAreNotShown() throws {
        let plan = EventPlan(
            events: [
                .characteristic(try MappedHouse.characteristic("contact", .contactSensorState), .uint(1)),
                .calendar(CalendarTime(hour: 6, minute: 30)),
            ],
            conditions: [.characteristic(try MappedHouse.characteristic("lock", .lockCurrentState), .equals, .uint(1))])
        let program = try TriggerPlan(occasion: .events(plan)).program(in: MappedHouse.home())
        let read = try require(TriggerPlan(program, in: MappedHouse.home(without: "contact")))
        guard case .events(let events) = read.occasion else { return expect(false, "it became a timer") }
        expect(events.events, equals: [.calendar(CalendarTime(hour: 6, minute: 30))])
        expect(events.conditions, equals: plan.conditions)
    }

    @Test func anAutomationOfAnotherFormIsNoTrigger() throws {
        let home = try MappedHouse.home()
        var scene = ScenePlan()
        scene.set(.bool(true), of: try MappedHouse.characteristic("lamp", .on))
        var program = try scene.program(from: ScenePlan.program(.userDefined), in: home)
        expectNil(TriggerPlan(program, in: home))
        program.scene = .unspecified
        expectNil(TriggerPlan(program, in: home))
    }
}

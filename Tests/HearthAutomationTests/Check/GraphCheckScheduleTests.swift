@testable internal import HearthAutomation
internal import HearthCalendar
internal import HearthTraitDescriptors
internal import Expectations
internal import Testing

/// Times of a schedule are valid and will come.
@Suite struct GraphCheckScheduleTests: CheckTestWords {
    private func found(
        _ eventID: UInt32, _ parameters: StructureValue, in home: CheckTestHome = CheckTestHome()
    ) -> AutomationVerdict {
        let starter = Starter(trait("home", TimeTrait.id), eventID: eventID, parameters: parameters)
        return verdict(AutomationNode(2, .starter(starter)), switchOn(3), in: home)
    }
    private func cron(_ text: String) -> [AutomationIssue.Kind] { found(1, [1: .string(text)]).kinds }

    private let eight = TraitValue.structure([0: .unsigned(8), 1: .unsigned(0)])
    private let sunset = TraitValue.structure([0: .unsigned(2), 1: .signed(-600)])

    @Test func timesOfDayAndOfTheSun() {
        expect(found(0, [0: eight]).issues, equals: [])
        expect(found(0, [1: sunset, 2: .list([.unsigned(1)])]).issues, equals: [])
        for wrong: StructureValue in [
            [:], [0: eight, 1: sunset], [0: .structure([0: .unsigned(24)])], [0: eight, 2: .list([])],
            [0: eight, 2: .list([.unsigned(8)])], [1: .structure([0: .unsigned(3)])],
            [1: .structure([0: .unsigned(1), 1: .signed(86_401)])],
        ] {
            let found = found(0, wrong)
            expect(found.kinds, equals: [.invalidSchedule])
            expect(!found.isWellFormed)
        }
        expect(found(0, [0: eight, 7: eight]).kinds, equals: [.invalidParameter(name: "7", id: 7)])
        expect(found(9, [0: eight]).kinds, equals: [.invalidEvent(9)])
    }

    /// Limits of sunrise and sunset times.
    @Test func limitsOfTheSun() {
        let nine = TraitValue.structure([0: .unsigned(9), 1: .unsigned(0)])
        expect(found(0, [1: sunset, 3: eight, 4: nine, 5: nine]).issues, equals: [])
        expect(found(2, [0: sunset, 1: .string("0 0 0 ? * MON"), 2: eight, 4: nine]).issues, equals: [])
        expect(found(0, [1: sunset, 3: nine, 4: eight]).kinds, equals: [.invalidSchedule])
        expect(found(0, [1: sunset, 3: .unsigned(8)]).kinds, equals: [.invalidSchedule])
        expect(found(2, [0: sunset, 5: nine]).kinds.contains(.invalidParameter(name: "5", id: 5)))
    }

    /// Dates, and repetitions after a date.
    @Test func datesAndIntervals() {
        let date: StructureValue = [0: .signed(2026), 1: .unsigned(12), 2: .unsigned(24), 3: eight]
        func with(_ more: StructureValue) -> StructureValue {
            StructureValue(date.fields.merging(more.fields) { $1 })
        }
        expect(found(3, date).issues, equals: [])
        expect(found(3, with([4: .unsigned(5), 5: .unsigned(1)])).issues, equals: [])
        expect(found(3, with([0: .signed(2020), 4: .unsigned(5), 5: .unsigned(4)])).issues, equals: [])
        expect(found(3, with([0: .signed(2020)])).kinds, equals: [.comesNoMore])
        for wrong: StructureValue in [
            [:], with([2: .unsigned(31), 1: .unsigned(11)]), with([0: .signed(.min)]), with([1: .null]),
            with([4: .unsigned(5)]), with([5: .unsigned(1)]), with([4: .unsigned(0), 5: .unsigned(1)]),
            with([4: .unsigned(.max), 5: .unsigned(1)]), with([4: .unsigned(5), 5: .unsigned(9)]),
            with([3: .structure([0: .unsigned(24)])]),
        ] {
            expect(found(3, wrong).kinds, equals: [.invalidSchedule], "\(wrong)")
        }
    }

    /// A start of the hub takes no time of day, and a run can not wait for it.
    @Test func aStartOfTheHub() {
        expect(found(TimeTrait.hubStarted, [:]).issues, equals: [])
        expect(found(TimeTrait.hubStarted, [0: eight]).kinds, equals: [.invalidParameter(name: "0", id: 0)])
        let starter = Starter(trait("home", TimeTrait.id), eventID: TimeTrait.hubStarted)
        let wait = AutomationNode(3, .wait(Wait(nil, starters: [starter], timeout: .seconds(60))))
        expect(verdict(start, wait, switchOn(4)).kinds, equals: [.invalidEvent(TimeTrait.hubStarted)])
    }

    @Test func expressionsOfCron() {
        expect(cron("0 30 7 ? * MON-FRI"), equals: [])
        for wrong in ["", "0 30 7", "0 30 7 * * *", "0 60 7 ? * *", "0 0 0 ? * MON 2026 2027"] {
            expect(cron(wrong), equals: [.invalidSchedule], "\(wrong)")
        }
        expect(found(1, [:]).kinds, equals: [.invalidSchedule])
        expect(found(2, [1: .string("0 0 0 ? * *")]).kinds, equals: [.invalidSchedule])
        expect(found(2, [0: sunset, 1: .string("0 0 0 ? * *")]).issues, equals: [])
    }

    @Test func datesComeAgain() {
        let never = found(1, [1: .string("0 0 0 30 2 ?")])
        expect(never.kinds, equals: [.neverHappens])
        expect(!never.isWellFormed)
        expect(cron("0 0 0 29 2 ?"), equals: [])
        expect(found(2, [0: sunset, 1: .string("0 0 0 31 4 ?")]).kinds, equals: [.neverHappens])
        let past = found(1, [1: .string("0 0 0 ? * * 2025")])
        expect(past.kinds, equals: [.comesNoMore])
        expect(past.isValid)
        expect(cron("0 0 0 ? * * 2026"), equals: [])
    }

    @Test func theSunNeedsALocation() {
        var home = CheckTestHome()
        home.place = SchedulePlace(zone: .utc, sun: nil)
        for found in [found(0, [1: sunset], in: home), found(2, [0: sunset, 1: .string("0 0 0 ? * *")], in: home)] {
            expect(found.kinds, equals: [.missingLocation])
            expect(found.isWellFormed)
            expect(!found.isValid)
        }
        expect(found(0, [0: eight], in: home).issues, equals: [])
        let clock = AutomationNode(3, .stateReader(trait("home", TimeTrait.id)))
        func reading(_ id: UInt32) -> [AutomationIssue.Kind] {
            let compared = compare(field(of: 3, id), .lessThan, .constant(eight))
            return verdict(start, clock, condition(4, compared), in: home).kinds
        }
        expect(reading(0), equals: [])
        expect(reading(1), equals: [.missingLocation])
        expect(reading(2), equals: [.missingLocation])
    }

    @Test func timesThatHaveComeSayNothing() {
        let starter = Starter(trait("home", TimeTrait.id), eventID: 0, parameters: [0: eight])
        let now = condition(3, compare(field(0), .equals, .constant(eight)))
        expect(verdict(AutomationNode(2, .starter(starter)), now).kinds, equals: [.invalidField([0])])
    }

    @Test func timesNeedAZone() {
        var home = CheckTestHome()
        home.hasZone = false
        let found = found(0, [0: eight], in: home)
        expect(found.kinds, equals: [.missingZone])
        expect(found.isWellFormed)
        expect(!found.isValid)
        expect(verdict(start, switchOn(3), in: home).issues, equals: [])
    }

    @Test func equalTimesAreOneStarterTooMany() {
        func node(_ id: UInt32, _ time: TraitValue) -> AutomationNode {
            AutomationNode(id, .starter(Starter(trait("home", TimeTrait.id), eventID: 0, parameters: [0: time])))
        }
        let nine = TraitValue.structure([0: .unsigned(9), 1: .unsigned(0)])
        expect(verdict(AutomationNode(4, .select([node(2, eight), node(3, nine)]))).issues, equals: [])
        expect(
            verdict(AutomationNode(4, .select([node(2, eight), node(3, eight)]))).kinds,
            equals: [.duplicateStarterNode(2)])
    }
}

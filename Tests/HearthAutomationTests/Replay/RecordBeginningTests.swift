internal import HearthTraitDescriptors
internal import Expectations
internal import Testing

@testable internal import HearthAutomation

/// The home at the beginning of a record, computed from the record and the present state.
@Suite struct RecordBeginningTests {
    private static let sensor = TestTrait.path("sensor")
    private static let first = TraitAttribute(sensor, 0)

    private let graph = AutomationGraph(
        root: sequence(
            1, starter(2, becomes: above(2, 20)), reader(3, "other"),
            condition(4, all(above(3, 1), .operation(.equals, [read(2, 1), number(1)]))), turnOn(5)))

    private var present: TestHome {
        var home = TestHome()
        home.traits = [Self.sensor: [0: .signed(30), 1: .signed(1)], TestTrait.path("other"): [0: .signed(5)]]
        home.traits[TestTrait.path("unread")] = [0: .signed(5)]
        return home
    }

    private func change(
        _ values: StructureValue, at seconds: Int64, _ path: TraitPath = sensor, online: [String: Bool] = [:]
    ) -> RecordedChange {
        RecordedChange(
            at: .seconds(seconds),
            HomeChange(
                epoch: 1, sequence: UInt64(seconds), cause: AutomationCause(.device),
                attributes: [.init(path, values)]), online: online)
    }

    @Test func unchangedAttributesHaveTheirPresentValue() {
        var beginning = RecordBeginning(for: [graph], present: present)
        beginning.note(change([0: .signed(30)], at: 9))
        beginning.note(change([0: .signed(7)], at: 4))
        expect(beginning.changed, equals: [Self.first])
        let (home, gaps) = beginning.home(before: [Self.first: .signed(12)])
        expect(
            home.traits,
            equals: [Self.sensor: [0: .signed(12), 1: .signed(1)], TestTrait.path("other"): [0: .signed(5)]])
        expect(gaps, equals: [])
    }

    /// An attribute that is asked for and changed, with an unknown former value, is reported with the time since which
    /// it is known.
    @Test func unknownFormerValuesAreReported() {
        var beginning = RecordBeginning(for: [graph], present: present)
        beginning.note(change([0: .signed(30)], at: 9))
        beginning.note(change([0: .signed(7)], at: 4))
        let (home, gaps) = beginning.home(before: [:])
        expect(home.traits[Self.sensor], equals: [1: .signed(1)])
        expect(gaps, equals: [.value(Self.sensor, 0, until: .seconds(4))])
    }

    /// A trait without former values did not exist, and its first values are no change.
    @Test func laterTraitsWereAbsent() {
        var beginning = RecordBeginning(for: [graph], present: present)
        beginning.note(change([0: .signed(30)], at: 9))
        beginning.note(change([0: .signed(25), 1: .signed(1)], at: 4))
        let (home, gaps) = beginning.home(before: [Self.first: .null])
        expectNil(home.traits[Self.sensor])
        expect(gaps, equals: [])
        let automation = Automation(id: "a", name: "a", graph: graph)
        var run = DryRun(automation, in: home, from: .seconds(1))
        run.take(change([0: .signed(25), 1: .signed(1)], at: 4))
        run.take(change([0: .signed(10)], at: 6))
        run.take(change([0: .signed(30)], at: 9))
        _ = run.advance(to: .seconds(20))
        expect(run.takeEnded().map(\.start.occasion), equals: [.change(epoch: 1, sequence: 9)])
    }

    @Test func aNullOfATraitThatWasThereIsOne() {
        var beginning = RecordBeginning(for: [graph], present: present)
        beginning.note(change([0: .signed(30)], at: 9))
        expect(beginning.home(before: [Self.first: .null]).home.traits[Self.sensor], equals: [0: .null, 1: .signed(1)])
    }

    /// A device was reachable before if the first record says that it became unreachable, and the reverse.
    @Test func devicesWereReachedUntilTheyWereNot() {
        var beginning = RecordBeginning(for: [graph], present: present)
        beginning.note(change([:], at: 9, online: ["other": true]))
        beginning.note(change([:], at: 4, online: ["other": false, "unread": false]))
        var home = beginning.home(before: [:]).home
        expect(home.online, equals: ["sensor": true, "other": true])
        _ = home.apply(change([:], at: 4, online: ["other": false]), of: beginning.paths)
        expect(home.isOnline("other"), equals: false)
        let removal = RecordedChange(
            at: .seconds(5), HomeChange(epoch: 1, sequence: 5, cause: AutomationCause(.hub)), removed: ["other"])
        _ = home.apply(removal, of: beginning.paths)
        expectNil(home.isOnline("other"))
        expectNil(home.attributes(TestTrait.path("other")))
        expect(home.attributes(Self.sensor) != nil)
    }
}

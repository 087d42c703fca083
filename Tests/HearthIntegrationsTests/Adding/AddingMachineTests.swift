internal import HearthIntegrations
internal import Expectations
internal import Testing

@Suite struct AddingMachineTests {
    typealias Event = AddingMachine.Event
    typealias Action = AddingMachine.Action

    private static let two = ProbedDevices(identity: "AA", name: "Strip", deviceNames: ["a", "b"])
    private static let none = ProbedDevices(identity: "AA", name: "Broker")
    private static let refused = IntegrationFailure(
        .secretRefused, "wrong key", wayOut: "give the right one", fields: ["key"])

    private static func enter(_ step: AddingStep) -> [Action] { [.report(step), .wait(AddingMachine.limit(step))] }

    private static let untilStored: [(Event, [Action])] = [
        (.begin, enter(.searching) + [.probe]), (.reached(.connecting), enter(.connecting)),
        (.reached(.asking), enter(.asking)), (.probed(two), enter(.describing) + [.store(two)]),
    ]

    /// Courses: each event with the actions that follow.
    static let courses: [(name: String, steps: [(Event, [Action])], end: AddingMachine.State)] = [
        (
            "all devices come",
            untilStored + [
                (.stored, [.attach]), (.described(1), []), (.attached, [.wait(AddingMachine.settling)]),
                (.described(2), [.wait(nil), .finish]),
            ], .done
        ),
        (
            "the devices are there before the provider is attached",
            untilStored + [(.stored, [.attach]), (.described(2), []), (.attached, [.wait(nil), .finish])], .done
        ),
        (
            "a device stays away",
            untilStored + [
                (.stored, [.attach]), (.attached, [.wait(AddingMachine.settling)]), (.described(1), []),
                (.timedOut, [.wait(nil), .finish]),
            ], .done
        ),
        (
            "a broker without devices",
            [
                (.begin, enter(.searching) + [.probe]), (.probed(none), enter(.describing) + [.store(none)]),
                (.stored, [.attach]), (.attached, [.wait(nil), .finish]),
            ], .done
        ),
        (
            "steps neither repeat nor go back",
            [
                (.begin, enter(.searching) + [.probe]), (.reached(.asking), enter(.asking)),
                (.reached(.connecting), []), (.reached(.asking), []), (.reached(.describing), []), (.stored, []),
                (.attached, []), (.begin, []),
            ], .at(.asking)
        ),
        (
            "a wrong key",
            [
                (.begin, enter(.searching) + [.probe]), (.reached(.connecting), enter(.connecting)),
                (.failed(refused), [.wait(nil), .undo, .finish]), (.timedOut, []), (.probed(two), []),
            ],
            .failed(
                IntegrationFailure(
                    .secretRefused, "wrong key", wayOut: "give the right one", fields: ["key"], step: .connecting))
        ),
        (
            "repeated after a failure",
            [
                (.begin, enter(.searching) + [.probe]), (.failed(refused), [.wait(nil), .undo, .finish]),
                (.begin, enter(.searching) + [.probe]),
            ], .at(.searching)
        ),
        (
            "cancelled while searching",
            [(.begin, enter(.searching) + [.probe]), (.cancel, [.wait(nil), .undo, .finish])],
            .cancelled
        ),
        (
            "cancelled while describing",
            untilStored + [
                (.stored, [.attach]), (.cancel, [.wait(nil), .undo, .finish]), (.attached, []), (.described(2), []),
            ], .cancelled
        ),
        ("cancelled before it began", [(.cancel, [])], .idle),
        (
            "done is done",
            [
                (.begin, enter(.searching) + [.probe]), (.probed(none), enter(.describing) + [.store(none)]),
                (.stored, [.attach]), (.attached, [.wait(nil), .finish]), (.cancel, []), (.begin, []),
            ], .done
        ),
    ]

    @Test(arguments: courses.indices) func eachEventHasItsActions(_ index: Int) {
        let course = Self.courses[index]
        var machine = AddingMachine()
        for (event, actions) in course.steps {
            expect(machine.handle(event), equals: actions, "\(course.name): \(event)")
        }
        expect(machine.state, equals: course.end, "\(course.name)")
    }

    @Test(arguments: AddingStep.allCases) func aTimeoutNamesStepAndWayOut(_ step: AddingStep) {
        var machine = AddingMachine()
        _ = machine.handle(.begin)
        _ = machine.handle(step == .describing ? .probed(Self.two) : .reached(step))
        expect(machine.handle(.timedOut), equals: [.wait(nil), .undo, .finish])
        guard case .failed(let failure) = machine.state else { return expect(false, "\(machine.state)") }
        expect(failure.step, equals: step)
        expect(failure.reason, equals: .timedOut)
        expect(!failure.wayOut.isEmpty)
    }

    @Test func aTestEndsWithTheProbe() {
        var machine = AddingMachine(isTest: true)
        _ = machine.handle(.begin)
        expect(machine.handle(.probed(Self.two)), equals: [.wait(nil), .finish])
        expect(machine.state, equals: .done)
        expect(machine.probed, equals: Self.two)
    }
}

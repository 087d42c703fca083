internal import HearthIntegrations
internal import Expectations
internal import Testing

@Suite struct AddingMachineTests {
    typealias Action = AddingMachine.Action

    /// An event with the actions that follow.
    struct Step: Sendable {
        let event: AddingMachine.Event
        let actions: [Action]

        init(_ event: AddingMachine.Event, _ actions: Action...) {
            self.event = event
            self.actions = actions
        }

        /// Enters a step.
        init(_ event: AddingMachine.Event, enters step: AddingStep, _ more: Action...) {
            self.event = event
            actions = [.report(step), .wait(AddingMachine.limit(step))] + more
        }
    }

    struct Course: Sendable {
        let name: String
        let steps: [Step]
        let end: AddingMachine.State

        init(_ name: String, after earlier: [Step] = [], _ steps: [Step], _ end: AddingMachine.State) {
            self.name = name
            self.steps = earlier + steps
            self.end = end
        }
    }

    private static let two = ProbedDevices(identity: "AA", name: "Strip", deviceNames: ["a", "b"])
    private static let none = ProbedDevices(identity: "AA", name: "Broker")
    private static let refused = IntegrationFailure(
        .secretRefused, "wrong key", wayOut: "give the right one", fields: ["key"])

    private static let begins = Step(.begin, enters: .searching, .probe)
    private static let connects = Step(.reached(.connecting), enters: .connecting)
    private static let asks = Step(.reached(.asking), enters: .asking)
    private static let stores = Step(.stored, .attach)
    private static let untilStored: [Step] = [
        begins, connects, asks, Step(.probed(two), enters: .describing, .store(two)), stores,
    ]
    private static let untilBroker: [Step] = [
        begins, Step(.probed(none), enters: .describing, .store(none)), stores,
        Step(.attached, .wait(nil), .finish),
    ]
    private static let settles = Step(.attached, .wait(AddingMachine.settling))

    static let courses: [Course] = [
        Course(
            "all devices come", after: untilStored,
            [Step(.described(1)), settles, Step(.described(2), .wait(nil), .finish)], .done),
        Course(
            "the devices are there before the provider is attached", after: untilStored,
            [Step(.described(2)), Step(.attached, .wait(nil), .finish)], .done),
        Course(
            "a device stays away", after: untilStored,
            [settles, Step(.described(1)), Step(.timedOut, .wait(nil), .finish)], .done),
        Course("a broker without devices", untilBroker, .done),
        Course(
            "a person presses the button",
            [begins, connects, Step(.reached(.waitingForButton), enters: .waitingForButton), asks], .at(.asking)),
        Course("done is done", after: untilBroker, [Step(.cancel), Step(.begin)], .done),
        Course(
            "steps neither repeat nor go back",
            [
                begins, asks, Step(.reached(.connecting)), Step(.reached(.asking)), Step(.reached(.describing)),
                Step(.stored), Step(.attached), Step(.begin),
            ], .at(.asking)),
        Course(
            "a wrong key",
            [
                begins, connects, Step(.failed(refused), .wait(nil), .undo, .finish), Step(.timedOut),
                Step(.probed(two)),
            ], .failed(failed(at: .connecting))),
        Course(
            "repeated after a failure",
            [begins, Step(.failed(refused), .wait(nil), .undo, .finish), begins], .at(.searching)),
        Course("cancelled while searching", [begins, Step(.cancel, .wait(nil), .undo, .finish)], .cancelled),
        Course(
            "cancelled while describing", after: untilStored,
            [Step(.cancel, .wait(nil), .undo, .finish), Step(.attached), Step(.described(2))], .cancelled),
        Course("cancelled before it began", [Step(.cancel)], .idle),
    ]

    private static func failed(at step: AddingStep) -> IntegrationFailure {
        var failure = refused
        failure.step = step
        return failure
    }

    @Test(arguments: courses.indices) func eachEventHasItsActions(_ index: Int) {
        let course = Self.courses[index]
        var machine = AddingMachine()
        for step in course.steps {
            expect(machine.handle(step.event), equals: step.actions, "\(course.name): \(step.event)")
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

/// The course of adding an integration, as a value: events go in, actions come out. It can be cancelled at each step, and
/// begun again after a failure.
package struct AddingMachine: Sendable {
    package enum State: Equatable, Sendable {
        case idle
        case at(AddingStep)
        case done
        case failed(IntegrationFailure)
        case cancelled

        /// Whether nothing is going on.
        package var isAtRest: Bool {
            if case .at = self { false } else { true }
        }
    }

    package enum Event: Equatable, Sendable {
        /// A person begins, or begins again.
        case begin
        /// The probe has reached a step.
        case reached(AddingStep)
        case probed(ProbedDevices)
        /// The integration is in the store.
        case stored
        /// The hub has its provider.
        case attached
        /// The link has described this many devices.
        case described(Int)
        case failed(IntegrationFailure)
        case timedOut
        case cancel
    }

    package enum Action: Equatable, Sendable {
        /// Notifies the person.
        case report(AddingStep)
        case probe
        case store(ProbedDevices)
        case attach
        /// Sends ``Event/timedOut`` after a time; replaces an earlier time, and nil ends it.
        case wait(Duration?)
        /// Ends the work in progress, and then removes what it has stored and added.
        case undo
        /// The outcome is in ``AddingMachine/state``.
        case finish
    }

    package private(set) var state = State.idle
    /// What the probe has found; nil before it ended.
    package private(set) var probed: ProbedDevices?
    /// Whether it ends with the probe's answer, and adds nothing.
    private let isTest: Bool
    private var described = 0
    private var isAttached = false

    package init(isTest: Bool = false) { self.isTest = isTest }

    /// The longest time for a step.
    package static func limit(_ step: AddingStep) -> Duration {
        switch step {
        case .searching: .seconds(15)
        case .connecting: .seconds(20)
        // As long as a bridge waits after its button was pressed.
        case .waitingForButton: .seconds(30)
        case .asking, .describing: .seconds(60)
        }
    }

    /// How long an addition waits for devices that were probed, once its provider is attached.
    package static let settling = Duration.seconds(10)

    package mutating func handle(_ event: Event) -> [Action] {
        guard case .at(let step) = state else {
            guard event == .begin, state != .done else { return [] }
            self = AddingMachine(isTest: isTest)
            return enter(.searching) + [.probe]
        }
        switch event {
        case .begin: return []
        case .reached(let next): return next > step && next < .describing ? enter(next) : []
        case .probed(let devices):
            guard step < .describing else { return [] }
            probed = devices
            return isTest ? end(.done) : enter(.describing) + [.store(devices)]
        case .stored: return step == .describing && !isAttached ? [.attach] : []
        case .attached:
            guard step == .describing else { return [] }
            isAttached = true
            return isComplete ? end(.done) : [.wait(Self.settling)]
        case .described(let count):
            described = max(described, count)
            return isAttached && isComplete ? end(.done) : []
        case .timedOut:
            // Some devices may be out of reach; they come later.
            guard !isAttached else { return end(.done) }
            return end(.failed(Self.timeout(step)))
        case .failed(var failure):
            failure.step = failure.step ?? step
            return end(.failed(failure))
        case .cancel: return end(.cancelled)
        }
    }

    private var isComplete: Bool { described >= probed?.deviceCount ?? 0 }

    private mutating func enter(_ step: AddingStep) -> [Action] {
        state = .at(step)
        return [.report(step), .wait(Self.limit(step))]
    }

    private mutating func end(_ end: State) -> [Action] {
        state = end
        return [.wait(nil)] + (end == .done ? [] : [.undo]) + [.finish]
    }

    private static func timeout(_ step: AddingStep) -> IntegrationFailure {
        let seconds = limit(step).components.seconds
        let (message, wayOut) =
            switch step {
            case .searching: ("the address was not found within \(seconds) seconds", "check name or address")
            case .connecting:
                ("connecting timed out after \(seconds) seconds", "check that it is on and on the same network")
            case .waitingForButton:
                (
                    "its button was not pressed within \(seconds) seconds",
                    "try again, and press the button while the hub waits"
                )
            case .asking: ("it did not say within \(seconds) seconds which devices it has", "restart it and try again")
            case .describing:
                ("its devices were not added within \(seconds) seconds", "try again; the hub's log may say more")
            }
        return IntegrationFailure(.timedOut, message, wayOut: wayOut, step: step)
    }
}

internal import Foundation
internal import HearthDeviceBehaviors
internal import HearthTraitCore
internal import HearthTraits
internal import Synchronization
internal import Expectations
internal import Testing
@testable internal import HearthDeviceHost

/// The host's part in behaviours: its timer, the order of the hardware's work, and the removal of a device.
@Suite(.timeLimit(.minutes(5)))
struct BehaviorHostTests {
    @Test(
        "A timer waits at least 1 ms, and longer for a deadline in the past",
        arguments: [
            (-1_000_000, 5_000_000), (0, 5_000_000), (1, 1_000_000), (999_999, 1_000_000), (1_000_000, 1_000_000),
            (1_000_001, 1_000_001),
        ] as [(Int64, Int64)])
    func timerWaitsAtLeastAMillisecond(_ deadline: Int64, _ delay: Int64) async {
        let clock = NotingClock()
        let host = BehaviorHost(
            [Reminder(deadline: clock.now + .nanoseconds(deadline))], of: "d", at: 1, clock: clock,
            outlet: .init(report: { _ in }, remember: { _, _ in }))
        await host.start(stored: { _ in nil }, memory: { _ in nil })
        expect(clock.delays, equals: [.nanoseconds(delay)])
    }

    @Test func workOfOneCallRunsWholeAndInOrder() async throws {
        let notes = Mutex<[String]>([])
        let host = BehaviorHost(
            [Reminder { text in notes.withLock { $0.append(text) } }], of: "d", at: 1, clock: NotingClock(),
            outlet: .init(report: { _ in notes.withLock { $0.append("report") } }, remember: { _, _ in }))
        await host.start(stored: { _ in nil }, memory: { _ in nil })
        await host.sense(.toggle)
        await host.sense(.toggle)
        expect(notes.withLock { $0 }, equals: ["report", "first", "second", "report", "first", "second"])
    }

    /// Its timer may be cancelled while the timer's action asks the provider for a device.
    @Test func removedDeviceStopsOutsideTheProvidersLock() async throws {
        let clock = NotingClock()
        let device = HostedDevice(
            id: "d", name: "Plug", type: OnOffPluginUnitDeviceType.self,
            handlers: [Reminder(deadline: .seconds(60)), OnOffBehavior()])
        let provider = try HandlerProvider([device], clock: clock)
        _ = await provider.start(hub: NoHub(), stored: StoredState([:]))
        let found = Mutex<Bool?>(nil)
        clock.onCancel {
            let isAnswered = DispatchSemaphore(value: 0)
            Thread.detachNewThread {
                let has = provider.has("d")
                found.withLock { $0 = has }
                isAnswered.signal()
            }
            _ = isAnswered.wait(timeout: .now() + 10)
        }
        provider.remove("d")
        expect(found.withLock { $0 }, equals: false)
    }
}

/// A behaviour with a deadline, whose hardware has two things to do when the button is pressed.
private struct Reminder: TraitBehavior {
    typealias HandledTrait = Matter.IdentifyTrait

    var attributes: T.Attributes = {
        var attributes = T.Attributes()
        attributes.identifyTime = 0
        attributes.identifyType = .visibleIndicator
        return attributes
    }()
    var deadline: Duration?
    var note: @Sendable (String) -> Void = { _ in }

    init(deadline: Duration? = nil, note: @escaping @Sendable (String) -> Void = { _ in }) {
        self.deadline = deadline
        self.note = note
    }

    mutating func sense(_ input: PhysicalInput, _ context: inout EndpointContext) {
        attributes.identifyTime = (attributes.identifyTime ?? 0) + 1
        let note = note
        context.operate(T.self) { note("first") }
        context.operate(T.self) { note("second") }
    }
}

/// A clock at one second that never fires, and notes the delays.
private final class NotingClock: HomeClock {
    private struct State {
        var delays: [Duration] = []
        var cancelled: @Sendable () -> Void = {}
    }

    private let state = Mutex(State())
    let now = Duration.seconds(1)
    let sinceEpoch = Duration.seconds(1_800_000_000)

    var delays: [Duration] { state.withLock { $0.delays } }

    /// Calls `body` when an action is cancelled.
    func onCancel(_ body: @escaping @Sendable () -> Void) { state.withLock { $0.cancelled = body } }

    func schedule(
        after delay: Duration, _ action: @escaping @Sendable () async -> Void
    ) -> any ScheduledAction {
        state.withLock { $0.delays.append(delay) }
        return Action(clock: self)
    }

    private struct Action: ScheduledAction {
        let clock: NotingClock
        func cancel() { clock.state.withLock { $0.cancelled }() }
    }
}

private final class NoHub: DeviceReporter {
    func report(_ change: DeviceChange) {}
    func bring(_ devices: [DeviceDescription]) {}
    func remove(_ deviceIDs: [String]) {}
    func remember(_ deviceID: String, key: String, _ value: [UInt8]) {}
}

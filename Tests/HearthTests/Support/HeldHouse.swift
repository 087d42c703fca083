internal import HearthTraitCore
internal import Synchronization

/// The devices of a ``TestHouse``; some take a command and carry it out when the test says so.
final class HeldHouse: DeviceProvider {
    private struct State {
        var isOpen = false
        var held: [CheckedContinuation<Void, Never>] = []
        var carriedOut: [String] = []
    }

    private let house = TestHouse()
    private let state = Mutex(State())
    private let arrivals: AsyncStream<Void>
    private let arrival: AsyncStream<Void>.Continuation

    private let holding: Set<String>?

    /// - Parameter holding: The devices that wait; nil for all.
    init(holding: Set<String>? = nil) {
        self.holding = holding
        (arrivals, arrival) = AsyncStream<Void>.makeStream()
    }

    func start(hub: any DeviceReporter, stored: StoredState) -> [DeviceDescription] {
        house.start(hub: hub, stored: stored)
    }

    /// The commands that were carried out: device and command.
    var carriedOut: [String] { state.withLock { $0.carriedOut } }

    func invoke(_ invocation: CommandInvocation) async throws -> StructureValue? {
        let device = invocation.path.target.deviceID
        if holding?.contains(device) ?? true { await hold() }
        state.withLock { $0.carriedOut.append("\(device) \(invocation.command.name)") }
        return try house.invoke(invocation)
    }

    private func hold() async {
        await withCheckedContinuation { continuation in
            let isOpen = state.withLock { state in
                if !state.isOpen { state.held.append(continuation) }
                return state.isOpen
            }
            if isOpen { continuation.resume() }
            arrival.yield()
        }
    }

    func write(_ update: AttributeUpdate) { house.write(update) }

    func stop() async { await house.stop() }

    /// Waits until a device has a command.
    func waitForCommand() async {
        var iterator = arrivals.makeAsyncIterator()
        _ = await iterator.next()
    }

    /// Carries out the waiting commands, and later ones at once.
    func release() {
        let held = state.withLock { state in
            state.isOpen = true
            defer { state.held = [] }
            return state.held
        }
        for continuation in held { continuation.resume() }
    }
}

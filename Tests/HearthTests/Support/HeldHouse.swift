internal import HearthTraitCore
internal import Synchronization

/// The devices of a ``TestHouse``; they take a command and carry it out when the test says so.
final class HeldHouse: DeviceProvider {
    private struct State {
        var isOpen = false
        var held: [CheckedContinuation<Void, Never>] = []
    }

    private let house = TestHouse()
    private let state = Mutex(State())
    private let arrivals: AsyncStream<Void>
    private let arrival: AsyncStream<Void>.Continuation

    init() {
        (arrivals, arrival) = AsyncStream<Void>.makeStream()
    }

    func start(hub: any DeviceReporter, stored: StoredState) -> [DeviceDescription] {
        house.start(hub: hub, stored: stored)
    }

    func invoke(_ invocation: CommandInvocation) async throws -> StructureValue? {
        await withCheckedContinuation { continuation in
            let isOpen = state.withLock { state in
                if !state.isOpen { state.held.append(continuation) }
                return state.isOpen
            }
            if isOpen { continuation.resume() }
            arrival.yield()
        }
        return try house.invoke(invocation)
    }

    func write(_ update: AttributeUpdate) { house.write(update) }

    func stop() async { await house.stop() }

    /// Waits until a device has a command.
    func waitForCommand() async {
        var iterator = arrivals.makeAsyncIterator()
        _ = await iterator.next()
    }

    /// The devices carry out what they have, and from now on everything at once.
    func release() {
        let held = state.withLock { state in
            state.isOpen = true
            defer { state.held = [] }
            return state.held
        }
        for continuation in held { continuation.resume() }
    }
}

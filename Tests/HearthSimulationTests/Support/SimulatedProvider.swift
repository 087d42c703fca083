internal import HearthTraitCore
internal import HomeStateTestSupport
internal import Synchronization

/// A provider in the hub's process that records its orders: commands with a number of their own.
final class SimulatedProvider: DeviceProvider {
    let devices: TestProvider
    private let orders = Mutex<[UInt64]>([])
    private let started = Mutex(false)

    init(_ descriptions: [DeviceDescription]) { devices = TestProvider(descriptions) }

    /// Each order, as often as it was given.
    var given: [UInt64] { orders.withLock { $0 } }

    /// Whether a hub has started it.
    var hasStarted: Bool { started.withLock { $0 } }

    func start(hub: any DeviceReporter, stored: StoredState) async throws -> [DeviceDescription] {
        let descriptions = try await devices.start(hub: hub, stored: stored)
        started.withLock { $0 = true }
        return descriptions
    }

    func invoke(_ invocation: CommandInvocation) async throws -> StructureValue? {
        if case .unsigned(let order) = invocation.arguments[1] { orders.withLock { $0.append(order) } }
        return try await devices.invoke(invocation)
    }

    func write(_ update: AttributeUpdate) async throws { try await devices.write(update) }

    func stop() async { await devices.stop() }
}

internal import HearthBase
@testable internal import HearthDeviceHost
internal import HearthRPC
internal import HearthTraitCore
internal import HearthTraits
internal import Synchronization

/// State that the device under test shares with the test.
final class Bench: Sendable {
    struct State: Sendable {
        var states: [TraitState<Matter.OnOffTrait>] = []
        var remembered: [Bool?] = []
        var order: [String] = []
        var isCancelled = false
    }
    let state = Mutex(State())
    /// Opened by a command that has begun to wait.
    let began = Latch()
    /// The latch that it waits for.
    let mayEnd = Latch()

    /// Operates the switch at the lamp itself.
    func turn(_ isOn: Bool) {
        state.withLock { $0.states.first }?.update { $0.onOff = isOn }
    }
}

/// A lamp. `off` waits for the test, `toggle` refuses.
struct LampHandler: Matter.OnOffTraitHandler {
    let bench: Bench
    var startsOn = false

    var initialAttributes: Matter.OnOffTrait.Attributes {
        var attributes = Matter.OnOffTrait.Attributes()
        attributes.onOff = startsOn
        return attributes
    }

    func started(_ state: TraitState<Matter.OnOffTrait>, remembered: Matter.OnOffTrait.Attributes) async {
        bench.state.withLock {
            $0.states.append(state)
            $0.remembered.append(remembered.onOff)
        }
        if let onOff = remembered.onOff { state.update { $0.onOff = onOff } }
    }

    func off(_ state: TraitState<Matter.OnOffTrait>) async throws(TraitError) {
        bench.began.open()
        await bench.mayEnd.wait()
        let isCancelled = Task.isCancelled
        bench.state.withLock { $0.isCancelled = isCancelled }
        state.update { $0.onOff = false }
    }

    func on(_ state: TraitState<Matter.OnOffTrait>) async throws(TraitError) {
        state.update { $0.onOff = true }
    }

    func toggle(_ state: TraitState<Matter.OnOffTrait>) async throws(TraitError) {
        throw TraitError(.invalidInState, "the bulb is broken")
    }
}

/// The start of a handler, which waits for the test.
final class SlowStart: Sendable {
    let began = Latch()
    let mayEnd = Latch()
}

/// A lamp that starts slowly.
struct SlowLampHandler: Matter.OnOffTraitHandler {
    let slow: SlowStart

    var initialAttributes: Matter.OnOffTrait.Attributes {
        var attributes = Matter.OnOffTrait.Attributes()
        attributes.onOff = false
        return attributes
    }

    func started(_ state: TraitState<Matter.OnOffTrait>, remembered: Matter.OnOffTrait.Attributes) async {
        slow.began.open()
        await slow.mayEnd.wait()
        state.update { $0.onOff = true }
    }

    func off(_ state: TraitState<Matter.OnOffTrait>) async throws(TraitError) {}
}

extension HostedDevice {
    static func slow(_ id: String, _ slow: SlowStart) -> HostedDevice {
        HostedDevice(
            id: id, name: "Lamp", type: OnOffLightDeviceType.self, handlers: [SlowLampHandler(slow: slow)])
    }

    static func lamp(_ id: String = "lamp", _ bench: Bench = Bench(), startsOn: Bool = false) -> HostedDevice {
        HostedDevice(
            id: id, name: "Lamp", room: "Hall", type: OnOffLightDeviceType.self,
            handlers: [LampHandler(bench: bench, startsOn: startsOn)])
    }
}

extension DeviceHost {
    /// A host of devices that reaches a server in this process.
    convenience init(
        _ devices: [HostedDevice], to server: RPCServer, identity: String = "host-1",
        clock: any HomeClock = SystemClock(), told: Told = Told()
    ) throws {
        try self.init(
            identity: .given(identity), name: "Test", provider: try HandlerProvider(devices, clock: clock),
            clock: clock,
            chance: { 0 }, notice: { told.add($0) }
        ) { () throws(RPCError) in InProcessTransport(server: server) }
    }

    /// Runs the host while `body` runs.
    func whileRunning<R: Sendable>(_ body: () async throws -> R) async throws -> R {
        let running = Task { try await self.run() }
        do {
            let result = try await body()
            running.cancel()
            try await running.value
            return result
        } catch {
            running.cancel()
            throw error
        }
    }
}

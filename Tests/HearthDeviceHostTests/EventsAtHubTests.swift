internal import Hearth
@testable internal import HearthDeviceHost
internal import HearthRPC
internal import HearthTraitCore
internal import HearthTraits
internal import Synchronization
internal import Expectations
internal import Testing

/// A doorbell, its host, a hub and an app, whose connections are cut.
@Suite(.timeLimit(.minutes(5)))
struct EventsAtHubTests {
    /// The button, for the test to press.
    private final class Button: Sendable {
        private let state = Mutex<TraitState<Google.DoorbellPressTrait>?>(nil)

        func connect(_ state: TraitState<Google.DoorbellPressTrait>) { self.state.withLock { $0 = state } }

        func press(_ count: Int = 1) {
            guard let state = state.withLock({ $0 }) else { return }
            for _ in 0..<count { state.emit(Google.DoorbellPressTrait.DoorbellPressedEvent.self) }
        }
    }

    private struct Bell: Google.DoorbellPressTraitHandler {
        let button: Button

        var initialAttributes: Google.DoorbellPressTrait.Attributes { .init() }

        func started(
            _ state: TraitState<Google.DoorbellPressTrait>, remembered: Google.DoorbellPressTrait.Attributes
        ) async {
            button.connect(state)
        }
    }

    /// Whether the host may reach its hub.
    private final class Gate: Sendable {
        private let state = Mutex(true)
        var isOpen: Bool {
            get { state.withLock { $0 } }
            set { state.withLock { $0 = newValue } }
        }
    }

    private func host(_ button: Button, _ wire: Wire, _ told: Told, _ gate: Gate = Gate()) throws -> DeviceHost {
        let bell = HostedDevice(
            id: "bell", name: "Bell", type: GoogleDoorbellDeviceType.self, handlers: [Bell(button: button)])
        return try DeviceHost(
            identity: .given("h"), provider: try HandlerProvider([bell]), chance: { 0 }, notice: { told.add($0) }
        ) { () throws(RPCError) in
            guard gate.isOpen else { throw RPCError(.unavailable, "no way") }
            return try wire.connect()
        }
    }

    /// The numbers of the events that an app has received.
    private final class Ear {
        private final class Heard: Sendable {
            let numbers = Mutex<[UInt64]>([])
        }

        private let heard = Heard()
        private var end: AnyCancellable?
        var numbers: [UInt64] { heard.numbers.withLock { $0 } }

        func listen(_ home: Home) async throws {
            try await until { try await home.devices().list().contains { $0.id == "bell" } }
            let device = try require(try await home.devices().list().first { $0.id == "bell" })
            let bell = try require(await device.types.get(GoogleDoorbellDeviceType.self))
            end = bell.events.subscribe(Google.DoorbellPressTrait.DoorbellPressedEvent.self).sink(
                receiveCompletion: { _ in },
                receiveValue: { [heard] event in heard.numbers.withLock { $0.append(event.metadata.number) } })
        }
    }

    @Test func ringDuringDisconnectionIsDeliveredLater() async throws {
        let hub = try await RealHub.start()
        let home = try await hub.home()
        let (button, wire, told, gate, ear) = (Button(), Wire(hub.address), Told(), Gate(), Ear())
        try await host(button, wire, told, gate).whileRunning {
            try await ear.listen(home)
            button.press()
            try await until { ear.numbers.count == 1 }
            gate.isOpen = false
            await wire.cut()
            try await until {
                try await home.devices().list().first?.sourceConnectivity.connectivityState == .offline
            }
            try await until { told.isWaiting }
            button.press(100)
            gate.isOpen = true
            try await until { ear.numbers.count >= 101 }
            button.press()
            try await until { ear.numbers.count >= 102 }
        }
        expect(ear.numbers, equals: (1...102).map { UInt64($0) })
        await home.disconnect()
        try await hub.end()
        hub.remove()
    }

    /// Some are written to a broken connection, and of some only the hub's confirmation is lost.
    @Test func aBellThatRingsAsItsCallsBreakIsHeardEachTimeOnce() async throws {
        let hub = try await RealHub.start()
        let home = try await hub.home()
        let (button, wire, told, ear) = (Button(), Wire(hub.address), Told(), Ear())
        try await host(button, wire, told).whileRunning {
            try await ear.listen(home)
            for round in 1...20 {
                try await told.untilAttached(round)
                let ringing = Task {
                    for _ in 0..<50 {
                        button.press()
                        await Task.yield()
                    }
                }
                for _ in 0..<round { await Task.yield() }
                await wire.cut()
                await ringing.value
            }
            try await until { ear.numbers.count >= 1000 }
            button.press()
            try await until { ear.numbers.count >= 1001 }
        }
        expect(ear.numbers, equals: (1...1001).map { UInt64($0) })
        expect(!told.all.contains { if case .eventsLost = $0 { true } else { false } })
        await home.disconnect()
        try await hub.end()
        hub.remove()
    }

    @Test func ringWhileHubIsDownReachesAnEarlierApp() async throws {
        let hub = try await RealHub.start()
        let home = try await Home.connect(to: hub.address)
        let (button, wire, told, ear) = (Button(), Wire(hub.address), Told(), Ear())
        try await host(button, wire, told).whileRunning {
            try await ear.listen(home)
            button.press(3)
            try await until { ear.numbers.count == 3 }
            try await hub.end()
            try await until { told.isWaiting }
            button.press(100)
            let again = try await RealHub.start(in: hub.folder)
            try await until { ear.numbers.count >= 103 }
            button.press()
            try await until { ear.numbers.count >= 104 }
            await home.disconnect()
            try await again.end()
        }
        expect(ear.numbers, equals: (1...104).map { UInt64($0) })
        hub.remove()
    }
}

extension Told {
    /// Whether the host has noticed that its call has ended.
    fileprivate var isWaiting: Bool { all.contains { if case .state(.waiting) = $0 { true } else { false } } }
}

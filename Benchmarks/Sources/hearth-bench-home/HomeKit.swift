import Foundation
import Hearth
import HearthHomeKit
import Synchronization

/// Measurements of a HomeKit app at the same hub.
@MainActor
enum HomeKit {
    /// The time from a new manager to its delegate's call with the homes.
    static func ready(_ address: String, count: Int) async throws {
        let begin = ContinuousClock.now
        let app = App(HMHomeManager(hub: address))
        await app.loaded()
        let taken = begin.duration(to: .now).inSeconds
        let accessories = app.manager.primaryHome?.accessories.count ?? 0
        guard accessories >= count else { throw HomeError(.notFound, "\(accessories) accessories are there") }
        Main.say(#"{"seconds": \#(taken)}"#)
    }

    /// The times from a write by one program to its return, and to another program's delegate.
    static func latency(_ address: String, calls: Int) async throws {
        let writer = App(HMHomeManager(home: try await Home.connect(to: address)))
        let watcher = App(HMHomeManager(home: try await Home.connect(to: address)))
        await writer.loaded()
        await watcher.loaded()
        let written = try light(writer), watched = try light(watcher)
        watched.service?.accessory?.delegate = watcher
        try await watched.enableNotification(true)
        var state = written.value as? Bool ?? false
        var returns: [Double] = []
        var updates: [Double] = []
        for call in 0..<(calls + calls / 10) {
            state.toggle()
            let arrival = watcher.expect()
            let begin = ContinuousClock.now
            try await written.writeValue(state)
            let returned = begin.duration(to: .now).inSeconds
            var arrived = begin
            for await time in arrival { arrived = time }
            guard call >= calls / 10 else { continue }
            returns.append(returned)
            updates.append(begin.duration(to: arrived).inSeconds)
        }
        let list = { (values: [Double]) in "[" + values.map { "\($0)" }.joined(separator: ", ") + "]" }
        Main.say(#"{"returned": \#(list(returns)), "updated": \#(list(updates))}"#)
    }

    /// Reads every characteristic of every accessory, and follows those that can be followed.
    static func follow(_ address: String) async throws {
        let app = App(HMHomeManager(hub: address))
        await app.loaded()
        for accessory in app.manager.primaryHome?.accessories ?? [] {
            accessory.delegate = app
            for characteristic in accessory.services.flatMap(\.characteristics)
            where characteristic.properties.contains(HMCharacteristicPropertySupportsEventNotification) {
                try? await characteristic.enableNotification(true)
            }
        }
        Main.say("ready")
        await Main.untilInputEnds()
        withExtendedLifetime(app) {}
    }

    private static func light(_ app: App) throws -> HMCharacteristic {
        let lights = app.manager.primaryHome?.servicesWithTypes([HMServiceTypeLightbulb]) ?? []
        let light = lights.min { $0.name < $1.name }
        guard
            let power = light?.characteristics.first(where: {
                $0.characteristicType == HMCharacteristicTypePowerState
            })
        else { throw HomeError(.notFound, "the house has no light") }
        return power
    }
}

/// A manager with its delegate.
@MainActor
private final class App: NSObject {
    let manager: HMHomeManager
    private let homes = AsyncStream<Void>.makeStream()
    nonisolated private let arrival = Mutex<AsyncStream<ContinuousClock.Instant>.Continuation?>(nil)

    init(_ manager: HMHomeManager) {
        self.manager = manager
        super.init()
        manager.delegate = self
    }

    func loaded() async { for await _ in homes.stream { return } }

    /// Returns when the next value arrives.
    func expect() -> AsyncStream<ContinuousClock.Instant> {
        let (stream, continuation) = AsyncStream<ContinuousClock.Instant>.makeStream()
        arrival.withLock { $0 = continuation }
        return stream
    }
}

extension App: HMHomeManagerDelegate, HMAccessoryDelegate {
    nonisolated func homeManagerDidUpdateHomes(_ manager: HMHomeManager) {
        MainActor.assumeIsolated {
            homes.continuation.yield()
            homes.continuation.finish()
        }
    }

    nonisolated func accessory(
        _ accessory: HMAccessory, service: HMService, didUpdateValueFor characteristic: HMCharacteristic
    ) {
        let now = ContinuousClock.now
        let arrival = arrival.withLock { arrival in
            defer { arrival = nil }
            return arrival
        }
        arrival?.yield(now)
        arrival?.finish()
    }
}

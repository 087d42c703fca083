internal import Hearth
internal import HearthCombine
internal import HearthLightingTraits
internal import HearthLockTraits
internal import HearthSystem
package import HearthTerminal
internal import HearthTraitCore
internal import Synchronization

#if canImport(FoundationEssentials)
    internal import FoundationEssentials
#else
    internal import Foundation
#endif

/// `hearth self-check`: starts a hub in another process and uses it like any client.
package enum SelfCheckCommand {
    package static func run(_ arguments: Arguments) async throws(CommandError) {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("hearth-\(UUID().uuidString)")
        do {
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        } catch {
            throw CommandError(.cantStart, "\(folder.path) can't be made: \(reason(of: error))")
        }
        defer { try? FileManager.default.removeItem(at: folder) }
        let check = SelfCheck(store: folder.appendingPathComponent("home.db").path)
        do {
            try await check.run()
        } catch let error as CommandError {
            check.hub?.kill()
            throw error
        } catch {
            check.hub?.kill()
            throw CommandError(.refused, "self-check failed: \(error)")
        }
        try printLine("Everything works.")
    }
}

private struct CheckFailure: Error, CustomStringConvertible {
    let description: String
}

private final class SelfCheck {
    private let store: String
    private(set) var hub: HubProcess?

    init(store: String) {
        self.store = store
    }

    func run() async throws {
        var hub = try await HubProcess.start(listen: "127.0.0.1:0", store: store)
        self.hub = hub
        try say("a hub listens on \(hub.address), process \(hub.pid)")

        let home = try await Home.connect(to: hub.address)
        let devices = try await home.devices().list()
        let rooms = try await home.rooms().list()
        let isFull = devices.count >= 20 && rooms.count >= 6
        try require(isFull, "\(devices.count) devices in \(rooms.count) rooms are too few")
        try say("list: \(devices.count) devices in \(rooms.count) rooms")

        let log = ChangeLog()
        let watching = home.changes().sink { _ in
        } receiveValue: {
            log.add($0)
        }
        defer { watching.cancel() }

        let lamp = try await find(devices, DimmableLightDeviceType.self)
        let before = try await onOff(lamp)
        guard let light = await lamp.types.get(DimmableLightDeviceType.self)?.matterTraits.onOffTrait else {
            throw CheckFailure(description: "\(lamp.name) has no on/off trait")
        }
        try await light.toggle()
        let after = try await onOff(lamp)
        try require(after == !before, "\(lamp.name) was \(before) and is \(after) after toggle")
        try say("command: toggled \(lamp.name), on is \(before) -> \(after)")
        try await log.wait("the toggle of \(lamp.name)") { report in
            report.traits.contains { $0.path.target.deviceID == lamp.id && $0.path.traitID == 6 }
                && report.cause == .client(home.clientID)
        }
        try say("watch: saw the toggle, with this client as its cause")

        let door = try await find(devices, DoorLockDeviceType.self)
        guard let lock = await door.types.get(DoorLockDeviceType.self)?.matterTraits.doorLockTrait else {
            throw CheckFailure(description: "\(door.name) has no lock trait")
        }
        let limit: UInt8 = lock.wrongCodeEntryLimit == 3 ? 4 : 3
        let updated = try await lock.update { $0.setWrongCodeEntryLimit(limit) }
        try require(updated.wrongCodeEntryLimit == limit, "\(door.name) did not take the limit \(limit)")
        try say("update: wrongCodeEntryLimit of \(door.name) is \(limit)")
        do {
            try await lock.update { $0.setWrongCodeEntryLimit(0) }
            throw CheckFailure(description: "\(door.name) took a limit of 0")
        } catch let error as HomeError {
            try require(error.code == .invalidArgument, "a limit of 0 gave \(error)")
            try say("refused as expected: \(error.message)")
        }
        let renamed = try await lamp.setName("Self-check lamp")
        try say("rename: \(lamp.name) is now \(renamed.name)")
        try await log.wait("a change by a device itself") { $0.cause == .device }
        try say("watch: a sensor changed by itself; \(log.count) changes so far")

        let address = hub.address
        // Device state is written to disk with a delay of half a second; people's edits immediately.
        try await Task.sleep(for: .seconds(1.5))
        hub.kill()
        await log.waitForLoss()
        try say("the hub is killed; the client noticed")
        hub = try await HubProcess.start(listen: address, store: store)
        self.hub = hub
        try await log.waitForReturn()
        try say("restart: a new hub, process \(hub.pid); the client reconnected by itself")
        guard let again = try await home.devices().list().first(where: { $0.id == lamp.id }) else {
            throw CheckFailure(description: "\(lamp.id) is gone after the restart")
        }
        try require(again.name == "Self-check lamp", "the name came back as \(again.name)")
        let kept = try await onOff(again)
        let keptLimit = await door.types.get(DoorLockDeviceType.self)?.matterTraits.doorLockTrait?.wrongCodeEntryLimit
        try require(
            kept == after && keptLimit == limit,
            "after the restart on is \(kept), limit \(String(describing: keptLimit))")
        try say("restart: name, light and limit came back as they were")

        await home.disconnect()
        let status = await hub.end()
        try require(status == 0, "the hub ended with status \(status)")
        try say("end: the hub drained and exited with 0")
    }

    private func say(_ line: String) throws(CommandError) {
        try printLine("ok   \(line)")
    }

    private func require(_ condition: Bool, _ otherwise: @autoclosure () -> String) throws {
        if !condition { throw CheckFailure(description: otherwise()) }
    }

    private func find<T: DeviceType>(_ devices: Set<HomeDevice>, _ type: T.Type) async throws -> HomeDevice {
        let found = devices.filter { $0.types.contains(type) }
        guard let device = found.min(by: { $0.id < $1.id }) else {
            throw CheckFailure(description: "no device is a \(T.descriptor.name)")
        }
        return device
    }

    private func onOff(_ device: HomeDevice) async throws -> Bool {
        guard let value = await device.types.get(DimmableLightDeviceType.self)?.matterTraits.onOffTrait?.onOff else {
            throw CheckFailure(description: "\(device.name) does not say whether it is on")
        }
        return value
    }
}

/// The changes that a client has received.
private final class ChangeLog: Sendable {
    private struct State {
        var reports: [HomeReport] = []
        var isLost = false
        var hasReturned = false
    }

    private let state = Mutex(State())

    func add(_ change: HomeChange) {
        state.withLock { state in
            switch change {
            case .report(let report): state.reports.append(report)
            case .connectionLost: state.isLost = true
            case .connectionRestored: state.hasReturned = state.isLost
            case .resynced, .eventsLost: break
            }
        }
    }

    var count: Int { state.withLock { $0.reports.count } }

    func wait(_ what: String, _ matches: @Sendable (HomeReport) -> Bool) async throws {
        try await poll(what) { $0.reports.contains(where: matches) }
    }

    func waitForLoss() async { try? await poll("the loss of the connection") { $0.isLost } }

    func waitForReturn() async throws { try await poll("the connection") { $0.hasReturned } }

    private func poll(_ what: String, _ holds: (State) -> Bool) async throws {
        for _ in 0..<300 {
            if state.withLock({ holds($0) }) { return }
            try await Task.sleep(for: .milliseconds(50))
        }
        throw CheckFailure(description: "\(what) was not seen within 15 seconds")
    }
}

internal import HearthRPC
internal import HearthWire
internal import Synchronization
internal import Expectations

/// The state from a watch, over all its calls: a minimal client.
struct WatchedHome {
    var positions: [Hearth_V1_Position] = []
    var rooms: [String: String] = [:]
    var names: [String: String] = [:]
    var resyncs: [Hearth_V1_Resync.Reason] = []
    /// Calls that have reported their position.
    var calls = 0
    var reports = 0
    /// Reports of clients' edits. They are sent once stored, with all earlier ones; reports of devices and automations
    /// are not.
    var edits = 0
    /// Repeated reports.
    var repeated = 0

    var sequence: UInt64 { positions.first?.sequence ?? 0 }

    mutating func take(_ message: Hearth_V1_WatchResponse) {
        switch message.content {
        case .snapshot(let snapshot):
            for room in snapshot.rooms { rooms[room.id] = room.name }
            for device in snapshot.devices { names[device.id] = device.name }
        case .started: calls += 1
        case .snapshotComplete(let marker): positions = marker.positions
        case .heartbeat(let heartbeat): positions = heartbeat.positions
        case .resync(let resync):
            resyncs.append(resync.reason)
            (rooms, names, positions) = ([:], [:], [])
        case .report(let report): take(report)
        default: break
        }
    }

    private mutating func take(_ report: Hearth_V1_Report) {
        for object in report.objects {
            switch object.change {
            case .room(let room): rooms[room.id] = room.name
            case .removedRoomID(let id): rooms[id] = nil
            case .device(let device): names[device.id] = device.name
            default: break
            }
        }
        guard let position = report.position else { return }
        reports += 1
        if !report.objects.isEmpty, report.cause?.kind == .client { edits += 1 }
        // Passing time has the position of the report before it.
        let isTime = report.objects.isEmpty && report.events.isEmpty && position.sequence == sequence
        if position.sequence <= sequence, !isTime { repeated += 1 }
        positions = [position]
    }
}

/// The present state of a running watch.
final class Watched: Sendable {
    private let view: Mutex<WatchedHome>

    init(_ view: WatchedHome = WatchedHome()) { self.view = Mutex(view) }

    var now: WatchedHome { view.withLock { $0 } }

    /// Watches until the call ends.
    func watch(_ home: Hearth_V1_HomeClient) async throws {
        let reader = try await home.watch(Hearth_V1_WatchRequest(resumeFrom: now.positions))
        while let message = try await reader.next() { view.withLock { $0.take(message) } }
    }

    /// Waits for a condition on the state.
    func until(_ condition: (WatchedHome) -> Bool) async throws {
        try await Expectations.until { condition(now) }
    }
}

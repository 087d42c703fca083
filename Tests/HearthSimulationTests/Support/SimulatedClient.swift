@testable internal import HearthHub
internal import HearthTraitCore
internal import HearthWire
internal import HubTestSupport

/// A watching client: it is cut, reads slowly, and resumes. Its messages are checked against the allowed ones.
struct SimulatedClient {
    private(set) var filter: Hearth_V1_WatchFilter
    /// The structure whose devices have events.
    let home: String
    /// Whether its filter shows the devices' events.
    let seesEvents: Bool
    /// The interval that it requests; nil for the hub's default.
    let leastInterval: Duration?
    let mostInterval: Duration?
    private(set) var view = ClientView()
    /// Rises with each watch; results of a former one are ignored.
    var connection = 0
    var isConnected = false
    /// How many messages it will read; nil for all.
    var credits: Int?
    var waiting: CheckedContinuation<Void, Never>?
    var task: Task<Void, Never>?
    /// The structures that the present watch must resume exactly.
    private(set) var exact: Set<String> = []
    /// The number of the last change of its filter, before whose marker positions belong to the former filter; nil
    /// while a change is requested.
    private(set) var update: UInt64? = 0
    /// It must receive all events after this one.
    private(set) var eventsSince: UInt64?
    /// Events by number, in the order of arrival.
    private(set) var events: [UInt64] = []

    init(
        filter: Hearth_V1_WatchFilter, of home: String, seesEvents: Bool, leastInterval: Duration? = nil,
        mostInterval: Duration? = nil
    ) {
        self.filter = filter
        self.leastInterval = leastInterval
        self.mostInterval = mostInterval
        self.home = home
        self.seesEvents = seesEvents
    }

    /// Reconnects with its state.
    ///
    /// - Parameter exact: Whether it must get all reports after a position.
    mutating func resume(exact isExact: (StructurePosition) -> Bool) -> Hearth_V1_WatchRequest {
        if !isComplete { forget() }
        update = 0
        view = view.resumable
        view.follow(filter)
        exact = Set(view.positions.values.filter(isExact).map(\.structureID))
        return Hearth_V1_WatchRequest(
            filter: filter, resumeFrom: view.positions.values.map { Hearth_V1_Position($0) },
            eventsAfter: view.lastEvents.map { Hearth_V1_EventPosition(structureID: $0.key, number: $0.value) },
            minInterval: leastInterval.map { Google_Protobuf_Duration(duration: $0) },
            maxInterval: mostInterval.map { Google_Protobuf_Duration(duration: $0) })
    }

    /// Whether it has everything that its filter shows.
    var isComplete: Bool { update.map { view.update >= $0 } ?? false }

    /// Removes its filter.
    mutating func widen() {
        filter = .init()
        update = nil
        exact = []
        // The marker may come before the answer that names it.
        view.follow(filter, from: view.update + 1)
    }

    mutating func widened(_ number: UInt64) { update = number }

    /// Restarts the client itself.
    mutating func forget() {
        view = ClientView()
        events = []
        eventsSince = nil
    }

    /// A structure is removed, and with it the reports that the client expected.
    mutating func expectsNothing(of structureID: String) { exact.remove(structureID) }

    /// Takes a message.
    ///
    /// - Returns: The violations found.
    mutating func take(_ message: Hearth_V1_WatchResponse, mayMiss: Bool) throws -> [String] {
        var wrong: [String] = []
        let before = view
        if case .resync(let resync) = message.content, exact.contains(resync.structureID), resync.reason != .overflow,
            !mayMiss
        {
            wrong.append("a resync (\(resync.reason)) of \(resync.structureID), whose stored state it had")
        }
        if case .snapshot(let snapshot) = message.content, !mayMiss {
            for structure in snapshot.structures where exact.contains(structure.id) {
                wrong.append("a snapshot of \(structure.id), whose stored state it had")
            }
        }
        if case .resync(let resync) = message.content { exact.remove(resync.structureID) }
        try view.take(message)
        for (id, position) in view.positions {
            guard let last = before.positions[id] else { continue }
            if (position.epoch, position.sequence) < (last.epoch, last.sequence) {
                wrong.append("a position that falls, from \(last) to \(position)")
            }
        }
        let new = view.events.dropFirst(before.events.count)
        if let last = events.last, let first = new.first, first <= last {
            wrong.append("event \(first) after \(last)")
        }
        if zip(new, new.dropFirst()).contains(where: { $0 >= $1 }) { wrong.append("events in the order \(Array(new))") }
        events += new
        if eventsSince == nil, case .snapshotComplete = message.content { eventsSince = view.lastEvents[home] }
        return wrong
    }

    /// The differences from the hub's state.
    func differences(from truth: ClientView) -> [String] {
        view.shown(by: filter).differences(from: truth)
    }
}

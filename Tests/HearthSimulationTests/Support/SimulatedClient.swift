@testable internal import HearthHub
@testable internal import HearthHubTests
internal import HearthTraitCore
internal import HearthWire

/// A client that watches: it is cut, reads slowly, and resumes. What it was sent is held against what may be sent.
struct SimulatedClient {
    private(set) var filter: Hearth_V1_WatchFilter
    /// The structure whose devices have events.
    let home: String
    /// Whether its filter shows the devices' events.
    let seesEvents: Bool
    /// How often it wants to be told; nil for what the hub has.
    let leastInterval: Duration?
    let mostInterval: Duration?
    private(set) var view = ClientView()
    /// Rises with each watch; what comes of a former one does not count.
    var connection = 0
    var isConnected = false
    /// How many messages it will read; nil for all.
    var credits: Int?
    var waiting: CheckedContinuation<Void, Never>?
    var task: Task<Void, Never>?
    /// The structures that the present watch was to resume exactly.
    private(set) var exact: Set<String> = []
    /// The number of the last change of its filter, before whose marker positions are those of the filter before; nil
    /// while that is asked for.
    private(set) var update: UInt64? = 0
    /// It was to be told all events after this one.
    private(set) var eventsSince: UInt64?
    /// Events by number, as they came.
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

    /// Begins anew, with what it had.
    ///
    /// - Parameter exact: the structures whose reports it is to get from where it was.
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

    /// Whether it has what its filter shows.
    var isComplete: Bool { update.map { view.update >= $0 } ?? false }

    /// It asks to see everything.
    mutating func widen() {
        filter = .init()
        update = nil
        exact = []
        // The marker may come before the answer that names it.
        view.follow(filter, from: view.update + 1)
    }

    mutating func widened(_ number: UInt64) { update = number }

    /// It was started anew itself.
    mutating func forget() {
        view = ClientView()
        events = []
        eventsSince = nil
    }

    /// A structure is gone, and with it what the client was to get of it.
    mutating func expectsNothing(of structureID: String) { exact.remove(structureID) }

    /// Takes a message.
    ///
    /// - Returns: what must not be.
    mutating func take(_ message: Hearth_V1_WatchResponse, mayMiss: Bool) throws -> [String] {
        var wrong: [String] = []
        let before = view
        if case .resync(let resync) = message.content, exact.contains(resync.structureID), resync.reason != .overflow,
            !mayMiss
        {
            wrong.append("a resync (\(resync.reason)) of \(resync.structureID), of which it had what is stored")
        }
        if case .snapshot(let snapshot) = message.content, !mayMiss {
            for structure in snapshot.structures where exact.contains(structure.id) {
                wrong.append("a snapshot of \(structure.id), of which it had what is stored")
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

    /// What differs from the home as the hub has it.
    func differences(from truth: ClientView) -> [String] {
        view.shown(by: filter).differences(from: truth)
    }
}

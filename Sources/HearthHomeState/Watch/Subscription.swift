package import HearthBase
package import HearthRPC
package import HearthTraitCore
package import HearthWire
internal import Synchronization

/// The functions of a hub that a watch uses.
package protocol WatchedHome: AnyObject, Sendable {
    var clock: any HomeClock { get }
    /// Reads some of the next reports after a sequence, then calls `body`; with nil if the log does not have them.
    func readReports(
        of structureID: String, after sequence: UInt64, _ body: @escaping @Sendable (ReportBatch?) -> Void)
    /// The credential, role and memberships of a caller.
    func caller(_ principal: Principal) -> Hearth_V1_Caller
}

/// One watch: the state around its call's stream. It has no task of its own; the thread that makes a change, or the
/// stream when it becomes writable, sends what is due.
///
/// `machine` guards the state machine. It may be taken under the lock of a structure, and never the other way round. The
/// locks of the share and of the hub's ``WatchShares`` may be taken under it.
/// `place` guards the list of joined structures; no other lock is taken under it. Messages are written without both.
package final class Subscription: Sendable {
    package let id: String
    /// The caller, which alone may change the filter.
    package let principal: Principal
    /// The viewer whose membership decides what the watch shows; nil for a caller without a person and for the hub's
    /// owner.
    package let viewer: Viewer?
    private let share: WatchShares.Share?
    private let stream: any FrameStream
    private let home: any WatchedHome
    /// Whether it watches a home, and not one trait.
    package let isOfHome: Bool
    /// How often it checks by itself whether a heartbeat is due; nil if the hub checks often enough.
    private let tick: Duration?
    private let machine: Mutex<SubscriptionMachine>
    private let place = Mutex(Place())

    /// The structures that it has joined, and whether its call is over.
    private struct Place {
        /// There are few, and an array takes less memory than a dictionary.
        var cells: [(cell: StructureCell, index: Int)] = []
        var isOver = false
    }

    /// - Parameter share: what it takes of the hub's watches; nil if it is not counted.
    package init(
        id: String, principal: Principal, share: WatchShares.Share? = nil, stream: any FrameStream,
        machine: SubscriptionMachine, home: any WatchedHome, tick: Duration?
    ) {
        self.id = id
        self.principal = principal
        self.share = share
        viewer = machine.viewer
        self.stream = stream
        self.home = home
        self.tick = tick
        isOfHome = machine.isOfHome
        self.machine = Mutex(machine)
    }

    /// Begins to send and to follow the stream's state. Call it once, after all structures are added.
    package func begin(onEnd: @escaping @Sendable (Subscription) -> Void) {
        // The stream releases both closures when the call is over.
        stream.onWritable { [self] in
            machine.withLock { $0.setBlocked(false) }
            send()
        }
        stream.onEnd { [self] _ in
            let cells = place.withLock { place in
                place.isOver = true
                defer { place.cells = [] }
                return place.cells
            }
            for (cell, index) in cells { cell.remove(self, at: index) }
            onEnd(self)
        }
        machine.withLock { $0.open() }
        send()
        tickLater()
    }

    private func tickLater() {
        guard let tick, !isOver else { return }
        _ = home.clock.schedule(after: tick) { [weak self] in
            guard let self else { return }
            machine.withLock { $0.tick(home.clock.now, within: tick) }
            send()
            tickLater()
        }
    }

    /// Changes the machine. A structure calls this under its lock, so that no change is missed or sent twice; the
    /// caller then calls ``send()`` without the lock.
    package func withMachine<R>(_ body: (inout SubscriptionMachine) -> sending R) -> sending R {
        machine.withLock(body)
    }

    /// Counts it in the households of a structure, if it shows that at present.
    package func count(in cell: StructureCell) {
        guard let share else { return }
        // Under the machine's lock, so that the last change counts.
        machine.withLock { share.show(cell.id, of: cell.households, $0.shows(cell.id)) }
    }

    /// Counts it in the structures that its new filter adds.
    ///
    /// - Parameter structures: by ID, with the IDs of their households.
    /// - Throws: the limit that refuses the filter.
    package func count(alsoIn structures: [String: Set<String>]) throws(PoolRefusal) { try share?.add(structures) }

    /// Gives back what it takes of the hub's watches.
    package func endShare() { share?.end() }

    /// Remembers its index in a structure. Returns false if its call is over.
    func joined(_ cell: StructureCell, at index: Int) -> Bool {
        place.withLock { place in
            guard !place.isOver else { return false }
            place.cells.append((cell, index))
            return true
        }
    }

    /// Its index in a structure; nil if it has not joined that.
    func place(in cell: StructureCell) -> Int? {
        place.withLock { $0.cells.first { $0.cell === cell }?.index }
    }

    private func joined(_ id: String) -> (cell: StructureCell, index: Int)? {
        place.withLock { $0.cells.first { $0.cell.id == id } }
    }

    /// Updates the machine with the state of a structure that it has joined.
    private func update(
        _ id: String, _ body: (inout SubscriptionMachine, StructureState, inout MissedChanges) -> Void
    ) {
        if let (cell, index) = joined(id) {
            cell.update(self, at: index, body)
        } else {
            machine.withLock { $0.forget(id) }
        }
    }

    /// Whether its call has ended.
    var isOver: Bool { place.withLock { $0.isOver } }

    /// Ends the call at shutdown, once the client has the messages that it can take.
    package func end() {
        machine.withLock { $0.end() }
        send()
    }

    /// Ends the call.
    package func finish(_ error: RPCError) {
        stream.finish(error)
    }

    /// Sends the messages that are due, for as long as the client reads. Never waits.
    package func send() {
        guard machine.withLock({ $0.beginSending() }) else { return }
        sendAll()
    }

    /// Sends a change that the machine has left to the caller, then all other messages that are due.
    func sendOffered(_ frame: RPCFrame?) {
        if let frame { write(frame) }
        if !machine.withLock({ $0.rest() }) { sendAll() }
    }

    private func sendAll() {
        while true {
            switch machine.withLock({ $0.next() }) {
            case .rest: return
            case .finish: return stream.finish(Self.targetIsGone)
            case .end: return stream.finish(HubError.isEnding.rpcError)
            case .gather(let id):
                if let (cell, index) = joined(id) {
                    if cell.gather(self, at: index) { pause(id) }
                } else {
                    machine.withLock { $0.forget(id) }
                }
            case .gatherEvents(let id):
                update(id) { machine, state, _ in machine.gatherEvents(state) }
            case .readLog(let id):
                if let (cell, index) = joined(id) {
                    if let sequence = cell.readLog(for: self, at: index) { read(id, after: sequence) }
                } else {
                    machine.withLock { $0.forget(id) }
                }
            case .send(let output):
                if let frame = frame(of: output) { write(frame) }
            }
        }
    }

    /// Sends the catch-up report that was made in a round.
    func gathered(_ id: String) {
        pause(id)
        send()
    }

    /// Continues the replay of a structure's log, which waited until watches have been notified of more reports.
    func continueReplay(of id: String) {
        machine.withLock { $0.continueReplay(of: id) }
        send()
    }

    /// Delays further changes by the minimum interval between two reports.
    private func pause(_ id: String) {
        guard let time = machine.withLock({ $0.beginPause(of: id) }) else { return }
        _ = home.clock.schedule(after: time) { [weak self] in
            guard let self else { return }
            machine.withLock { $0.endPause(of: id) }
            send()
        }
    }

    /// Reads more of a structure's log, then continues.
    private func read(_ id: String, after sequence: UInt64) {
        home.readReports(of: id, after: sequence) { [self] batch in
            update(id) { machine, state, _ in machine.take(batch, of: state, after: sequence) }
            send()
        }
    }

    private static let targetIsGone = RPCError(
        .notFound, "the device was removed from the hub; list the devices to see what is there")

    private func write(_ frame: RPCFrame) {
        guard !stream.write(encoded: frame) else { return }
        machine.withLock { $0.setBlocked(true) }
        // The stream may have become writable again before that was noted.
        if stream.isWritable { machine.withLock { $0.setBlocked(false) } }
    }

    /// The encoded message; nil if a watch of one trait has none for this output, and at the end of a snapshot.
    private func frame(of output: SubscriptionMachine.Output) -> RPCFrame? {
        switch output {
        case .report(let record, let view):
            return record.frame(for: view)
        case .snapshot(let structureID, let cursor):
            if let frame = cursor.next() { return frame }
            machine.withLock { $0.snapshotEnded(structureID, cursor) }
            return nil
        case .started:
            return Hearth_V1_WatchResponse(
                content: .started(
                    Hearth_V1_WatchStarted(
                        watchID: id,
                        heartbeatSeconds: UInt32(
                            clamping: max(1, machine.withLock(\.intervals).most.wholeSeconds))))
            ).frame
        case .caller: return Hearth_V1_WatchResponse(content: .caller(home.caller(principal))).frame
        case .resync(let structureID, let reason):
            guard isOfHome else { return nil }
            return Hearth_V1_WatchResponse(
                content: .resync(Hearth_V1_Resync(structureID: structureID, reason: reason.message))
            ).frame
        case .event(let event, let view):
            return view.frame(of: event)
        case .eventsLost(let count, let position):
            let position = Hearth_V1_Position(position)
            guard isOfHome else { return Hearth_V1_TraitWatchResponse(position: position, eventsLost: count).frame }
            return Hearth_V1_WatchResponse(
                content: .report(Hearth_V1_Report(position: position, eventsLost: count))
            ).frame
        case .marker(let positions, let events, let update):
            return Hearth_V1_WatchResponse(
                content: .snapshotComplete(
                    Hearth_V1_SnapshotComplete(
                        positions: positions.map { Hearth_V1_Position($0) },
                        events: events.map { Hearth_V1_EventPosition(structureID: $0.structureID, number: $0.number) },
                        update: update))
            ).frame
        case .heartbeat(let positions):
            return Hearth_V1_WatchResponse(
                content: .heartbeat(Hearth_V1_Heartbeat(positions: positions.map { Hearth_V1_Position($0) }))
            ).frame
        }
    }
}

extension SubscriptionMachine.Resync {
    var message: Hearth_V1_Resync.Reason {
        switch self {
        case .epochChanged: .epochChanged
        case .tooOld: .tooOld
        case .overflow: .overflow
        case .unknownPosition: .unknownPosition
        case .rightsChanged: .rightsChanged
        }
    }
}

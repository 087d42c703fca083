internal import HearthBase
internal import HearthRPC
internal import HearthTraitCore
internal import HearthWire
internal import Synchronization

/// What a watch needs of its hub.
protocol WatchedHome: AnyObject, Sendable {
    var clock: any HomeClock { get }
    /// The next reports after a sequence, some of them; nil when the log does not have them.
    func reports(of structureID: String, after sequence: UInt64) async -> ReportBatch?
    /// Who a caller is, and what it may do where.
    func caller(_ principal: Principal) -> Hearth_V1_Caller
}

/// One watch: a record around its call's stream. No task waits in it; whoever brings a change, or the stream when it
/// can take more, sends what is due.
final class Subscription: Sendable {
    let id: String
    /// Whose it is: only the same caller may change its filter.
    let principal: Principal
    /// Whose it is, where that says what it shows.
    let viewer: Viewer?
    private let stream: any FrameStream
    private let home: any WatchedHome
    /// Whether it follows a home, and not one trait.
    let isOfHome: Bool
    /// How often it looks for itself whether it is silent; nil where the hub does it often enough.
    private let tick: Duration?
    private let machine: Mutex<SubscriptionMachine>
    private let place = Mutex(Place())

    /// Where it is joined, and whether its call is over.
    private struct Place {
        /// Few: an array takes less memory than a dictionary, for each watch.
        var cells: [(cell: StructureCell, index: Int)] = []
        var isOver = false
    }

    init(
        id: String, principal: Principal, stream: any FrameStream, machine: SubscriptionMachine,
        home: any WatchedHome, tick: Duration?
    ) {
        self.id = id
        self.principal = principal
        viewer = machine.viewer
        self.stream = stream
        self.home = home
        self.tick = tick
        isOfHome = machine.isOfHome
        self.machine = Mutex(machine)
    }

    /// Begins to send and to follow the stream's state, when all structures are in; call once.
    func begin(onEnd: @escaping @Sendable (Subscription) -> Void) {
        // The stream lets go of both when the call is over.
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

    /// What a structure does to the subscription. The structure calls this while it is locked, so that nothing is
    /// missed and nothing comes twice; the caller then calls ``send()``, unlocked.
    func withMachine<R>(_ body: (inout SubscriptionMachine) -> sending R) -> sending R {
        machine.withLock(body)
    }

    /// Remembers its place in a structure. Returns false if it is over.
    func joined(_ cell: StructureCell, at index: Int) -> Bool {
        place.withLock { place in
            guard !place.isOver else { return false }
            place.cells.append((cell, index))
            return true
        }
    }

    /// Its place in a structure; nil when it has none.
    func place(in cell: StructureCell) -> Int? {
        place.withLock { $0.cells.first { $0.cell === cell }?.index }
    }

    private func joined(_ id: String) -> (cell: StructureCell, index: Int)? {
        place.withLock { $0.cells.first { $0.cell.id == id } }
    }

    /// Tells the machine something of a structure in which it is.
    private func update(
        _ id: String, _ body: (inout SubscriptionMachine, StructureState, inout MissedChanges) -> Void
    ) {
        if let (cell, index) = joined(id) {
            cell.update(self, at: index, body)
        } else {
            machine.withLock { $0.forget(id) }
        }
    }

    /// Whether its call has ended: then nobody should hold on to it.
    var isOver: Bool { place.withLock { $0.isOver } }

    /// Ends the call as the hub ends, when the client has what it can take of that.
    func end() {
        machine.withLock { $0.end() }
        send()
    }

    /// Ends the call.
    func finish(_ error: RPCError) {
        stream.finish(error)
    }

    /// Sends what is due, for as long as the client reads. Never waits.
    func send() {
        guard machine.withLock({ $0.beginSending() }) else { return }
        sendAll()
    }

    /// Sends a change that the machine has left to the caller, and what else is due.
    func goOn(_ frame: RPCFrame?) {
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
                var sequence: UInt64?
                update(id) { machine, state, _ in sequence = machine.readLog(state) }
                if let sequence { read(id, after: sequence) }
            case .send(let output):
                if let frame = frame(of: output) { write(frame) }
            }
        }
    }

    /// What it missed in a structure was gathered in a round.
    func gathered(_ id: String) {
        pause(id)
        send()
    }

    /// Lets changes wait for the least time between two reports.
    private func pause(_ id: String) {
        guard let time = machine.withLock({ $0.beginPause(of: id) }) else { return }
        _ = home.clock.schedule(after: time) { [weak self] in
            guard let self else { return }
            machine.withLock { $0.endPause(of: id) }
            send()
        }
    }

    /// Goes on when more of a structure's log has been read.
    private func read(_ id: String, after sequence: UInt64) {
        Task {
            let batch = await home.reports(of: id, after: sequence)
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

    /// nil for what a watch of one trait has no message for, and for the end of a snapshot.
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

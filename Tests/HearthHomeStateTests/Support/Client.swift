@testable internal import HearthHomeState
internal import HearthRPC
internal import HearthTraitCore
internal import HearthWire
internal import Synchronization

/// A home without a stored log.
final class EmptyLog: WatchedHome {
    let clock: any HomeClock

    init(clock: any HomeClock) { self.clock = clock }

    func readReports(
        of structureID: String, after sequence: UInt64, _ body: @escaping @Sendable (ReportBatch?) -> Void
    ) { body(nil) }

    func caller(_ principal: Principal) -> Hearth_V1_Caller { Hearth_V1_Caller() }
}

/// A client that reads at once, and its messages as short texts.
final class Client: FrameStream {
    private let messages = Mutex<[String]>([])
    private let end = Mutex<(@Sendable (CallEnd) -> Void)?>(nil)

    func write(encoded frame: RPCFrame) -> Bool {
        messages.withLock { $0.append(Self.text(of: frame)) }
        return true
    }

    var isWritable: Bool { true }
    func onWritable(_ body: @escaping @Sendable () -> Void) {}
    func onEnd(_ body: @escaping @Sendable (CallEnd) -> Void) { end.withLock { $0 = body } }
    func finish(_ error: RPCError?) { messages.withLock { $0.append("end") } }

    /// Cancels the call.
    func leave() { end.withLock { $0.take() }?(.cancelled) }

    /// Takes the messages since the last call.
    func take() -> [String] {
        messages.withLock { messages in
            defer { messages = [] }
            return messages
        }
    }

    private static func text(of frame: RPCFrame) -> String {
        switch try? Hearth_V1_WatchResponse(frame: frame).content {
        case .started: "started"
        case .resync: "resync"
        case .snapshot: "snapshot"
        case .snapshotComplete(let marker): "marker \(marker.positions.first?.sequence ?? 0)"
        case .report(let report): "report \(report.position?.sequence ?? 0)"
        case .heartbeat: "heartbeat"
        case .caller: "caller"
        case nil: "nothing"
        }
    }
}

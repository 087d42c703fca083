internal import HearthRPC

/// The counters of one loop of a server, for `GET /metrics`.
struct ServerCounts: Sendable {
    /// By kind and status; one more kind after the last is for paths without a method.
    private(set) var calls = [UInt64](repeating: 0, count: (kinds.count + 1) * statuses)
    private(set) var latencies = [LatencyHistogram](repeating: LatencyHistogram(), count: kinds.count)
    var receivedBytes: UInt64 = 0
    var sentBytes: UInt64 = 0
    var resetsSent: UInt64 = 0
    var resetsReceived: UInt64 = 0
    // Values at the time of the snapshot.
    var connections = 0
    var openStreams = 0
    var runningHandlers = 0
    /// Bytes that clients have not taken: of bodies, and in sockets.
    var queuedBytes = 0
    /// HTTP/2 frames that are not sent yet.
    var queuedFrames = 0

    static let kinds: [MethodKind] = [.unary, .clientStreaming, .serverStreaming, .bidirectional]
    /// OK and gRPC's sixteen others.
    static let statuses = 17

    /// Counts an ended call.
    @inline(__always)
    mutating func finished(_ kind: MethodKind, _ code: RPCError.Code?) {
        calls[kind.index * Self.statuses + Int(code?.rawValue ?? 0)] &+= 1
    }

    /// Counts a call of a method that does not exist.
    mutating func refusedUnknown(_ code: RPCError.Code) {
        calls[Self.kinds.count * Self.statuses + Int(code.rawValue)] &+= 1
    }

    mutating func took(_ kind: Int, _ time: Duration, calls: Int = 1) {
        latencies[kind].add(time, calls: calls)
    }

    func calls(_ kind: Int, status: Int) -> UInt64 { calls[kind * Self.statuses + status] }

    /// Adds the counters of another loop.
    mutating func add(_ other: ServerCounts) {
        for index in calls.indices { calls[index] &+= other.calls[index] }
        for index in latencies.indices { latencies[index].add(other.latencies[index]) }
        receivedBytes &+= other.receivedBytes
        sentBytes &+= other.sentBytes
        resetsSent &+= other.resetsSent
        resetsReceived &+= other.resetsReceived
        connections += other.connections
        openStreams += other.openStreams
        runningHandlers += other.runningHandlers
        queuedBytes += other.queuedBytes
        queuedFrames += other.queuedFrames
    }
}

extension MethodKind {
    /// Its index in ``ServerCounts/kinds``.
    var index: Int {
        switch self {
        case .unary: 0
        case .clientStreaming: 1
        case .serverStreaming: 2
        case .bidirectional: 3
        }
    }

    /// Its name in metrics.
    var name: String {
        switch self {
        case .unary: "unary"
        case .clientStreaming: "client_streaming"
        case .serverStreaming: "server_streaming"
        case .bidirectional: "bidirectional"
        }
    }
}

/// A histogram of the durations of calls.
struct LatencyHistogram: Sendable {
    /// Upper bounds in seconds, as Prometheus writes them; calls above the last are counted separately.
    static let bounds: [(seconds: Double, text: String)] = [
        (0.000_1, "0.0001"), (0.000_25, "0.00025"), (0.000_5, "0.0005"), (0.001, "0.001"), (0.002_5, "0.0025"),
        (0.005, "0.005"), (0.01, "0.01"), (0.025, "0.025"), (0.05, "0.05"), (0.1, "0.1"), (0.25, "0.25"), (0.5, "0.5"),
        (1, "1"), (2.5, "2.5"), (5, "5"), (10, "10"),
    ]

    /// For each bound, the calls above the previous one.
    private(set) var counts = [UInt64](repeating: 0, count: bounds.count + 1)
    private(set) var sum = 0.0

    mutating func add(_ time: Duration, calls: Int) {
        let seconds = time / .seconds(1)
        let index = Self.bounds.firstIndex { seconds <= $0.seconds } ?? Self.bounds.count
        counts[index] &+= UInt64(calls)
        sum += seconds * Double(calls)
    }

    mutating func add(_ other: LatencyHistogram) {
        for index in counts.indices { counts[index] &+= other.counts[index] }
        sum += other.sum
    }
}

internal import HearthMetrics
internal import HearthRPC

/// The counters of one loop of a server, for `GET /metrics`.
struct ServerCounts: Sendable {
    /// The ended calls of one method.
    struct Method: Sendable {
        /// `hearth.v1.HomeService/Watch`; `other` for all methods beyond ``ServerCounts/mostMethods``, `unknown` for
        /// paths without a method.
        let name: String
        let kind: String
        /// By status: OK and gRPC's sixteen others.
        fileprivate(set) var ended = [UInt64](repeating: 0, count: 17)
        fileprivate(set) var times = MetricHistogram(MetricHistogram.seconds)

        fileprivate init(name: String, kind: String) { (self.name, self.kind) = (name, kind) }
    }

    /// Paths without a method, then the others of each kind, then methods in the order of their first calls.
    private(set) var methods =
        [Method(name: "unknown", kind: "unknown")] + kinds.map { Method(name: "other", kind: $0.name) }
    /// By path.
    private var indices: [String: Int] = [:]
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

    private static let kinds: [MethodKind] = [.unary, .clientStreaming, .serverStreaming, .bidirectional]
    /// The most methods that are counted by name. Makers' traits may add any number over the years, and each costs a
    /// scrape up to 36 lines.
    static let mostMethods = 256
    /// The index of paths without a method.
    static let unknown = 0

    /// The index of a method's counters.
    mutating func index(of method: MethodDescriptor) -> Int {
        if let index = indices[method.path] { return index }
        guard indices.count < Self.mostMethods else { return 1 + method.kind.index }
        methods.append(Method(name: String(method.path.dropFirst()), kind: method.kind.name))
        indices[method.path] = methods.count - 1
        return methods.count - 1
    }

    /// Counts an ended call.
    @inline(__always)
    mutating func finished(_ index: Int, _ code: RPCError.Code?) {
        methods[index].ended[Int(code?.rawValue ?? 0)] &+= 1
    }

    mutating func took(_ index: Int, _ time: Duration, calls: Int = 1) {
        methods[index].times.add(time, times: calls)
    }

    /// Adds the counters of another loop.
    mutating func add(_ other: ServerCounts) {
        for (index, method) in other.methods.enumerated() { add(method, index: index) }
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

    /// - Parameter index: of the method in the other loop's counters. The first ones are the same in each loop.
    private mutating func add(_ method: Method, index: Int) {
        var own = index
        if index > Self.kinds.count {
            let path = "/" + method.name
            own = indices[path] ?? methods.count
            if own == methods.count {
                indices[path] = own
                methods.append(Method(name: method.name, kind: method.kind))
            }
        }
        for (status, count) in method.ended.enumerated() { methods[own].ended[status] &+= count }
        methods[own].times.add(method.times)
    }
}

extension MethodKind {
    /// Its place among the kinds.
    fileprivate var index: Int {
        switch self {
        case .unary: 0
        case .clientStreaming: 1
        case .serverStreaming: 2
        case .bidirectional: 3
        }
    }

    /// Its name in metrics.
    fileprivate var name: String {
        switch self {
        case .unary: "unary"
        case .clientStreaming: "client_streaming"
        case .serverStreaming: "server_streaming"
        case .bidirectional: "bidirectional"
        }
    }
}

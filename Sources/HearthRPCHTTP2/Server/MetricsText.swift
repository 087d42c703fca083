internal import HearthRPC

/// A server's counters in Prometheus' text format (version 0.0.4).
struct MetricsText {
    private(set) var text = ""

    /// - Parameters:
    ///   - loops: the counters of each loop.
    ///   - refused: connections that were closed because there were too many.
    init(_ loops: [ServerCounts], refused: UInt64) {
        var all = ServerCounts()
        for loop in loops { all.add(loop) }
        calls(all)
        latencies(all)
        begin("connections", "gauge", "Open connections, by loop.")
        for (index, loop) in loops.enumerated() { add("connections", "loop=\"\(index)\"", loop.connections) }
        single("connections_refused_total", "counter", "Connections closed because there were too many.", refused)
        single("open_streams", "gauge", "Open streams.", all.openStreams)
        single("running_handlers", "gauge", "Running handlers.", all.runningHandlers)
        single("received_bytes_total", "counter", "Bytes from clients.", all.receivedBytes)
        single("sent_bytes_total", "counter", "Bytes to clients.", all.sentBytes)
        begin("resets_total", "counter", "Streams reset by the server with an error, or by clients while open.")
        add("resets_total", "by=\"server\"", all.resetsSent)
        add("resets_total", "by=\"client\"", all.resetsReceived)
        single("queued_bytes", "gauge", "Bytes queued for clients.", all.queuedBytes)
        single("queued_frames", "gauge", "HTTP/2 frames queued for sending.", all.queuedFrames)
    }

    private mutating func calls(_ all: ServerCounts) {
        begin("calls_total", "counter", "Ended calls, by kind of method and status.")
        let names = ServerCounts.kinds.map(\.name) + ["unknown"]
        for (kind, name) in names.enumerated() {
            for status in 0..<ServerCounts.statuses {
                let count = all.calls(kind, status: status)
                guard count > 0 else { continue }
                let code = RPCError.Code(rawValue: UInt8(status))?.name ?? "OK"
                add("calls_total", "kind=\"\(name)\",status=\"\(code)\"", count)
            }
        }
    }

    private mutating func latencies(_ all: ServerCounts) {
        begin("call_seconds", "histogram", "Time from a call's headers to its end, by kind of method.")
        for (kind, name) in ServerCounts.kinds.map(\.name).enumerated() {
            let histogram = all.latencies[kind]
            var count: UInt64 = 0
            for (index, bound) in LatencyHistogram.bounds.enumerated() {
                count &+= histogram.counts[index]
                add("call_seconds_bucket", "kind=\"\(name)\",le=\"\(bound.text)\"", count)
            }
            count &+= histogram.counts[LatencyHistogram.bounds.count]
            add("call_seconds_bucket", "kind=\"\(name)\",le=\"+Inf\"", count)
            add("call_seconds_sum", "kind=\"\(name)\"", histogram.sum)
            add("call_seconds_count", "kind=\"\(name)\"", count)
        }
    }

    private mutating func begin(_ name: String, _ type: String, _ help: String) {
        text += "# HELP hearth_rpc_\(name) \(help)\n# TYPE hearth_rpc_\(name) \(type)\n"
    }

    private mutating func add(_ name: String, _ labels: String, _ value: some CustomStringConvertible) {
        text += "hearth_rpc_\(name){\(labels)} \(value)\n"
    }

    private mutating func single(_ name: String, _ type: String, _ help: String, _ value: some CustomStringConvertible)
    {
        begin(name, type, help)
        text += "hearth_rpc_\(name) \(value)\n"
    }
}

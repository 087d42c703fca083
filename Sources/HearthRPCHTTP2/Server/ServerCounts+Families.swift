internal import HearthMetrics
internal import HearthRPC

extension ServerCounts {
    /// A server's counters as metrics.
    ///
    /// - Parameters:
    ///   - loops: the counters of each loop.
    ///   - refused: connections that were closed because there were too many.
    static func families(_ loops: [ServerCounts], refused: UInt64) -> [MetricFamily] {
        var all = ServerCounts()
        for loop in loops { all.add(loop) }
        var connections = MetricFamily(.gauge, "hearth_rpc_connections", "Open connections, by loop.")
        for (index, loop) in loops.enumerated() { connections.add(loop.connections, ["loop": "\(index)"]) }
        var resets = MetricFamily(
            .counter, "hearth_rpc_resets", "Streams reset by the server with an error, or by clients while open.")
        resets.add(all.resetsSent, ["by": "server"])
        resets.add(all.resetsReceived, ["by": "client"])
        return [
            all.calls, all.times, connections,
            MetricFamily(
                .counter, "hearth_rpc_connections_refused", "Connections closed because there were too many.", refused),
            MetricFamily(.gauge, "hearth_rpc_open_streams", "Open streams.", all.openStreams),
            MetricFamily(.gauge, "hearth_rpc_running_handlers", "Running handlers.", all.runningHandlers),
            MetricFamily(.counter, "hearth_rpc_received_bytes", "Bytes from clients.", all.receivedBytes),
            MetricFamily(.counter, "hearth_rpc_sent_bytes", "Bytes to clients.", all.sentBytes), resets,
            MetricFamily(.gauge, "hearth_rpc_queued_bytes", "Bytes queued for clients.", all.queuedBytes),
            MetricFamily(.gauge, "hearth_rpc_queued_frames", "HTTP/2 frames queued for sending.", all.queuedFrames),
        ]
    }

    private var calls: MetricFamily {
        var calls = MetricFamily(.counter, "hearth_rpc_calls", "Ended calls, by method, its kind, and status.")
        for method in methods {
            for (status, count) in method.ended.enumerated() where count > 0 {
                let code = RPCError.Code(rawValue: UInt8(status))?.name ?? "OK"
                calls.add(count, ["method": method.name, "kind": method.kind, "status": code])
            }
        }
        return calls
    }

    private var times: MetricFamily {
        var times = MetricFamily(
            .histogram, "hearth_rpc_call_seconds", "Time from a call's headers to its end, by method and its kind.")
        for method in methods where method.times.count > 0 {
            times.add(method.times, ["method": method.name, "kind": method.kind])
        }
        return times
    }
}

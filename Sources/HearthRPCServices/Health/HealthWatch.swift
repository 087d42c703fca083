internal import HearthRPC
internal import Synchronization

/// One `Watch` call: sends its client the newest status only, however slowly it reads.
final class HealthWatch: Sendable {
    /// A status, and the change counter at that status.
    struct News {
        let version: Int
        let status: HealthService.Status
    }

    private struct State {
        /// The status sent last; nil before the first.
        var told: HealthService.Status?
        /// The newest status.
        var current: News?
        var isEnding = false
        /// A thread is sending; it also sends changes that other threads record meanwhile, in order.
        var isTelling = false

        mutating func note(_ news: News) {
            if let current, current.version >= news.version { return }
            current = news
        }
    }

    private let stream: RPCStream<Grpc_Health_V1_HealthCheckResponse>
    private let state = Mutex(State())

    init(_ stream: RPCStream<Grpc_Health_V1_HealthCheckResponse>) {
        self.stream = stream
    }

    func begin(_ news: News) {
        stream.onWritable { [weak self] in self?.tell() }
        tell(news)
    }

    func tell(_ news: News) {
        state.withLock { $0.note(news) }
        tell()
    }

    /// Sends the last status and ends the call.
    func end(_ news: News) {
        state.withLock {
            $0.note(news)
            $0.isEnding = true
        }
        tell()
    }

    private enum Step { case write(HealthService.Status), end, nothing }

    private func tell() {
        guard
            state.withLock({ state in
                defer { state.isTelling = true }
                return !state.isTelling
            })
        else { return }
        while true {
            switch state.withLock({ next(&$0) }) {
            case .write(let status): stream.write(Grpc_Health_V1_HealthCheckResponse(status: status))
            case .end: return stream.finish(RPCError(.unavailable, "the server is shutting down"))
            case .nothing: return
            }
        }
    }

    private func next(_ state: inout State) -> Step {
        // The last status is always sent: the call ends after it, so it cannot pile up.
        if let current = state.current?.status, current != state.told, state.isEnding || stream.isWritable {
            state.told = current
            return .write(current)
        }
        if state.isEnding { return .end }
        state.isTelling = false
        return .nothing
    }
}

package import HearthEventLoop
internal import Synchronization

extension ESPHomeLink {
    /// Connects once, and returns what the device says about itself and its entities.
    ///
    /// - Throws: the precise reason why this is not possible, or `stopped` if the task is cancelled.
    package static func probe(
        _ settings: ESPHomeSettings, loop: EventLoop
    ) async throws(ESPHomeError) -> ESPHomeDescription {
        let description = try await once(settings, .description, loop)
        guard let description else {
            throw ESPHomeError(.disconnected, "\(settings.address) ended the connection before it described itself")
        }
        return description
    }

    /// Gives a device without a key its first one. The device then ends all connections, and only takes those with the
    /// key.
    ///
    /// - Parameter settings: without a key, or with ``ESPHomeKey/unset``.
    package static func setKey(
        _ key: ESPHomeKey, of settings: ESPHomeSettings, loop: EventLoop
    ) async throws(ESPHomeError) {
        _ = try await once(settings, .setKey(key), loop)
    }

    /// Takes the key away from a device. It then ends all connections, and takes those without a key.
    ///
    /// - Parameter settings: with the device's key.
    package static func clearKey(
        of settings: ESPHomeSettings, loop: EventLoop
    ) async throws(ESPHomeError) {
        _ = try await once(settings, .setKey(nil), loop)
    }

    private typealias Outcome = Result<ESPHomeDescription?, ESPHomeError>

    private static func once(
        _ settings: ESPHomeSettings, _ purpose: ESPHomeSession.Purpose, _ loop: EventLoop
    ) async throws(ESPHomeError) -> ESPHomeDescription? {
        let attempt = OneAttempt()
        let machine = LinkMachine(settings, purpose, .system(.utc))
        let outcome: Outcome = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                attempt.begin(continuation)
                loop.post {
                    let driver = LinkDriver(
                        loop, machine,
                        deliver: { deliveries in
                            for case .description(let description) in deliveries { attempt.described(description) }
                            return false
                        }, finished: { attempt.finish($0) })
                    if attempt.hold(LoopBound(driver, loop: loop)) { driver.start() }
                }
            }
        } onCancel: {
            attempt.cancel(settings)
        }
        return try outcome.get()
    }

    /// A connection for one purpose, until it has ended.
    private final class OneAttempt: Sendable {
        private struct State {
            var continuation: CheckedContinuation<Outcome, Never>?
            var driver: LoopBound<LinkDriver>?
            var description: ESPHomeDescription?
            var isOver = false
        }

        private let state = Mutex(State())

        func begin(_ continuation: CheckedContinuation<Outcome, Never>) {
            let isOver = state.withLock { state in
                if !state.isOver { state.continuation = continuation }
                return state.isOver
            }
            // Cancelled before it began.
            if isOver {
                continuation.resume(returning: .failure(ESPHomeError(.stopped, "the connection was cancelled")))
            }
        }

        /// Keeps the driver until the end; false if that has come.
        func hold(_ driver: LoopBound<LinkDriver>) -> Bool {
            state.withLock { state in
                if !state.isOver { state.driver = driver }
                return !state.isOver
            }
        }

        func described(_ description: ESPHomeDescription) { state.withLock { $0.description = description } }

        func finish(_ error: ESPHomeError?) {
            let (continuation, driver, description) = state.withLock { state in
                defer { state = State(isOver: true) }
                return (state.continuation, state.driver, state.description)
            }
            // The driver is released on its loop, after the call that finished it.
            driver?.loop.post { [driver] in _ = driver }
            // What was described is of use, however the device then ends the connection.
            let outcome: Outcome =
                description == nil ? error.map { .failure($0) } ?? .success(nil) : .success(description)
            continuation?.resume(returning: outcome)
        }

        func cancel(_ settings: ESPHomeSettings) {
            let driver = state.withLock { $0.driver }
            driver?.run { $0.stop() }
            state.withLock { $0.description = nil }
            finish(ESPHomeError(.stopped, "the connection to \(settings.address) was cancelled"))
        }
    }
}

package import HearthEventLoop
internal import HearthTLS

/// A client of one MQTT broker. It connects, and reconnects by itself until ``stop()``; subscriptions are made again
/// after each connect. Thread-safe.
package final class MQTTClient: Sendable {
    private let core: LoopBound<ClientCore>
    private let deliveries: Deliveries

    /// Creates a client, which begins to connect with ``start(receiver:)``.
    ///
    /// - Parameter loop: the event loop to run on, which must outlive the client; nil for the one that clients share.
    /// - Throws: if a setting can't be used, such as a missing file of authorities.
    package init(_ settings: MQTTSettings, loop: EventLoop? = nil) throws(MQTTError) {
        if let problem = settings.problem { throw MQTTError(.invalid, problem) }
        var tls: ClientTLS?
        if case .tls(let trust, let serverName, let identity) = settings.security {
            do throws(TLSError) {
                tls = try ClientTLS(trust: trust, identity: identity, serverName: serverName, isHTTP2: false)
            } catch {
                throw MQTTError(.insecure, error.message, cause: error)
            }
        }
        let own: EventLoop
        do throws(LoopError) {
            own = if let loop { loop } else { try EventLoop.shared.get() }
        } catch {
            throw MQTTError(.invalid, error.message, cause: error)
        }
        deliveries = Deliveries(mostBytes: max(1, settings.mostUndeliveredBytes))
        core = LoopBound(ClientCore(settings, tls: tls, loop: own, deliveries: deliveries), loop: own)
    }

    deinit {
        core.run { $0.stop() }
    }

    /// Begins to connect. To be called once; the receiver is retained until ``stop()``.
    package func start(receiver: any MQTTReceiver) {
        let (deliveries, core) = (deliveries, core)
        // On the loop, so that a message is taken in the turn in which it arrives.
        Task(executorPreference: core.loop) {
            await deliveries.run(
                receiver, mustPause: { core.loop.isCurrent && core.loop.isTurnLong },
                hasRoom: { core.run { $0.hasRoom() } })
        }
        core.run { $0.start() }
    }

    /// Subscribes, now and after each later connect. A message that several filters match is received once. Only
    /// brokers of MQTT 3.1.1 may send it several times (section 3.3.5).
    ///
    /// Without a connection this returns at once, with ``MQTTSubscription/Outcome/waiting``; the answers go to the
    /// receiver later. So it can be called before ``start(receiver:)`` too.
    ///
    /// - Returns: the filters with the broker's answers, which may be refusals.
    /// - Throws: if the broker does not answer in time.
    @discardableResult
    package func subscribe(_ filters: [MQTTFilter]) async throws(MQTTError) -> [MQTTSubscription] {
        try await ask { $0.subscribe(filters, $1) }
    }

    /// Ends subscriptions, now and for later connects. Messages that are under way may still come.
    package func unsubscribe(_ filters: [MQTTFilter]) async throws(MQTTError) {
        _ = try await ask { $0.unsubscribe(filters, $1) }
    }

    /// Publishes a message. Returns when it was sent (QoS 0), or when the broker has it (1 and 2). Messages are
    /// sent in the order of the calls.
    ///
    /// - Throws: if there is no connection, the broker refuses or does not acknowledge in time, or too much waits.
    package func publish(_ message: MQTTMessage) async throws(MQTTError) {
        _ = try await ask { $0.publish(message, $1) }
    }

    /// Disconnects, and publishes the will. Requests that wait fail. No call of the receiver begins afterwards; one
    /// that runs may still end.
    package func stop() async {
        deliveries.close()
        await withCheckedContinuation { continuation in
            core.run { core in
                core.stop()
                continuation.resume()
            }
        }
    }

    private func ask(
        _ request: @escaping @Sendable (ClientCore, @escaping ClientCore.Answer) -> Void
    ) async throws(MQTTError) -> [MQTTSubscription] {
        let result: Result<[MQTTSubscription], MQTTError> = await withCheckedContinuation { continuation in
            core.run { core in request(core) { continuation.resume(returning: $0) } }
        }
        return try result.get()
    }
}

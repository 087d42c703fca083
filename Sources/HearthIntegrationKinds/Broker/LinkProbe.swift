internal import HearthEntities
internal import HearthIntegrations
internal import HearthTraitCore
internal import Synchronization

/// Looks at what a connection to a broker describes, for some time.
struct LinkProbe: Sendable {
    /// What was seen.
    struct Found: Sendable {
        var names: [String] = []
        var count = 0
        var hasConnected = false
    }

    /// How long it waits for the connection.
    static let patience: Duration = .seconds(10)

    let clock: any HomeClock
    /// How long it waits for a first device once it is connected.
    let forDevices: Duration
    /// How long it waits for further devices after one.
    let quiet: Duration

    /// Starts a connection, collects its devices, and stops it. Cancellation ends it early.
    ///
    /// - Parameters:
    ///   - make: makes the connection with an observer.
    ///   - reached: called with each step that begins.
    ///   - atEnd: called before the connection is stopped.
    /// - Throws: the connection's failure.
    func run(
        _ make: (@escaping @Sendable (BrokerCondition) -> Void) throws(IntegrationFailure) -> BrokerConnection,
        reached: @escaping @Sendable (AddingStep) -> Void, atEnd: () async -> Void = {}
    ) async throws(IntegrationFailure) -> Found {
        reached(.connecting)
        let (events, sink) = AsyncStream.makeStream(of: Event.self)
        let connection = try make { sink.yield(.condition($0)) }
        let found: Result<Found, IntegrationFailure>
        do {
            try await connection.start(receiver: Collector(sink: sink))
            found = await withTaskCancellationHandler {
                await collect(events, sink, connection, reached)
            } onCancel: {
                sink.finish()
            }
        } catch {
            found = .failure(IntegrationFailure(.failed, "\(error)", wayOut: "try again", cause: error))
        }
        sink.finish()
        await atEnd()
        await connection.stop()
        return try found.get()
    }

    private func collect(
        _ events: AsyncStream<Event>, _ sink: AsyncStream<Event>.Continuation, _ connection: BrokerConnection,
        _ reached: @Sendable (AddingStep) -> Void
    ) async -> Result<Found, IntegrationFailure> {
        var found = Found()
        var names: [String: String] = [:]
        var alarm = clock.schedule(after: Self.patience) { sink.finish() }
        defer { alarm.cancel() }
        for await event in events {
            switch event {
            case .condition(.connecting): break
            case .condition(.failed(let failure)): return .failure(failure)
            case .condition(.incomplete(.needsAttention(let reason, let wayOut))):
                return .failure(IntegrationFailure(.secretRefused, reason, wayOut: wayOut))
            case .condition(.online) where !found.hasConnected:
                found.hasConnected = true
                reached(.asking)
                alarm.cancel()
                alarm = clock.schedule(after: forDevices) { sink.finish() }
            case .condition: break
            case .described(let id, let name):
                if names.updateValue(name, forKey: id) == nil, found.names.count < 100 { found.names.append(name) }
                alarm.cancel()
                alarm = clock.schedule(after: quiet) { sink.finish() }
            case .removed(let id): names[id] = nil
            }
        }
        found.count = names.count
        guard found.hasConnected else {
            return .failure(
                IntegrationFailure(
                    .timedOut,
                    "the broker at \(connection.address) did not answer within \(Self.patience.components.seconds) s",
                    wayOut: "check the address and the port", fields: [BrokerFields.Name.host, BrokerFields.Name.port]))
        }
        return .success(found)
    }
}

private enum Event: Sendable {
    case condition(BrokerCondition)
    case described(id: String, name: String)
    case removed(String)
}

/// Passes devices to a probe.
private struct Collector: LeafReceiver {
    let sink: AsyncStream<Event>.Continuation

    func describe(_ devices: [EntityDevice]) async {
        for device in devices { sink.yield(.described(id: device.id, name: device.name)) }
    }

    func remove(_ deviceID: String) async { sink.yield(.removed(deviceID)) }

    func report(_ report: EntityReport) async {}

    func reachable(_ deviceID: String, _ isReachable: Bool) async {}
}

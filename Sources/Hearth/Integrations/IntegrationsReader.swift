internal import HearthBase
internal import HearthRPC
internal import HearthTraitCore
internal import HearthWire

/// Reads the states of one addition. Dropping it cancels the call.
actor AddingReader {
    private let connection: HomeConnection
    private let request: Hearth_V1_AddIntegrationRequest
    private var reader: RPCReader<Hearth_V1_AddIntegrationResponse>?
    private var isOver = false

    init(_ connection: HomeConnection, _ request: Hearth_V1_AddIntegrationRequest) {
        self.connection = connection
        self.request = request
    }

    func next() async throws(HomeError) -> AddingState? {
        guard !isOver else { return nil }
        try connection.checkOpen()
        do throws(RPCError) {
            if reader == nil {
                reader = try await Hearth_V1_IntegrationsClient(connection.calls).addIntegration(request)
            }
            while let message = try await reader?.next() {
                // A message of a newer version is skipped.
                guard let state = AddingState(message) else { continue }
                isOver = state.isLast
                return state
            }
        } catch {
            isOver = true
            throw HomeError(error)
        }
        isOver = true
        throw HomeError(.unavailable, "the hub ended the addition without a result; list the integrations")
    }
}

/// Reads the states of a network into which devices are let. Dropping it ends the call.
actor JoiningReader {
    private let connection: HomeConnection
    private let request: Hearth_V1_JoinDevicesRequest
    private var reader: RPCReader<Hearth_V1_JoinDevicesResponse>?

    init(_ connection: HomeConnection, _ request: Hearth_V1_JoinDevicesRequest) {
        self.connection = connection
        self.request = request
    }

    func next() async throws(HomeError) -> JoiningState? {
        try connection.checkOpen()
        do throws(RPCError) {
            if reader == nil {
                reader = try await Hearth_V1_IntegrationsClient(connection.calls).joinDevices(request)
            }
            return try await reader?.next().map { JoiningState($0) }
        } catch {
            throw HomeError(error)
        }
    }
}

/// Reads the changes of integrations and found things, over several calls if connections are lost.
actor IntegrationsReader {
    private let connection: HomeConnection
    private var reader: RPCReader<Hearth_V1_WatchIntegrationsResponse>?
    private var failures = 0
    private static let backoff = ExponentialBackoff(
        initial: .milliseconds(500), maximum: .seconds(10), spread: 0.8...1.2)

    init(_ connection: HomeConnection) { self.connection = connection }

    func next() async throws(HomeError) -> IntegrationsChange? {
        while !Task.isCancelled {
            try connection.checkOpen()
            do throws(RPCError) {
                if reader == nil {
                    reader = try await Hearth_V1_IntegrationsClient(connection.calls).watchIntegrations(
                        Hearth_V1_WatchIntegrationsRequest())
                }
                if let message = try await reader?.next() {
                    failures = 0
                    return IntegrationsChange(message)
                }
            } catch {
                guard error.code == .unavailable || error.code == .deadlineExceeded else {
                    guard !Task.isCancelled else { return nil }
                    throw HomeError(error)
                }
            }
            reader = nil
            let delay = Self.backoff.delay(after: failures, random: Double.random(in: 0...1))
            failures += 1
            await connection.clock.sleep(for: delay)
        }
        return nil
    }
}

internal import HearthBase
internal import HearthDeviceLinks
internal import HearthEntities
internal import HearthTraitCore
internal import HearthWebSocket

extension ShellyMachine {
    /// What an error of the WebSocket means.
    func failure(_ error: WebSocketError) -> ShellyError {
        if let status = error.status, status >= 500 {
            return ShellyError(
                .disconnected,
                "\(settings.host) has no room for a connection: it answered with the status \(status)",
                wayOut: "the hub tries again", cause: error)
        }
        return error.code == .handshakeRefused
            ? ShellyError(
                .notSupported, "\(settings.host) is no Shelly of the second generation or later: \(error)",
                wayOut: "check the address; devices of the first generation have another interface", cause: error)
            : ShellyError(
                .disconnected, "\(settings.host) broke the rules of WebSockets: \(error)",
                wayOut: "the hub tries again", cause: error)
    }

    /// Ends the connection, and plans the next one.
    mutating func fail(_ error: ShellyError, _ now: Duration) -> [Action] {
        guard isStarted else { return [] }
        session = nil
        (openBy, rereadAt) = (nil, nil)
        isReading = false
        if let describedAt, now >= describedAt + Self.provingTime { failures = 0 }
        describedAt = nil
        var actions: [Action] = endRequests(error.message) + [.order(.close)]
        if purpose == .probe {
            isStarted = false
            return actions + [.order(.finished(.failure(error)))]
        }
        if isReachable, let map {
            isReachable = false
            actions.append(.call(.reachable(map.device.id, false)))
        }
        actions.append(
            .call(
                .health(
                    error.needsPerson
                        ? .needsAttention(reason: error.message, wayOut: error.wayOut)
                        : .offline(reason: error.message))))
        let share = Double(random(1).first ?? 0) / 255
        reconnectAt = now + (error.needsPerson ? backoff.maximum : backoff.delay(after: failures, random: share))
        failures = min(failures + 1, 100)
        return actions
    }

    /// Ends all requests; commands among them are answered.
    mutating func endRequests(_ reason: String) -> [Action] {
        let commands = (Array(requests.values) + queue).compactMap { request -> UInt64? in
            if case .command(let number) = request.kind { number } else { nil }
        }
        requests = [:]
        queue.removeAll()
        let error = TraitError(.failure, "\(reason); whether the command was carried out is unknown")
        return commands.sorted().map { .answer($0, error) }
    }
}

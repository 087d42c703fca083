internal import HearthEntities
internal import HearthIntegrations

/// How a connection to a broker is, with the failure behind it.
enum BrokerCondition: Equatable, Sendable {
    case connecting
    case online
    /// There is no connection.
    case failed(IntegrationFailure)
    /// The broker is there, but not all that is needed of it.
    case incomplete(LinkHealth)

    /// The condition for the people of a home.
    var health: LinkHealth {
        switch self {
        case .connecting: .connecting
        case .online: .online
        case .incomplete(let health): health
        case .failed(let failure):
            switch failure.reason {
            case .unreachable, .timedOut, .failed: .offline(reason: failure.message)
            default: .needsAttention(reason: failure.message, wayOut: failure.wayOut)
            }
        }
    }
}

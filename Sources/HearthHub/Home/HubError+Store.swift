public import HearthHomeState
internal import HearthRPC
public import HearthStore

extension HubError {
    /// Maps a store failure: disk full to RESOURCE_EXHAUSTED, closed to UNAVAILABLE, all else to INTERNAL.
    public init(_ error: StoreError, _ what: String) {
        let code: RPCError.Code =
            switch error.code {
            case .diskFull: .resourceExhausted
            case .closed: .unavailable
            default: .internal
            }
        self.init(code, "\(what): \(error.message)", cause: error)
    }
}

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

    /// The error of a request that took effect and could not be saved.
    ///
    /// - Parameter what: what took effect, such as "the phrase" or a device's name.
    static func notSaved(_ what: String, _ error: StoreError) -> HubError {
        HubError(error, "\(what) was accepted but not saved; a restart of the hub may lose it")
    }
}

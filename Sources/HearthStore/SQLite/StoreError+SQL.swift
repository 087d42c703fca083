internal import HearthSQL

extension StoreError {
    /// Wraps an error of SQLite, or of its use.
    init(_ error: any Error) {
        guard let error = error as? SQLError else {
            self = error as? StoreError ?? StoreError(.failed, "\(error)", cause: error)
            return
        }
        let code: Code =
            switch error.code {
            case .openElsewhere, .busy: .inUse
            case .wrongApplication, .notADatabase: .notOurs
            case .newerSchema: .newerVersion
            case .corrupt, .foreignLog, .typeMismatch: .damaged
            case .lost: .lost
            case .full: .diskFull
            default: .failed
            }
        self.init(code, error.message, cause: error)
    }
}

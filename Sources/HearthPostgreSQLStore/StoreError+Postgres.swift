internal import HearthPostgreSQL
internal import HearthStore

extension StoreError {
    /// Wraps an error of PostgreSQL, or of its use.
    init(postgres error: any Error) {
        guard let error = error as? PostgresError else {
            self = error as? StoreError ?? StoreError(.failed, "\(error)", cause: error)
            return
        }
        let code: Code =
            switch error.sqlState {
            case "53100": .diskFull
            case "XX001", "XX002": .damaged
            default: .failed
            }
        self.init(code, error.description, cause: error)
    }
}

/// How an action that a firmware names itself has ended.
enum ActionAnswer: Hashable, Sendable {
    /// It has run. The data is JSON; nil if it answers none.
    case ran(data: String?)
    /// The firmware reports an error.
    case failed(ESPHomeError)

    /// The most bytes of the data that are passed on, as the trait's response has room for.
    private static let mostBytes = 8192

    init(_ response: ExecuteServiceResponse) {
        guard response.succeeded else {
            let reason = response.error.isEmpty ? "it names no reason" : response.error.limited(to: 256)
            self = .failed(ESPHomeError(.actionFailed, "the action failed on the device: \(reason)"))
            return
        }
        guard response.data.count <= Self.mostBytes else {
            self = .failed(
                ESPHomeError(
                    .actionFailed,
                    "the action ran, but answered \(response.data.count) bytes, more than \(Self.mostBytes)"))
            return
        }
        guard let data = String(validating: response.data, as: UTF8.self) else {
            self = .failed(ESPHomeError(.actionFailed, "the action ran, but its answer is not text in UTF-8"))
            return
        }
        self = .ran(data: data.isEmpty ? nil : data)
    }
}

import Observation

/// A setting on a page: the camera's value, or the user's while the camera takes it.
@Observable @MainActor final class CameraSetting<Value> {
    private let fallback: Value
    private let read: @MainActor () -> Value?
    private let send: @MainActor (Value) async -> Void
    /// nil unless a value is under way to the camera.
    private var chosen: Value?

    /// - Parameters:
    ///   - fallback: shown until the camera has reported a value.
    ///   - read: the camera's value; nil if it has reported none.
    ///   - send: asks the camera to take a value.
    init(
        _ fallback: Value, read: @escaping @MainActor () -> Value?, send: @escaping @MainActor (Value) async -> Void
    ) {
        self.fallback = fallback
        self.read = read
        self.send = send
    }

    var value: Value { chosen ?? read() ?? fallback }

    var isEnabled: Bool { chosen == nil && read() != nil }

    /// The user has chosen a value.
    func choose(_ value: Value) async {
        guard isEnabled else { return Logger().error("The camera takes no value of the setting now.") }
        chosen = value
        await send(value)
        chosen = nil
    }
}

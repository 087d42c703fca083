import Observation

/// A setting on a page: what the user sees, and how a new value gets to the camera. It can be changed once the camera
/// has reported a value.
@Observable @MainActor final class CameraSetting<Value> {
    private(set) var value: Value
    private(set) var isBusy = false
    private var isKnown = false
    var onUpdate: (@MainActor (Value) async -> Void)?

    init(_ value: Value) {
        self.value = value
    }

    var isEnabled: Bool { isKnown && !isBusy && onUpdate != nil }

    /// The camera has reported a value; nil if it lacks the setting.
    func show(_ reported: Value?) {
        guard let reported else { return Logger().error("The camera lacks the setting.") }
        isKnown = true
        if !isBusy { value = reported }
    }

    /// The user has chosen a value.
    func choose(_ chosen: Value) async {
        guard isEnabled else { return Logger().error("The setting can't be changed.") }
        value = chosen
        isBusy = true
        await onUpdate?(chosen)
        isBusy = false
    }
}

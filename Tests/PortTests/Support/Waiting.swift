/// Waits until a condition holds. The suite's time limit ends the wait.
@MainActor func until(_ holds: @MainActor () async -> Bool) async {
    while !Task.isCancelled {
        if await holds() { return }
        try? await Task.sleep(for: .milliseconds(2))
    }
}

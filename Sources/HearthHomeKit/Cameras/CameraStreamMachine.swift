/// The state of a camera's stream. Each function returns what to do.
///
/// A stream has started once its first picture has come. Each one has a number, so that what an earlier one still sends
/// is ignored.
struct CameraStreamMachine: Sendable {
    enum Action: Hashable, Sendable {
        /// Opens the stream with the number.
        case open(Int)
        /// Closes the stream that is open. Its end follows.
        case close
        /// Notifies the delegate that the stream has started.
        case tellStarted
        /// Notifies the delegate that the stream has stopped; with an error if the app did not stop it.
        case tellStopped(HMError?)
    }

    private(set) var state = HMCameraStreamState.notStreaming
    private var number = 0
    /// Whether the app has started the stream again before the earlier one has ended.
    private var startsAgain = false

    mutating func start() -> [Action] {
        switch state {
        case .starting, .streaming: return []
        case .stopping:
            startsAgain = true
            return []
        case .notStreaming:
            state = .starting
            number += 1
            return [.open(number)]
        }
    }

    mutating func stop() -> [Action] {
        startsAgain = false
        guard state == .starting || state == .streaming else { return [] }
        state = .stopping
        return [.close]
    }

    /// A picture has come.
    mutating func pictureCame(_ number: Int) -> [Action] {
        guard number == self.number, state == .starting else { return [] }
        state = .streaming
        return [.tellStarted]
    }

    /// The stream has ended.
    ///
    /// - Parameter error: why.
    mutating func ended(_ number: Int, _ error: HMError) -> [Action] {
        guard number == self.number, state != .notStreaming else { return [] }
        let isWanted = state == .stopping
        state = .notStreaming
        let told = Action.tellStopped(isWanted ? nil : error)
        guard startsAgain else { return [told] }
        startsAgain = false
        return [told] + start()
    }
}

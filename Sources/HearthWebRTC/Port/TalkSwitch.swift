internal import HearthCameraMedia
internal import Synchronization

/// Switches a client's talking on and off. The last wish counts, however long a camera takes to open its loudspeaker.
///
/// The loudspeaker stays open for a few seconds, so that the next sentence begins at once, and a client that switches
/// ever again does not make the camera open one each time.
///
/// Its lock guards the loudspeaker and the number of the last wish. It is held for one look, and for the change that
/// follows from it.
final class TalkSwitch: Sendable {
    private struct State {
        var wishes: UInt64 = 0
        var speaker: (any CameraSpeaker)?
        var failure: (error: any Error, until: ContinuousClock.Instant)?
    }

    /// How long the loudspeaker stays open after the last word.
    private static let linger = Duration.seconds(3)
    /// How long a failure is the answer without asking the camera again.
    private static let failureTime = Duration.seconds(1)

    private let open: @Sendable () async throws -> any CameraSpeaker
    private let change: @Sendable ((any CameraSpeaker)?) -> Void
    private let state = Mutex(State())

    /// - Parameters:
    ///   - open: opens the camera's loudspeaker.
    ///   - change: sets what plays the client's sound; nil for nothing.
    init(
        open: @escaping @Sendable () async throws -> any CameraSpeaker,
        change: @escaping @Sendable ((any CameraSpeaker)?) -> Void
    ) {
        self.open = open
        self.change = change
    }

    deinit { state.withLock { $0.speaker?.end() } }

    /// - Throws: what the camera says; `CancellationError` if another wish has come meanwhile.
    func set(_ isOn: Bool) async throws {
        let (wish, isDone) = try state.withLock { state in
            state.wishes &+= 1
            guard isOn else {
                change(nil)
                return (state.wishes, true)
            }
            if let failure = state.failure, ContinuousClock.now < failure.until { throw failure.error }
            guard let speaker = state.speaker, !speaker.isOver else { return (state.wishes, false) }
            change(speaker)
            return (state.wishes, true)
        }
        if !isOn { return closeLater(wish) }
        if !isDone { try await begin(wish) }
    }

    private func begin(_ wish: UInt64) async throws {
        let speaker: any CameraSpeaker
        do {
            speaker = try await open()
        } catch {
            state.withLock { $0.failure = (error, .now + Self.failureTime) }
            throw error
        }
        let (former, isLast) = state.withLock { state in
            guard state.wishes == wish else { return (Optional(speaker), false) }
            let former = state.speaker
            state.speaker = speaker
            change(speaker)
            return (former, true)
        }
        former?.end()
        if !isLast { throw CancellationError() }
    }

    private func closeLater(_ wish: UInt64) {
        Task { [weak self] in
            try? await Task.sleep(for: Self.linger)
            self?.close(after: wish)
        }
    }

    private func close(after wish: UInt64) {
        let speaker = state.withLock { state in
            state.wishes == wish ? state.speaker.take() : nil
        }
        speaker?.end()
    }
}

internal import Hearth
internal import HearthCameraMedia
internal import Synchronization

/// The app's sound to a camera, while its stream is used in both directions. The last wish counts, however long a camera
/// takes to open its loudspeaker.
///
/// Its lock guards the stream, the call and the number of the last wish. It is held for one look.
final class CameraMicrophone: Sendable {
    private struct State: Sendable {
        /// nil before the stream has begun, and after its end.
        weak var stream: CameraStream?
        var talk: CameraTalk?
        /// Waits for the end of `talk`.
        var watching: Task<Void, Never>?
        /// What the last wish does.
        var change: Task<Void, any Error>?
        var wishes: UInt64 = 0
    }

    /// The codecs that a camera chooses from. The app encodes what it says in the chosen one.
    private static let codecs = ["opus", "ulaw", "alaw"]

    private let state = Mutex(State())

    deinit { state.withLock { $0.watching?.cancel() } }

    /// Notes the stream that the app talks by.
    func use(_ stream: CameraStream) { state.withLock { $0.stream = stream } }

    /// The format that the camera plays; nil while the app does not talk.
    var format: AudioFormat? { state.withLock { $0.talk?.format } }

    /// Notes a wish to talk or to be silent. What the app said until now ends at once. The camera's loudspeaker is opened
    /// once the earlier wishes are carried out, since hubs take one call of a stream's client at a time.
    ///
    /// - Returns: a task that ends when the wish is carried out. It fails with an ``HMError``: `operationCancelled` if
    ///   another wish has come meanwhile.
    func wish(toTalk: Bool) -> Task<Void, any Error> {
        state.withLock { state in
            let (talk, earlier) = (state.talk, state.change)
            state.talk = nil
            state.watching?.cancel()
            state.wishes &+= 1
            let wish = state.wishes
            let change = Task { [weak self] in
                await talk?.end()
                _ = await earlier?.result
                if toTalk { try await self?.open(wish) }
            }
            state.change = change
            return change
        }
    }

    private static let isChanged = HMError(.operationCancelled, "the use of sound was changed again meanwhile")

    /// Opens the camera's loudspeaker.
    private func open(_ wish: UInt64) async throws(HMError) {
        guard state.withLock({ $0.wishes == wish }) else { throw Self.isChanged }
        guard let stream = state.withLock({ $0.stream }) else {
            throw HMError(.accessoryNotReachable, "the stream has ended; start it again, and talk then")
        }
        let talk: CameraTalk
        do {
            talk = try await stream.talk(codecs: Self.codecs)
        } catch {
            throw Self.error(error)
        }
        let isLast = state.withLock { state in
            guard state.wishes == wish else { return false }
            state.talk = talk
            state.watching = Task { [weak self] in
                _ = await talk.ended()
                self?.lost(wish)
            }
            return true
        }
        guard isLast else {
            await talk.end()
            throw Self.isChanged
        }
    }

    /// The camera or the hub has ended what followed from a wish.
    private func lost(_ wish: UInt64) {
        state.withLock { state in
            if state.wishes == wish { state.talk = nil }
        }
    }

    /// Lets the camera play a packet.
    ///
    /// - Throws: ``HMError`` while the app does not talk, and if the connection is lost.
    func send(_ packet: SpokenPacket) async throws(HMError) {
        guard let talk = state.withLock({ $0.talk }) else {
            throw HMError(
                .notAuthorizedForMicrophoneAccess,
                "the stream takes no sound now; set bidirectionalAudioAllowed with updateAudioStreamSetting first")
        }
        do {
            try await talk.send(packet)
        } catch {
            throw Self.error(error)
        }
    }

    /// Only one person talks through a camera: what hubs call too many is another person here.
    private static func error(_ error: HomeError) -> HMError {
        let found = HMError(stream: error)
        return found.code == .accessoryOutOfResources ? HMError(.accessoryIsBusy, found.message) : found
    }
}

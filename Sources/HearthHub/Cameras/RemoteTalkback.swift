internal import HearthBase
internal import HearthRPC
internal import HearthTraitCore
internal import HearthWire
internal import Synchronization

/// The talking of a client whose session is in a provider's process: the hub asks the process to let the camera play
/// what the client says.
///
/// Its lock guards the call and the questions in flight. It is held for one look.
final class RemoteTalkback: Sendable {
    private typealias Answer = OneShot<Result<Void, any Error>>

    private struct State {
        /// The session's call; nil before it and after it.
        var writer: RPCWriter<Hearth_V1_FeedResponse>?
        var number: UInt32 = 0
        var waiting: [UInt32: Answer] = [:]
        /// Numbers whose wait is over, whose answers may still come.
        var late: Set<UInt32> = []
    }

    /// How long a camera may take to open its loudspeaker.
    private static let patience = Duration.seconds(30)
    /// The most questions in flight, also late ones.
    private static let most = 4

    private let clock: any HomeClock
    private let state = Mutex(State())

    init(clock: any HomeClock) { self.clock = clock }

    /// The session's call has begun.
    func begin(_ writer: RPCWriter<Hearth_V1_FeedResponse>) { state.withLock { $0.writer = writer } }

    /// The session is over.
    func end() {
        let waiting = state.withLock { state in
            defer { state = State() }
            return Array(state.waiting.values)
        }
        for answer in waiting { answer.set(.failure(Self.over)) }
    }

    private static let over = RPCError(.unavailable, "the live view has ended; open another")

    /// Starts or stops playing the client's voice at the camera.
    func set(_ isOn: Bool) async throws {
        let answer = Answer()
        let (writer, number) = try state.withLock { state -> (RPCWriter<Hearth_V1_FeedResponse>, UInt32) in
            guard let writer = state.writer else { throw Self.over }
            guard state.waiting.count + state.late.count < Self.most else {
                throw RPCError(.resourceExhausted, "the camera's process does not answer; open the live view again")
            }
            state.number &+= 1
            state.waiting[state.number] = answer
            return (writer, state.number)
        }
        let alarm = clock.schedule(after: Self.patience) {
            answer.set(
                .failure(
                    RPCError(
                        .deadlineExceeded,
                        "the camera has not opened its loudspeaker within \(Self.patience.wholeSeconds) s; try again")))
        }
        defer {
            alarm.cancel()
            state.withLock { state in
                if state.waiting.removeValue(forKey: number) != nil { state.late.insert(number) }
            }
        }
        let question = Hearth_V1_SetTalkback(number: number, isOn: isOn)
        try await writer.write(Hearth_V1_FeedResponse(content: .talkback(question)))
        guard let result = await answer.wait() else { throw CancellationError() }
        try result.get()
    }

    /// The process has answered.
    ///
    /// - Returns: false for an answer to no question.
    func answered(_ result: Hearth_V1_TalkbackResult) -> Bool {
        let (answer, isLate) = state.withLock { state in
            (state.waiting.removeValue(forKey: result.number), state.late.remove(result.number) != nil)
        }
        let isOK = result.status.map { $0.error == nil } ?? true
        answer?.set(isOK ? .success(()) : .failure(result.status.map(FeedFailure.error) ?? Self.over))
        return answer != nil || isLate
    }
}

internal import HearthBase
internal import HearthEventLoop

/// The calls of a firmware's actions that wait for their answers. On the loop's thread only.
final class ActionCalls {
    typealias Answered = @Sendable (ActionAnswer) -> Void

    private struct Waiting {
        var answered: Answered
        var timer: LoopTimer
    }

    /// The longest time that an action may take to answer.
    static let longest: Duration = .seconds(10)

    private let loop: EventLoop
    private var waiting: [UInt32: Waiting] = [:]

    init(_ loop: EventLoop) { self.loop = loop }

    func wait(for callID: UInt32, _ answered: @escaping Answered) {
        let timer = loop.schedule(after: Self.longest) { [weak self] in
            self?.answer(
                callID,
                .failed(
                    ESPHomeError(
                        .actionFailed,
                        "the device has the call, but did not say within \(Self.longest.wholeSeconds) s that the "
                            + "action has run")))
        }
        waiting[callID] = Waiting(answered: answered, timer: timer)
    }

    func answer(_ callID: UInt32, _ answer: ActionAnswer) {
        guard let call = waiting.removeValue(forKey: callID) else { return }
        call.timer.cancel()
        call.answered(answer)
    }

    /// Ends all calls, whose outcomes will not be known: the connection is over.
    func end(_ address: String) {
        let ended = waiting
        waiting = [:]
        for call in ended.values {
            call.timer.cancel()
            call.answered(
                .failed(
                    ESPHomeError(
                        .disconnected,
                        "the connection to \(address) ended before the device said whether the action has run")))
        }
    }
}

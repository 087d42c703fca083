internal import HearthBase

/// Messages that wait to be sent, and those in flight: sent with QoS 1 or 2 and not acknowledged.
struct SentMessages {
    struct Message: Equatable {
        var message: MQTTMessage
        /// Names the caller who waits; nil if none does.
        var token: UInt64?
        /// When the caller no longer waits.
        var deadline: ContinuousClock.Instant

        /// What it counts in memory.
        var bytes: Int { message.topic.utf8.count + message.payload.count + 128 }
    }

    struct InFlight: Equatable {
        var sent: Message
        var id: UInt16
        /// Whether the broker has a message of QoS 2 (PUBREC), so that PUBREL is due.
        var isReceived = false
        /// Whether the caller was told that there was no answer.
        var isGivenUp = false
    }

    private var waiting = FIFO<Message>()
    /// In the order in which they were sent.
    private(set) var inFlight: [InFlight] = []
    /// The bytes of all these messages.
    private(set) var bytes = 0

    // MARK: Waiting

    mutating func append(_ message: Message) {
        waiting.append(message)
        bytes += message.bytes
    }

    var firstWaiting: Message? { waiting.first }

    /// Takes the first waiting message, to send it with QoS 0 or to fail it.
    mutating func takeWaiting() -> Message? {
        guard let first = waiting.popFirst() else { return nil }
        bytes -= first.bytes
        return first
    }

    // MARK: In flight

    /// Moves the first waiting message in flight.
    ///
    /// - Parameter qos: the QoS with which it is sent, 1 or 2.
    mutating func beginWaiting(id: UInt16, qos: UInt8) -> InFlight? {
        guard var first = waiting.popFirst() else { return nil }
        first.message.qos = qos
        let begun = InFlight(sent: first, id: id)
        inFlight.append(begun)
        return begun
    }

    func index(of id: UInt16) -> Int? { inFlight.firstIndex { $0.id == id } }

    mutating func markReceived(_ index: Int) { inFlight[index].isReceived = true }

    mutating func finish(_ index: Int) -> InFlight {
        let finished = inFlight.remove(at: index)
        bytes -= finished.sent.bytes
        return finished
    }

    /// Gives up the messages in flight whose time has passed. They stay in flight, since the broker may still
    /// acknowledge them and their identifiers are not free.
    mutating func giveUp(now: ContinuousClock.Instant) -> [Message] {
        var given: [Message] = []
        for index in inFlight.indices where !inFlight[index].isGivenUp && inFlight[index].sent.deadline <= now {
            inFlight[index].isGivenUp = true
            given.append(inFlight[index].sent)
        }
        return given
    }

    var areAllGivenUp: Bool { inFlight.allSatisfy(\.isGivenUp) }

    /// The broker has forgotten the session. Messages of QoS 1 are sent again as new ones, before those that wait.
    ///
    /// - Returns: messages of QoS 2 with whether they were delivered; nil where nothing says so.
    mutating func sessionEnded() -> [(message: Message, isDelivered: Bool?)] {
        let old = inFlight
        inFlight = []
        var again = FIFO<Message>()
        var ended: [(Message, Bool?)] = []
        for entry in old {
            switch (entry.isGivenUp, entry.sent.message.qos) {
            case (false, 1):
                again.append(entry.sent)
                continue
            case (false, _): ended.append((entry.sent, entry.isReceived ? true : nil))
            case (true, _): break
            }
            bytes -= entry.sent.bytes
        }
        again.append(contentsOf: waiting)
        waiting = again
        return ended
    }

    /// Removes all messages.
    ///
    /// - Returns: those that somebody may still wait for.
    mutating func removeAll() -> [Message] {
        let all = inFlight.filter { !$0.isGivenUp }.map(\.sent) + Array(waiting)
        self = SentMessages()
        return all
    }

    /// When the next message must be given up.
    var deadline: ContinuousClock.Instant? {
        let times = [waiting.first?.deadline, inFlight.first { !$0.isGivenUp }?.sent.deadline]
        return times.compactMap { $0 }.min()
    }
}

/// Answers that wait for their time, and when each record was last sent to the group.
struct PendingAnswers: Sendable {
    typealias Instant = ContinuousClock.Instant

    struct Answer: Sendable {
        let due: Instant
        let origin: ServiceAnnouncer.Origin
        let destination: ServiceAnnouncer.Destination
        var message: DNSMessage
        /// Whether it defends a name against a prober, so that it may be sent again sooner.
        let isDefence: Bool
    }

    private struct Sent: Hashable, Sendable {
        let interface: UInt32
        let name: DNSName
        let data: DNSRecordData
    }

    private var waiting: [Answer] = []
    private var sentAt: [Sent: Instant] = [:]

    /// The most answers that wait; further queries stay unanswered.
    private static let most = 64
    /// The most records whose time of sending is known.
    private static let mostSent = 1024
    /// A record is sent to a group at most once in this time (RFC 6762, section 6).
    private static let pause: Duration = .seconds(1)
    private static let defencePause: Duration = .milliseconds(250)

    var deadline: Instant? { waiting.map(\.due).min() }

    mutating func add(_ answer: Answer) {
        if waiting.count < Self.most { waiting.append(answer) }
    }

    /// Leaves out answers that the asker knows, as further messages of its query say (RFC 6762, section 7.2).
    mutating func leaveOut(_ known: [DNSRecord], for origin: ServiceAnnouncer.Origin) {
        for index in waiting.indices where waiting[index].origin == origin {
            waiting[index].message.answers.removeAll { $0.isKnown(from: known) }
        }
    }

    /// Records that the group has received these records.
    mutating func sent(_ records: [DNSRecord], on interface: UInt32, _ now: Instant) {
        if sentAt.count > Self.mostSent { sentAt = [:] }
        for record in records { sentAt[Sent(interface: interface, name: record.name, data: record.data)] = now }
    }

    /// Whether the group received a record within the last quarter of its validity (RFC 6762, section 5.4).
    func wasSentLately(_ record: DNSRecord, on interface: UInt32, _ now: Instant) -> Bool {
        let last = sentAt[Sent(interface: interface, name: record.name, data: record.data)]
        return last.map { now - $0 < .seconds(Int64(record.lifetime / 4)) } ?? false
    }

    /// Takes the answers that are due.
    mutating func take(_ now: Instant) -> [ServiceAnnouncer.Action] {
        let due = waiting.filter { $0.due <= now }
        waiting.removeAll { $0.due <= now }
        var actions: [ServiceAnnouncer.Action] = []
        for answer in due {
            var message = answer.message
            let interface = answer.origin.interface
            if answer.destination == .group {
                let pause = answer.isDefence ? Self.defencePause : Self.pause
                message.answers.removeAll { record in
                    let last = sentAt[Sent(interface: interface, name: record.name, data: record.data)]
                    return last.map { now - $0 < pause } ?? false
                }
                sent(message.answers, on: interface, now)
            }
            guard !message.answers.isEmpty else { continue }
            message.additionals.removeAll { message.answers.contains($0) }
            actions.append(.send(message, interface: interface, to: answer.destination))
        }
        return actions
    }
}

extension DNSRecord {
    /// Whether an asker knows the record for at least half of its validity (RFC 6762, section 7.1).
    func isKnown(from known: [DNSRecord]) -> Bool {
        known.contains { $0.name == name && $0.data == data && UInt64($0.lifetime) * 2 >= UInt64(lifetime) }
    }
}

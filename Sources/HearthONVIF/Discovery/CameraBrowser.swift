package import HearthMDNS

/// Asks the networks for cameras again and again, without I/O. Times are those of a clock that never jumps.
package struct CameraBrowser: Sendable {
    /// The most cameras that are known at a time, and the most of one sender.
    package static let mostCameras = 200
    static let mostOfSender = 8
    /// The answers a second that are read, of all senders together, and those that are read at once.
    static let rate = 100.0
    static let burst = 400.0
    /// The pauses after the first questions, and the one after each later question.
    static let firstPauses: [Duration] = [.seconds(1), .seconds(2)]
    static let pause = Duration.seconds(60)
    /// How long an answer counts: a camera may miss two questions.
    package static let life = Duration.seconds(190)
    /// The answers to older questions do not count.
    private static let mostQuestions = 4

    private struct Known: Sendable {
        var sender: IPAddress
        var expiresAt: Duration
        /// Counts the cameras that were found.
        var number: Int
    }

    private let random: @Sendable (Int) -> [UInt8]
    private var questions: [String] = []
    private var count = 0
    private var known: [String: Known] = [:]
    private var found = 0
    /// The answers that may be read at once, and since when.
    private var credit = Self.burst
    private var creditedAt = Duration.zero
    /// When the next question is asked; nil without a network.
    package private(set) var deadline: Duration?

    /// - Parameter random: makes random bytes.
    package init(random: @escaping @Sendable (Int) -> [UInt8]) { self.random = random }

    /// The networks have changed: asks at once.
    package mutating func networksChanged(hasAny: Bool, now: Duration) {
        count = 0
        deadline = hasAny ? now : nil
    }

    /// The deadline has come.
    ///
    /// - Returns: the datagram to send to the groups of all networks; nil if it is not time yet.
    package mutating func timePassed(now: Duration) -> [UInt8]? {
        guard let deadline, deadline <= now else { return nil }
        known = known.filter { $0.value.expiresAt > now }
        self.deadline = now + (count < Self.firstPauses.count ? Self.firstPauses[count] : Self.pause)
        count = min(count + 1, Self.firstPauses.count)
        let id = MessageID.make(random)
        questions = questions.suffix(Self.mostQuestions - 1) + [id]
        return DiscoveryMessage.probe(messageID: id)
    }

    /// Takes a datagram from a sender of the same link.
    ///
    /// - Returns: the cameras that the message names.
    package mutating func received(_ bytes: [UInt8], from sender: IPAddress, now: Duration) -> [NearbyCamera] {
        // What names no question is not worth reading.
        guard bytes.count <= DiscoveryMessage.mostBytes, questions.contains(where: { bytes.contains($0.utf8) }),
            spend(now), let answer = DiscoveryMessage.answer(bytes), questions.contains(answer.relatesTo)
        else { return [] }
        return answer.matches.compactMap { match in
            guard let camera = NearbyCamera(match, from: sender), admits(camera, now) else { return nil }
            found &+= 1
            let number = known[camera.endpoint]?.number ?? found
            known[camera.endpoint] = Known(sender: sender, expiresAt: now + Self.life, number: number)
            return camera
        }
    }

    /// Whether another answer may be read now: senders may be forged, so that limits of each do not limit them all.
    private mutating func spend(_ now: Duration) -> Bool {
        credit = min(Self.burst, credit + max(now - creditedAt, .zero) / .seconds(1) * Self.rate)
        creditedAt = now
        guard credit >= 1 else { return false }
        credit -= 1
        return true
    }

    /// Whether there is room for a camera. One of a new sender replaces the newest of the sender with the most.
    private mutating func admits(_ camera: NearbyCamera, _ now: Duration) -> Bool {
        if let former = known[camera.endpoint] {
            // Another machine takes over an endpoint only after its owner has been silent.
            return former.sender == camera.address || former.expiresAt <= now
        }
        let counts = known.values.reduce(into: [IPAddress: Int]()) { $0[$1.sender, default: 0] += 1 }
        let own = counts[camera.address] ?? 0
        guard known.count >= Self.mostCameras else { return own < Self.mostOfSender }
        guard let most = counts.values.max(), most > own + 1,
            let newest = known.filter({ counts[$0.value.sender] == most }).max(by: { $0.value.number < $1.value.number }
            )
        else { return false }
        known[newest.key] = nil
        return true
    }
}

package import HearthMDNS

/// Asks the networks for cameras again and again, without I/O. Times are those of a clock that never jumps.
package struct CameraBrowser: Sendable {
    /// The most cameras that are known at a time, and the most of one sender.
    package static let mostCameras = 200
    static let mostOfSender = 8
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
    }

    private let random: @Sendable (Int) -> [UInt8]
    private var questions: [String] = []
    private var count = 0
    private var known: [String: Known] = [:]
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
    /// - Returns: the cameras that it tells of.
    package mutating func received(_ bytes: [UInt8], from sender: IPAddress, now: Duration) -> [NearbyCamera] {
        guard bytes.count <= DiscoveryMessage.mostBytes, let answer = DiscoveryMessage.answer(bytes),
            questions.contains(answer.relatesTo)
        else { return [] }
        return answer.matches.compactMap { match in
            guard let camera = NearbyCamera(match, from: sender), admits(camera, now) else { return nil }
            known[camera.endpoint] = Known(sender: sender, expiresAt: now + Self.life)
            return camera
        }
    }

    /// Whether there is room for a camera.
    private func admits(_ camera: NearbyCamera, _ now: Duration) -> Bool {
        if let former = known[camera.endpoint] {
            // Another machine takes over an endpoint only after its owner has been silent.
            return former.sender == camera.address || former.expiresAt <= now
        }
        return known.count < Self.mostCameras
            && known.values.count { $0.sender == camera.address } < Self.mostOfSender
    }
}

/// A name that the announcer wants to own: probed for, then announced (RFC 6762, section 8).
struct NameClaim: Sendable {
    typealias Instant = ContinuousClock.Instant

    enum Phase: Hashable, Sendable {
        /// This number of probes was sent.
        case probing(Int)
        /// This number of announcements was sent.
        case announcing(Int)
        case established
    }

    /// What is appended to a name that is taken.
    enum Numbering: Sendable { case words, hyphen }

    private let base: String
    private let numbering: Numbering
    private var attempt = 1
    private(set) var name: DNSName
    var phase = Phase.probing(0)
    /// When the next step is due; nil if established.
    var next: Instant?
    private var conflicts: [Instant] = []

    static let probes = 3
    static let probeInterval: Duration = .milliseconds(250)
    static let announcements = 2
    static let announcementInterval: Duration = .seconds(1)
    /// After this number of conflicts in ten seconds, each further try waits five (RFC 6762, section 8.1).
    private static let mostConflicts = 15
    private static let conflictTime: Duration = .seconds(10)
    private static let conflictPause: Duration = .seconds(5)
    /// How long a prober waits that another one has beaten (RFC 6762, section 8.2).
    private static let defeatPause: Duration = .seconds(1)

    init(_ label: String, in parent: DNSName, numbering: Numbering) throws(DNSError) {
        base = label
        self.numbering = numbering
        name = try parent.child(label)
    }

    /// Whether the probes met no other host with the name. Its records may then be announced.
    var isOwned: Bool {
        if case .probing = phase { return false }
        return true
    }

    /// Begins to probe after up to 250 ms, so that devices that were switched on together do not probe together.
    mutating func probe(_ now: Instant, using random: inout some RandomNumberGenerator) {
        phase = .probing(0)
        next = now + .milliseconds(Int64.random(in: 0...250, using: &random))
    }

    /// Begins to announce.
    mutating func announce(_ now: Instant) {
        phase = .announcing(0)
        next = now
    }

    /// Another host has the name: a prober takes the next one, an owner probes for it again (RFC 6762, section 9).
    mutating func conflict(_ now: Instant, using random: inout some RandomNumberGenerator) {
        if !isOwned { rename() }
        conflicts = conflicts.suffix(Self.mostConflicts - 1) + [now]
        probe(now, using: &random)
        if conflicts.count == Self.mostConflicts, let first = conflicts.first, now - first < Self.conflictTime {
            next = now + Self.conflictPause
        }
    }

    /// Another prober for the name comes first.
    mutating func isBeaten(_ now: Instant) {
        phase = .probing(0)
        next = now + Self.defeatPause
    }

    private mutating func rename() {
        attempt &+= 1
        let number = numbering == .words ? " (\(attempt))" : "-\(attempt)"
        var start = base
        while start.utf8.count + number.utf8.count > DNSName.longestLabel, !start.isEmpty { start.removeLast() }
        guard let parent = name.parent, let next = try? parent.child(start + number) else { return }
        name = next
    }
}

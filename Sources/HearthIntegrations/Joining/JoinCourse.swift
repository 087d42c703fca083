internal import HearthEntities

/// One opening of a network: the progress that people see, and when it is over. A value; times are those of a clock that
/// does not jump.
struct JoinCourse: Sendable {
    /// What people are told.
    struct Report: Hashable, Sendable {
        struct Device: Hashable, Sendable {
            var candidate: JoinProgress.Candidate
            /// Its id in the hub; nil until it is described.
            var hubID: String?

            /// Whether nothing more is to come of it.
            var isSettled: Bool {
                switch candidate.stage {
                case .joined, .interviewing: false
                case .ready: hubID != nil
                case .unsupported, .failed: true
                }
            }
        }

        var isOpen = false
        /// When the network closes, since 1970; nil if it is closed, or that is not known.
        var ends: Duration?
        var devices: [Device] = []
    }

    /// How long an ecosystem may take to say that its network is open.
    static let opening = Duration.seconds(10)
    /// How long devices that joined late have to be described after the network was closed.
    static let settling = Duration.seconds(60)

    private let openedAt: Duration
    private let time: Duration
    private var hasOpened = false
    private(set) var report = Report()

    /// - Parameter time: how long the network is to be open.
    init(openedAt: Duration, time: Duration) {
        self.openedAt = openedAt
        self.time = time
    }

    /// Takes the network's state.
    ///
    /// - Parameter hubID: the id in the hub of a device of the ecosystem; nil if it is not described.
    /// - Returns: whether people have not seen this yet.
    mutating func take(_ progress: JoinProgress, hubID: (String) -> String?) -> Bool {
        hasOpened = hasOpened || progress.isOpen
        // What joined at an earlier opening is no news.
        let candidates = hasOpened ? progress.candidates : []
        let new = Report(
            isOpen: progress.isOpen, ends: progress.ends,
            devices: candidates.map { Report.Device(candidate: $0, hubID: hubID($0.deviceID)) })
        defer { report = new }
        return report != new
    }

    /// The times at which ``isOver(at:)`` may change by itself.
    var deadlines: [Duration] { [openedAt + Self.opening, openedAt + time + Self.settling] }

    /// Whether the network is closed and nothing more is to come of the devices that joined.
    func isOver(at now: Duration) -> Bool {
        if now >= openedAt + time + Self.settling { return true }
        guard !report.isOpen, hasOpened || now >= openedAt + Self.opening else { return false }
        return report.devices.allSatisfy(\.isSettled)
    }
}

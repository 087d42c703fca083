/// Whether new devices may join a bridge's network, and how far those are that do.
package struct JoinProgress: Hashable, Sendable {
    package struct Candidate: Hashable, Sendable {
        package enum Stage: Hashable, Sendable {
            case joined, interviewing
            /// The device is in the list of devices, or will soon be.
            case ready
            /// The bridge does not know its model.
            case unsupported
            /// It did not answer the bridge's questions.
            case failed
        }

        /// The IEEE address, which becomes the device's id.
        package var address: String
        package var name: String
        package var stage: Stage
        package var vendor: String?
        package var model: String?

        package init(address: String, name: String, stage: Stage, vendor: String? = nil, model: String? = nil) {
            self.address = address
            self.name = name
            self.stage = stage
            self.vendor = vendor
            self.model = model
        }
    }

    /// The most candidates; older ones are forgotten.
    package static let most = 64

    package private(set) var isOpen = false
    /// When the network closes, in time since 1970; nil if it is closed, or has no end.
    package private(set) var ends: Duration?
    /// The devices that have joined since the network was opened, the first one first.
    package private(set) var candidates: [Candidate] = []

    package init() {}

    /// How long the network stays open.
    ///
    /// - Parameter sinceEpoch: the present time since 1970.
    package func remaining(at sinceEpoch: Duration) -> Duration { ends.map { max($0 - sinceEpoch, .zero) } ?? .zero }

    mutating func update(isOpen: Bool, ends: Duration?) {
        if isOpen, !self.isOpen { candidates = [] }
        self.isOpen = isOpen
        self.ends = ends
    }

    mutating func take(_ event: BridgeEvent) {
        switch event {
        case .joined(let address, let name): set(Candidate(address: address, name: name, stage: .joined))
        case .interviewStarted(let address, let name):
            set(Candidate(address: address, name: name, stage: .interviewing))
        case .interviewed(let address, let name, let vendor, let model, let isSupported):
            set(
                Candidate(
                    address: address, name: name, stage: isSupported ? .ready : .unsupported, vendor: vendor,
                    model: model))
        case .interviewFailed(let address, let name): set(Candidate(address: address, name: name, stage: .failed))
        case .left(let address): candidates.removeAll { $0.address == address }
        }
    }

    private mutating func set(_ candidate: Candidate) {
        if let index = candidates.firstIndex(where: { $0.address == candidate.address }) {
            candidates[index] = candidate
        } else {
            candidates.append(candidate)
            if candidates.count > Self.most { candidates.removeFirst() }
        }
    }
}

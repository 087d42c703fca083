/// Whether new devices may join a network, and how far those are that do.
package struct JoinProgress: Hashable, Sendable {
    package struct Candidate: Hashable, Sendable {
        package enum Stage: Hashable, Sendable {
            case joined
            /// The ecosystem asks the device what it is.
            case interviewing
            /// The device is described, or will soon be.
            case ready
            /// The ecosystem does not know its model.
            case unsupported
            /// It did not answer the ecosystem's questions.
            case failed
        }

        /// The id that it has in its ecosystem once it is described.
        package var deviceID: String
        package var name: String
        package var stage: Stage
        package var vendor: String?
        package var model: String?

        package init(deviceID: String, name: String, stage: Stage, vendor: String? = nil, model: String? = nil) {
            self.deviceID = deviceID
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

    package mutating func update(isOpen: Bool, ends: Duration?) {
        if isOpen, !self.isOpen { candidates = [] }
        self.isOpen = isOpen
        self.ends = ends
    }

    /// Adds a device, or replaces what is known of it.
    package mutating func set(_ candidate: Candidate) {
        if let index = candidates.firstIndex(where: { $0.deviceID == candidate.deviceID }) {
            candidates[index] = candidate
        } else {
            candidates.append(candidate)
            if candidates.count > Self.most { candidates.removeFirst() }
        }
    }

    /// Forgets a device that has left.
    package mutating func remove(_ deviceID: String) { candidates.removeAll { $0.deviceID == deviceID } }
}

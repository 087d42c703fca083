/// What waits for one viewer. A viewer that is behind loses units up to the next key picture, so that it never waits for
/// old pictures and never sees broken ones.
struct ViewerQueue {
    private let limits: CameraLimits
    private var parts: [CameraPart] = []
    private var bytes = 0
    /// Whether units are left out until a key picture.
    private var isWaitingForKey: Bool
    /// The format of the last part that was taken.
    private var told: CameraFormat?
    private var format: CameraFormat?
    /// Units that the viewer lost because it was behind.
    private(set) var lost = 0

    /// - Parameter beginning: the parts to begin with, which do not count against the limit.
    init(_ limits: CameraLimits, beginning: [CameraPart]) {
        self.limits = limits
        parts = beginning
        isWaitingForKey = beginning.isEmpty
        if case .format(let format)? = beginning.first {
            self.format = format
            told = format
        }
    }

    mutating func add(_ format: CameraFormat) {
        self.format = format
    }

    mutating func add(_ unit: CameraUnit) {
        let isKey = unit.isKey && (!unit.isAudio || format?.video == nil)
        guard isKey || !isWaitingForKey, let format else { return lose(1) }
        if bytes > 0, unit.bytes.count > limits.viewerBytes - bytes {
            lose(parts.count + 1)
            parts = []
            bytes = 0
            isWaitingForKey = !isKey
            guard isKey else { return }
        }
        isWaitingForKey = false
        if told != format {
            parts.append(.format(format))
            told = format
        }
        parts.append(.unit(unit))
        bytes += unit.bytes.count
    }

    /// Takes all that waits, in order.
    mutating func take() -> [CameraPart] {
        defer {
            parts = []
            bytes = 0
        }
        return parts
    }

    private mutating func lose(_ count: Int) {
        let (sum, isTooMany) = lost.addingReportingOverflow(count)
        lost = isTooMany ? .max : sum
    }
}

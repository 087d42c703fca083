internal import HearthBase

/// What waits for one viewer. A viewer that is behind loses units up to the next key picture, so that it never waits for
/// old pictures and never sees broken ones.
struct ViewerQueue {
    private struct Entry {
        let format: CameraFormat
        let unit: CameraUnit
    }

    private let limits: CameraLimits
    private var entries = FIFO<Entry>()
    /// The first entries, which the ring keeps as well.
    private var keptCount = 0
    /// The bytes that wait, and those of them that only this queue keeps.
    private var bytes = 0
    private var ownBytes = 0
    /// Whether units are left out until a key picture.
    private var isWaitingForKey: Bool
    /// The format of the last part that was taken.
    private var told: CameraFormat?
    /// Units that the viewer lost because it was behind.
    private(set) var lost = 0

    /// - Parameter ring: what the viewer begins with. Its units are kept anyway, so they count against the limit only
    ///   once the next key picture comes.
    init(_ limits: CameraLimits, beginningWith ring: KeyFrameRing) {
        self.limits = limits
        isWaitingForKey = ring.units.isEmpty
        guard let format = ring.format else { return }
        for unit in ring.units {
            entries.append(Entry(format: format, unit: unit))
            bytes += unit.bytes.count
        }
        keptCount = ring.units.count
    }

    /// Adds a unit.
    ///
    /// - Parameters:
    ///   - isKey: whether a decoder can begin with it.
    ///   - format: the format that it has.
    mutating func add(_ unit: CameraUnit, isKey: Bool, format: CameraFormat) {
        guard isKey || !isWaitingForKey else { return lose(1) }
        if isKey {
            // The ring no longer keeps what the viewer began with.
            keptCount = 0
            ownBytes = bytes
        }
        if ownBytes > 0, unit.bytes.count > limits.viewerBytes - ownBytes {
            lose(isKey ? entries.count : entries.count + 1)
            drop()
            isWaitingForKey = !isKey
            guard isKey else { return }
        }
        isWaitingForKey = false
        entries.append(Entry(format: format, unit: unit))
        bytes += unit.bytes.count
        ownBytes += unit.bytes.count
    }

    /// Takes the next part; nil if none waits.
    mutating func take() -> CameraPart? {
        guard let entry = entries.first else { return nil }
        guard entry.format == told else {
            told = entry.format
            return .format(entry.format)
        }
        _ = entries.popFirst()
        bytes -= entry.unit.bytes.count
        if keptCount > 0 { keptCount -= 1 } else { ownBytes -= entry.unit.bytes.count }
        return .unit(entry.unit)
    }

    /// Forgets all that waits.
    mutating func drop() {
        entries = FIFO()
        keptCount = 0
        bytes = 0
        ownBytes = 0
    }

    private mutating func lose(_ count: Int) {
        let (sum, isTooMany) = lost.addingReportingOverflow(count)
        lost = isTooMany ? .max : sum
    }
}

internal import HearthBase

/// What waits for one viewer. A lagging viewer loses units up to the next key picture, so that it never waits for
/// old pictures and never sees broken ones.
struct ViewerQueue {
    private struct Entry {
        let format: CameraFormat
        let unit: CameraUnit
        /// The memory that it needs, in bytes.
        let cost: Int
    }

    private let limits: CameraLimits
    private var entries = FIFO<Entry>()
    /// The first entries, which the ring keeps as well.
    private var keptCount = 0
    /// What the entries cost in bytes, and the part of it that only this queue keeps.
    private var bytes = 0
    private var ownBytes = 0
    /// The format of the last entry; nil without entries.
    private var newest: CameraFormat?
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
        isWaitingForKey = true
        begin(with: ring)
    }

    /// Whether no part waits.
    var isEmpty: Bool { entries.isEmpty }

    /// Puts what a ring keeps in the place of all that waits, with its format.
    mutating func begin(with ring: KeyFrameRing) {
        drop()
        told = nil
        isWaitingForKey = ring.units.isEmpty
        guard let format = ring.format else { return }
        for unit in ring.units { append(unit, format, cost: cost(of: unit, format)) }
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
        if ownBytes > 0, cost(of: unit, format) > limits.viewerBytes - ownBytes {
            lose(isKey ? entries.count : entries.count + 1)
            drop()
            isWaitingForKey = !isKey
            guard isKey else { return }
        }
        isWaitingForKey = false
        let cost = cost(of: unit, format)
        append(unit, format, cost: cost)
        ownBytes += cost
    }

    /// An entry keeps its format alive; entries with the same format share it.
    private func cost(of unit: CameraUnit, _ format: CameraFormat) -> Int {
        unit.bytes.count + limits.entryBytes + (format == newest ? 0 : format.configurationBytes)
    }

    private mutating func append(_ unit: CameraUnit, _ format: CameraFormat, cost: Int) {
        entries.append(Entry(format: format, unit: unit, cost: cost))
        newest = format
        bytes += cost
    }

    /// Takes the next part; nil if none waits.
    mutating func take() -> CameraPart? {
        guard let entry = entries.first else { return nil }
        guard entry.format == told else {
            told = entry.format
            return .format(entry.format)
        }
        _ = entries.popFirst()
        if entries.isEmpty { newest = nil }
        bytes -= entry.cost
        if keptCount > 0 { keptCount -= 1 } else { ownBytes -= entry.cost }
        return .unit(entry.unit)
    }

    /// Forgets all that waits.
    mutating func drop() {
        entries = FIFO()
        newest = nil
        keptCount = 0
        bytes = 0
        ownBytes = 0
    }

    private mutating func lose(_ count: Int) {
        let (sum, isTooMany) = lost.addingReportingOverflow(count)
        lost = isTooMany ? .max : sum
    }
}

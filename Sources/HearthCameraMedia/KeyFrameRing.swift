/// The last format, and the units since the last key picture, so that a new viewer sees a picture at once.
///
/// A ring that would pass its limits keeps no units until the next key picture.
struct KeyFrameRing: Sendable {
    private let limits: CameraLimits
    private(set) var format: CameraFormat?
    private(set) var units: [CameraUnit] = []
    /// The bytes of the units, with ``CameraLimits/entryBytes`` for each.
    private var bytes = 0

    init(_ limits: CameraLimits) {
        self.limits = limits
    }

    /// Whether a decoder can begin with a unit: a key picture, or sound of a stream without pictures.
    func begins(with unit: CameraUnit) -> Bool {
        unit.isKey && (!unit.isAudio || format?.video == nil)
    }

    mutating func add(_ format: CameraFormat) {
        // Cameras repeat their format before each key picture.
        guard format != self.format else { return }
        self.format = format
        clear()
    }

    mutating func add(_ unit: CameraUnit) {
        if begins(with: unit) {
            clear()
        } else if units.isEmpty {
            return
        }
        let (age, isFar) = unit.time.subtractingReportingOverflow(units.first?.time ?? unit.time)
        let cost = unit.bytes.count + limits.entryBytes
        guard !isFar, age <= limits.ringTime, cost <= limits.ringBytes - bytes else { return clear() }
        units.append(unit)
        bytes += cost
    }

    mutating func clear() {
        units = []
        bytes = 0
    }
}

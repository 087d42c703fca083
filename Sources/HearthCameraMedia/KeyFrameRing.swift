/// The last format, and the units since the last key picture, so that a new viewer sees a picture at once.
///
/// A ring that would pass its limits keeps nothing until the next key picture.
struct KeyFrameRing {
    private let limits: CameraLimits
    private(set) var format: CameraFormat?
    private(set) var units: [CameraUnit] = []
    private var bytes = 0

    init(_ limits: CameraLimits) {
        self.limits = limits
    }

    /// The parts to begin with; empty until there was a key picture.
    var beginning: [CameraPart] {
        guard let format, !units.isEmpty else { return [] }
        return [.format(format)] + units.map { .unit($0) }
    }

    mutating func add(_ format: CameraFormat) {
        self.format = format
        clear()
    }

    mutating func add(_ unit: CameraUnit) {
        if unit.isKey, !unit.isAudio || format?.video == nil {
            clear()
        } else if units.isEmpty {
            return
        }
        let (age, isFar) = unit.time.subtractingReportingOverflow(units.first?.time ?? unit.time)
        guard !isFar, age <= limits.ringTime, unit.bytes.count <= limits.ringBytes - bytes else { return clear() }
        units.append(unit)
        bytes += unit.bytes.count
    }

    private mutating func clear() {
        units = []
        bytes = 0
    }
}

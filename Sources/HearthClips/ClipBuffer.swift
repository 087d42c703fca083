package import HearthCameraMedia

/// The last seconds of a camera's stream, from a key picture on, so that a clip begins before its event.
package struct ClipBuffer: Sendable {
    /// A key picture, and what follows it up to the next one.
    private struct Group {
        var units: [CameraUnit]
        var bytes: Int
        var start: Int64 { units.first?.time ?? 0 }
    }

    /// What is counted for each unit besides its content.
    private static let entryBytes = 256

    /// The memory that a unit takes, in bytes.
    static func cost(of unit: CameraUnit) -> Int { unit.bytes.count + entryBytes }

    private let time: Int64
    private var mostBytes: Int
    private var groups: [Group] = []
    private var bytes = 0

    /// - Parameters:
    ///   - time: what is kept at least, in microseconds of the stream.
    ///   - bytes: what is kept at most, even if that is less time.
    package init(time: Int64, bytes: Int) {
        self.time = time
        mostBytes = bytes
    }

    /// What is kept, in the stream's order. It begins with a key picture.
    package var units: [CameraUnit] { groups.flatMap(\.units) }

    /// What is kept, in groups that begin with a key picture.
    var unitsOfGroups: [[CameraUnit]] { groups.map(\.units) }

    /// Changes what is kept at most, from the next unit on.
    mutating func limit(bytes: Int) { mostBytes = bytes }

    package mutating func add(_ unit: CameraUnit) {
        let cost = Self.cost(of: unit)
        if unit.isKey, !unit.isAudio {
            groups.append(Group(units: [unit], bytes: cost))
        } else if let last = groups.indices.last {
            groups[last].units.append(unit)
            groups[last].bytes += cost
        } else {
            return
        }
        bytes += cost
        while groups.count > 1, bytes > mostBytes || isPast(groups[1].start, at: unit.time) { removeFirst() }
        // A group that is too large alone: nothing is kept up to the next key picture.
        if bytes > mostBytes { removeFirst() }
    }

    /// Whether what is kept would be long enough from a time on.
    private func isPast(_ start: Int64, at now: Int64) -> Bool {
        let (age, isFar) = now.subtractingReportingOverflow(start)
        return isFar || age >= time
    }

    private mutating func removeFirst() { bytes -= groups.removeFirst().bytes }

    package mutating func clear() {
        groups = []
        bytes = 0
    }
}

/// Which clips there are, and which must be deleted for the quota: the oldest of the camera with the most bytes, so that
/// no camera deletes the clips of another with less. Age follows the IDs and not the clock, which may have been set back.
package struct ClipCatalogue: Sendable {
    private let limits: ClipLimits
    /// In ascending order of ID.
    private var clips: [Clip]
    /// The clips that are being recorded, by ID, with their cameras and sizes.
    private var open: [UInt64: (camera: ClipCamera, bytes: Int)] = [:]
    private var lastID: UInt64
    private var bytes: Int

    /// - Parameter clips: those on the disk, in any order.
    package init(_ clips: [Clip], limits: ClipLimits) {
        self.limits = limits
        self.clips = clips.sorted { $0.id < $1.id }
        lastID = self.clips.last?.id ?? 0
        bytes = Self.sum(clips.map(\.bytes))
    }

    private static func sum(_ sizes: [Int]) -> Int {
        sizes.reduce(0) { sum, size in
            let (sum, isTooMuch) = sum.addingReportingOverflow(max(size, 0))
            return isTooMuch ? .max : sum
        }
    }

    /// The bytes of all clips, with those that are being recorded.
    package var size: Int { Self.sum([bytes] + open.values.map(\.bytes)) }

    package subscript(id: UInt64) -> Clip? {
        let index = firstIndex(from: id)
        return index < clips.count && clips[index].id == id ? clips[index] : nil
    }

    /// The clips of a camera that are older than one, newest first.
    ///
    /// - Parameter isShown: whether a clip counts.
    package func clips(
        of camera: ClipCamera, before id: UInt64? = nil, most: Int, where isShown: (Clip) -> Bool = { _ in true }
    ) -> [Clip] {
        let older = clips[..<(id.map { firstIndex(from: $0) } ?? clips.count)]
        var found: [Clip] = []
        for clip in older.reversed() where clip.camera == camera && isShown(clip) {
            guard found.count < most else { break }
            found.append(clip)
        }
        return found
    }

    /// The cameras that have clips.
    package var cameras: Set<ClipCamera> { Set(clips.map(\.camera)) }

    /// The clips of a camera.
    package func ids(of camera: ClipCamera) -> [UInt64] { clips.filter { $0.camera == camera }.map(\.id) }

    /// The position of the first clip with an ID or a later one.
    private func firstIndex(from id: UInt64) -> Int {
        var (low, high) = (0, clips.count)
        while low < high {
            let middle = (low + high) / 2
            if clips[middle].id < id { low = middle + 1 } else { high = middle }
        }
        return low
    }

    /// The ID of a new clip, which counts from now on.
    ///
    /// - Parameter now: the time in milliseconds since 1970. It keeps IDs from being used again after all clips were
    ///   deleted.
    package mutating func begin(_ camera: ClipCamera, now: Int64) -> UInt64 {
        let next = lastID == .max ? lastID : lastID + 1
        lastID = max(next, UInt64(clamping: now))
        open[lastID] = (camera, 0)
        return lastID
    }

    /// Counts bytes that are about to be written to a clip.
    ///
    /// - Returns: the clips to delete before; nil if there is no room even without them.
    package mutating func grow(_ id: UInt64, by count: Int) -> [UInt64]? {
        guard let present = open[id] else { return nil }
        let others = Self.sum(open.filter { $0.key != id }.map(\.value.bytes))
        let own = Self.sum([present.bytes, count])
        guard Self.sum([own, others]) <= limits.bytes else { return nil }
        open[id] = (present.camera, own)
        return surplus(beyond: limits.bytes)
    }

    /// The clips to delete for bytes that the disk lacks; nil if all clips together have fewer.
    package func surplus(of missing: Int) -> [UInt64]? {
        bytes < missing ? nil : surplus(beyond: max(0, size - missing))
    }

    private func surplus(beyond limit: Int) -> [UInt64] {
        var rest = size
        guard rest > limit else { return [] }
        // The clips of each camera, and its bytes with those that are being recorded.
        var shares: [ClipCamera: (clips: ArraySlice<Clip>, bytes: Int)] = [:]
        for clip in clips {
            let bytes = shares[clip.camera]?.bytes ?? 0
            shares[clip.camera, default: ([], 0)].clips.append(clip)
            shares[clip.camera]?.bytes = Self.sum([bytes, clip.bytes])
        }
        for (camera, bytes) in open.values {
            guard let share = shares[camera] else { continue }
            shares[camera]?.bytes = Self.sum([share.bytes, bytes])
        }
        var ids: [UInt64] = []
        while rest > limit {
            let largest = shares.max {
                ($0.value.bytes, $1.value.clips.first?.id ?? 0) < ($1.value.bytes, $0.value.clips.first?.id ?? 0)
            }
            guard let camera = largest?.key, let clip = shares[camera]?.clips.popFirst() else { break }
            rest -= max(clip.bytes, 0)
            shares[camera]?.bytes -= max(clip.bytes, 0)
            if shares[camera]?.clips.isEmpty == true { shares[camera] = nil }
            ids.append(clip.id)
        }
        return ids.sorted()
    }

    /// The clips to delete at a start and later now and then: those beyond the quota, and those that are too old.
    ///
    /// - Parameter time: the time since 1970 by which old data is removed, in milliseconds.
    package func due(at time: Int64) -> [UInt64] {
        let age = limits.time.components.seconds.multipliedReportingOverflow(by: 1_000)
        let (oldest, isFar) = time.subtractingReportingOverflow(age.overflow ? .max : age.partialValue)
        let aged = isFar ? [] : clips.filter { $0.start < oldest }.map(\.id)
        return Array(Set(aged + surplus(beyond: limits.bytes))).sorted()
    }

    /// When the newest clip began, in milliseconds since 1970; nil without clips.
    package var newestStart: Int64? { clips.last?.start }

    /// Enters a clip that was recorded whole.
    package mutating func end(_ clip: Clip) {
        open[clip.id] = nil
        clips.insert(clip, at: firstIndex(from: clip.id))
        bytes = Self.sum([bytes, clip.bytes])
    }

    /// Forgets a clip, recorded or being recorded.
    package mutating func remove(_ id: UInt64) {
        open[id] = nil
        guard let clip = self[id] else { return }
        clips.remove(at: firstIndex(from: id))
        bytes -= max(clip.bytes, 0)
    }
}

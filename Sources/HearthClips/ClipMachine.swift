package import HearthCameraMedia

/// Decides what of a camera's stream becomes a clip: what came before an event, and what comes until some time after
/// the last event. Measures by the stream's own time. The hub's clock and the clip's size bound a clip whose stream has
/// a wrong time.
package struct ClipMachine: Sendable {
    /// What to do with the clips' files, in this order.
    package enum Action: Sendable, Hashable {
        /// Begins a clip whose first picture was taken this long before now, in microseconds.
        case begin(CameraFormat, first: Int64, earlier: Int64, events: Set<UInt64>)
        /// Adds a fragment; `until` is the time of the next unit, nil if it is the last.
        case write([CameraUnit], until: Int64?)
        /// Adds events to the clip.
        case note(Set<UInt64>)
        /// Ends the clip. `duration` is its length in microseconds.
        case finish(duration: Int64)
    }

    private struct Recording {
        /// The time of the clip's first unit.
        var start: Int64
        /// When it ends by the hub's clock.
        var deadline: Duration
        /// The bytes of its units.
        var bytes: Int
        /// Units that are not written yet.
        var pending: [CameraUnit]
        var pendingBytes: Int
    }

    /// What is collected before it is written, unless a key picture comes: in bytes and in microseconds.
    private static let fragmentBytes = 1 << 20
    private static let fragmentTime: Int64 = 2_000_000
    /// By how much the stream's time may go back, in microseconds: sound and pictures come in the order of encoding.
    private static let tolerance: Int64 = 1_000_000
    /// By how much the stream's time may lag behind the hub's clock.
    private static let lag: Duration = .seconds(60)

    private let limits: ClipLimits
    private var buffer: ClipBuffer
    private var format: CameraFormat?
    /// The time of the newest unit; nil before the first one.
    private var newest: Int64?
    private var now: Int64 { newest ?? 0 }
    /// Whether the stream's time has gone back, so that nothing more is taken from it.
    package private(set) var isBroken = false
    private var recording: Recording?
    /// Until when the stream is recorded, and the events that are the reason.
    private var wanted: (until: Int64, deadline: Duration, events: Set<UInt64>)?

    package init(_ limits: ClipLimits) {
        self.limits = limits
        buffer = ClipBuffer(time: limits.before, bytes: limits.bufferBytes)
    }

    package var isRecording: Bool { recording != nil }

    /// Limits the memory for what came before an event, from the next unit on.
    package mutating func limitBuffer(bytes: Int) { buffer.limit(bytes: bytes) }

    /// Takes the next part of the stream.
    ///
    /// - Parameter time: the hub's clock, which never jumps.
    package mutating func take(_ part: CameraPart, at time: Duration) -> [Action] {
        switch part {
        case .format(let format):
            guard format != self.format else { return [] }
            // A file has one format; the next key picture begins another.
            let actions = finish()
            self.format = format
            buffer.clear()
            return actions
        case .unit(let unit): return take(unit, at: time)
        }
    }

    private mutating func take(_ unit: CameraUnit, at time: Duration) -> [Action] {
        guard format != nil, !isBroken else { return [] }
        let lowest = now.subtractingReportingOverflow(Self.tolerance)
        if newest != nil, !lowest.overflow, unit.time < lowest.partialValue {
            isBroken = true
            return end()
        }
        if newest == nil, let wanted {
            // An event before the first unit: its time in the stream is known only now.
            self.wanted = (sum(unit.time, limits.after), wanted.deadline, wanted.events)
        }
        newest = unit.time
        buffer.add(unit)
        var actions: [Action] = []
        if let wanted, unit.time >= wanted.until || time >= wanted.deadline {
            self.wanted = nil
            actions += finish()
        }
        if let recording, isOver(recording, at: time) { actions += finish() }
        guard var current = recording else { return actions + beginIfWanted(with: unit, at: time) }
        let first = current.pending.first?.time ?? unit.time
        let isDue = elapsed(from: first) >= Self.fragmentTime || current.pendingBytes >= Self.fragmentBytes
        if !current.pending.isEmpty, isDue || unit.isKey && !unit.isAudio {
            actions.append(.write(current.pending, until: unit.time))
            current.pending = []
            current.pendingBytes = 0
        }
        current.pending.append(unit)
        let cost = ClipBuffer.cost(of: unit)
        current.pendingBytes += cost
        current.bytes += cost
        recording = current
        return actions
    }

    private func isOver(_ recording: Recording, at time: Duration) -> Bool {
        elapsed(from: recording.start) >= limits.longest || time >= recording.deadline
            || recording.bytes >= limits.clipBytes
    }

    /// Something happened that a clip is to show.
    ///
    /// - Parameters:
    ///   - events: numbers of Google's types of camera events.
    ///   - time: the hub's clock, which never jumps.
    package mutating func happened(_ events: Set<UInt64>, at time: Duration) -> [Action] {
        wanted = (
            sum(now, limits.after), time + .microseconds(limits.after) + Self.lag,
            (wanted?.events ?? []).union(events)
        )
        guard recording == nil else { return [.note(events)] }
        return beginIfWanted(with: nil, at: time)
    }

    /// The stream has ended, or may not be recorded any more. What was kept from before is forgotten.
    package mutating func end() -> [Action] {
        wanted = nil
        buffer.clear()
        format = nil
        return finish()
    }

    /// Begins a clip with what is kept.
    ///
    /// - Parameter unit: the newest unit, after the end of a clip that was too long or had another format: only a key
    ///   picture begins another, and it begins with that.
    private mutating func beginIfWanted(with unit: CameraUnit?, at time: Duration) -> [Action] {
        guard let wanted, let format else { return [] }
        if let unit, !unit.isKey || unit.isAudio { return [] }
        let groups = unit.map { [[$0]] } ?? buffer.unitsOfGroups
        guard let first = groups.first?.first, let last = groups.last else { return [] }
        let costs = groups.map { $0.reduce(0) { $0 + ClipBuffer.cost(of: $1) } }
        recording = Recording(
            start: first.time, deadline: time + .microseconds(limits.longest) + Self.lag,
            bytes: costs.reduce(0, +), pending: last, pendingBytes: costs.last ?? 0)
        // Group by group, so that no large fragment is built in memory.
        let writes = zip(groups, groups.dropFirst()).map { Action.write($0, until: $1.first?.time) }
        return [.begin(format, first: first.time, earlier: elapsed(from: first.time), events: wanted.events)] + writes
    }

    private mutating func finish() -> [Action] {
        guard let ended = recording.take() else { return [] }
        let last = ended.pending.isEmpty ? [] : [Action.write(ended.pending, until: nil)]
        return last + [.finish(duration: elapsed(from: ended.start))]
    }

    private func sum(_ time: Int64, _ more: Int64) -> Int64 {
        let (sum, isFar) = time.addingReportingOverflow(more)
        return isFar ? .max : sum
    }

    /// The time from one in the past until the newest unit, at least 0.
    private func elapsed(from start: Int64) -> Int64 {
        let (time, isFar) = now.subtractingReportingOverflow(start)
        return isFar ? 0 : max(time, 0)
    }
}

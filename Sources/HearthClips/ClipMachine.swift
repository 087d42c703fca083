package import HearthCameraMedia

/// Decides what of a camera's stream becomes a clip: what came before an event, and what comes until some time after
/// the last event. Knows the stream's own time only, so the machine's clock may be set at any moment.
package struct ClipMachine: Sendable {
    /// What to do with the clips' files, in this order.
    package enum Action: Sendable, Hashable {
        /// Begins a clip whose first picture was taken this long before now, in microseconds.
        case begin(CameraFormat, first: Int64, earlier: Int64, events: Set<UInt64>)
        /// Adds a fragment; `until` is the time of the next unit, nil if it is the last.
        case write([CameraUnit], until: Int64?)
        /// Adds events to the clip.
        case note(Set<UInt64>)
        /// Ends the clip, which lasts so many microseconds.
        case finish(duration: Int64)
    }

    private struct Recording {
        /// The time of the clip's first unit.
        var start: Int64
        /// Units that are not written yet.
        var pending: [CameraUnit]
        var pendingBytes: Int
    }

    /// What is collected before it is written, unless a key picture comes: in bytes and in microseconds.
    private static let fragmentBytes = 1 << 20
    private static let fragmentTime: Int64 = 2_000_000

    private let limits: ClipLimits
    private var buffer: ClipBuffer
    private var format: CameraFormat?
    /// The time of the newest unit.
    private var now: Int64 = 0
    private var recording: Recording?
    /// Until when the stream is recorded, and the events that are the reason.
    private var wanted: (until: Int64, events: Set<UInt64>)?

    package init(_ limits: ClipLimits) {
        self.limits = limits
        buffer = ClipBuffer(time: limits.before, bytes: limits.bufferBytes)
    }

    package var isRecording: Bool { recording != nil }

    /// Takes the next part of the stream.
    package mutating func take(_ part: CameraPart) -> [Action] {
        switch part {
        case .format(let format):
            guard format != self.format else { return [] }
            // A file has one format; the next key picture begins another.
            let actions = finish()
            self.format = format
            buffer.clear()
            return actions
        case .unit(let unit): return take(unit)
        }
    }

    private mutating func take(_ unit: CameraUnit) -> [Action] {
        guard format != nil else { return [] }
        now = unit.time
        buffer.add(unit)
        var actions: [Action] = []
        if let wanted, unit.time >= wanted.until {
            self.wanted = nil
            actions += finish()
        }
        if let start = recording?.start, elapsed(from: start) >= limits.longest { actions += finish() }
        guard var current = recording else { return actions + beginIfWanted(with: unit) }
        let first = current.pending.first?.time ?? unit.time
        let isDue = elapsed(from: first) >= Self.fragmentTime || current.pendingBytes >= Self.fragmentBytes
        if !current.pending.isEmpty, isDue || unit.isKey && !unit.isAudio {
            actions.append(.write(current.pending, until: unit.time))
            current.pending = []
            current.pendingBytes = 0
        }
        current.pending.append(unit)
        current.pendingBytes += unit.bytes.count
        recording = current
        return actions
    }

    /// Something happened that a clip is to show.
    ///
    /// - Parameter events: numbers of Google's types of camera events.
    package mutating func happened(_ events: Set<UInt64>) -> [Action] {
        let until = now.addingReportingOverflow(limits.after)
        wanted = (until.overflow ? .max : until.partialValue, (wanted?.events ?? []).union(events))
        guard recording == nil else { return [.note(events)] }
        return beginIfWanted(with: nil)
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
    private mutating func beginIfWanted(with unit: CameraUnit?) -> [Action] {
        guard let wanted, let format else { return [] }
        if let unit, !unit.isKey || unit.isAudio { return [] }
        let units = unit.map { [$0] } ?? buffer.units
        guard let first = units.first else { return [] }
        recording = Recording(
            start: first.time, pending: units, pendingBytes: units.reduce(0) { $0 + $1.bytes.count })
        return [.begin(format, first: first.time, earlier: elapsed(from: first.time), events: wanted.events)]
    }

    private mutating func finish() -> [Action] {
        guard let ended = recording.take() else { return [] }
        let last = ended.pending.isEmpty ? [] : [Action.write(ended.pending, until: nil)]
        return last + [.finish(duration: elapsed(from: ended.start))]
    }

    /// The time from one in the past until the newest unit, at least 0.
    private func elapsed(from start: Int64) -> Int64 {
        let (time, isFar) = now.subtractingReportingOverflow(start)
        return isFar ? 0 : max(time, 0)
    }
}

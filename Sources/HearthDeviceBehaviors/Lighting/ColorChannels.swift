/// The components of a colour. Each may be in transition. Hue is in enhanced units, 0 to 65535 for the full
/// circle; it may exceed that range during a transition.
struct ColorChannels: Hashable, Sendable {
    enum Channel: CaseIterable, Hashable, Sendable {
        case hue, saturation, x, y, temperature
    }

    private var values: [Channel: Double]
    private var ramps: [Channel: Ramp] = [:]

    init(hue: UInt16, saturation: UInt8, x: UInt16, y: UInt16, mireds: UInt16) {
        values = [
            .hue: Double(hue), .saturation: Double(saturation), .x: Double(x), .y: Double(y),
            .temperature: Double(mireds),
        ]
    }

    var isMoving: Bool { !ramps.isEmpty }
    /// When the last transition ends.
    var end: Duration? { ramps.values.map(\.end).max() }
    /// When the next transition ends.
    var nextEnd: Duration? { ramps.values.map(\.end).min() }

    func value(_ channel: Channel, at now: Duration) -> Double {
        let value = ramps[channel]?.value(at: now) ?? values[channel] ?? 0
        return channel == .hue ? Self.wrapped(value) : value
    }

    mutating func go(_ channel: Channel, to target: Double, in length: Duration, at now: Duration) {
        let from = value(channel, at: now)
        if length > .zero, from != target {
            ramps[channel] = Ramp(from: from, to: target, start: now, length: length)
        } else {
            ramps[channel] = nil
            values[channel] = target
        }
    }

    /// Stops channels at their current values.
    mutating func stop(_ channels: [Channel] = Channel.allCases, at now: Duration) {
        for channel in channels {
            values[channel] = value(channel, at: now)
            ramps[channel] = nil
        }
    }

    /// Ends the transitions that are over.
    mutating func settle(at now: Duration) {
        for (channel, ramp) in ramps where ramp.end <= now {
            values[channel] = channel == .hue ? Self.wrapped(ramp.to) : ramp.to
            ramps[channel] = nil
        }
    }

    static func wrapped(_ hue: Double) -> Double {
        let rest = hue.truncatingRemainder(dividingBy: 65536)
        return rest < 0 ? rest + 65536 : rest
    }
}

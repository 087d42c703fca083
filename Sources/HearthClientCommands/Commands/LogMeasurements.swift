internal import HearthPhrases

/// The values of sensors that fluctuate, which are most of a home's log. The log's sentences need few of them, so the
/// others are not read. The IDs are Matter's and Hearth's.
enum LogMeasurements {
    /// Traits whose values are in no sentence: battery and mains, meters, energy management, flow, and the
    /// concentrations of gases and dust.
    private static let unsaid: [UInt32] = [
        0x002F, 0x0091, 0x0098, 0x0404, 0x040C, 0x040D, 0x0413, 0x0415, 0x042A, 0x042B, 0x042C, 0x042D, 0x042E, 0x042F,
    ]
    /// Traits that measure, by the kind of their sentences: temperature, pressure, humidity; light; power, and Hearth's
    /// Reading.
    private static let said: [ChangeKind: [UInt32]] = [
        .climate: [0x0402, 0x0403, 0x0405], .motion: [0x0400], .appliances: [0x0090, 0xFFF0_FC09],
    ]
    /// Thermostat, which measures the temperature, and has these settings besides: the setpoints and the mode.
    private static let thermostat: (id: UInt32, settings: [UInt32]) = (0x0201, [0x0011, 0x0012, 0x001C])

    /// The attributes to read, by trait. Traits without an entry are read with all of them.
    ///
    /// - Parameter wanted: the kinds of sentences whose measured values are shown; nil for all.
    static func attributes(for wanted: Set<ChangeKind>?) -> [UInt32: [UInt32]] {
        var attributes = Dictionary(
            uniqueKeysWithValues: unsaid.map { ($0, [UInt32]()) })  // our bug: a trait twice
        for (kind, traits) in said where wanted?.contains(kind) == false {
            for trait in traits { attributes[trait] = [] }
        }
        if wanted?.contains(.climate) == false { attributes[thermostat.id] = thermostat.settings }
        return attributes
    }
}

internal import HearthAccessories
internal import HearthBase

/// Receives the outcome of a write before the calls behind it begin.
typealias WriteOutcome = @Sendable (Result<Void, HMError>) -> Void

/// What was written to an accessory and not sent yet.
///
/// Of several values for one characteristic that wait only the last one is sent. What apps write apart and devices take
/// together, such as hue and saturation, waits for its other half for a moment.
struct WaitingWrites: Sendable {
    /// A value, and all who are told what became of it.
    struct Value: Sendable {
        let write: CharacteristicWrite
        var outcomes: [WriteOutcome]
    }

    /// What is sent at one time, to one service.
    private struct Entry: Sendable {
        var values: [CharacteristicType: Value] = [:]
        /// The types that wait for each other; empty for a value that goes alone.
        let group: Set<CharacteristicType>
        let isWhole = Latch()
    }

    /// How an added write is sent.
    enum Place: Sendable {
        /// With an entry that was there.
        case joined
        /// With a new entry: its number, and a latch that opens when nothing more is to come to it.
        case new(Int, Latch)
    }

    private static let groups: [Set<CharacteristicType>] = [
        [.hue, .saturation], [.coolingThresholdTemperature, .heatingThresholdTemperature],
    ]

    private var entries: [Int: Entry] = [:]
    /// The entry that has the waiting value of a characteristic.
    private var waiting: [CharacteristicKey: Int] = [:]
    private var last = 0

    /// Adds a write.
    ///
    /// - Parameter isState: whether the value is a state, of which only the last one counts. Others are commands.
    mutating func add(_ write: CharacteristicWrite, isState: Bool, _ outcome: @escaping WriteOutcome) -> Place {
        let key = write.key
        var value = Value(write: write, outcomes: [outcome])
        let group = Self.groups.first { $0.contains(key.type) } ?? []
        // The other half, if it still waits for this one.
        let half = group.compactMap { waiting[CharacteristicKey(key.service, $0)] }.first {
            entries[$0]?.isWhole.isOpen == false
        }
        if isState, let earlier = waiting[key] {
            value.outcomes = (entries[earlier]?.values.removeValue(forKey: key.type)?.outcomes ?? []) + value.outcomes
        }
        if let half, var entry = entries[half] {
            entry.values[key.type] = value
            entries[half] = entry
            waiting[key] = half
            if group.isSubset(of: entry.values.keys) { entry.isWhole.open() }
            return .joined
        }
        last += 1
        let entry = Entry(values: [key.type: value], group: group)
        entries[last] = entry
        if isState { waiting[key] = last }
        if group.isEmpty { entry.isWhole.open() }
        return .new(last, entry.isWhole)
    }

    /// Takes what is to be sent of an entry; nothing where later values have taken its place.
    mutating func take(_ number: Int) -> [Value] {
        guard let entry = entries.removeValue(forKey: number) else { return [] }
        entry.isWhole.open()
        for value in entry.values.values where waiting[value.write.key] == number { waiting[value.write.key] = nil }
        return entry.values.sorted { $0.key < $1.key }.map(\.value)
    }
}

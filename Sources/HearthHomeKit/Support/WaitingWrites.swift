internal import HearthHomeKitMapping
internal import HearthBase

/// Receives the result of a write before later calls in the line begin.
typealias WriteOutcome = @Sendable (Result<Void, HMError>) -> Void

/// The writes to an accessory that are not sent yet.
///
/// A newer value replaces a waiting one of the same characteristic. Values that apps write separately but devices take
/// together, such as hue and saturation, wait for each other for a moment.
struct WaitingWrites: Sendable {
    /// A value, and the callers that get its result.
    struct Value: Sendable {
        let write: CharacteristicWrite
        var outcomes: [WriteOutcome]
    }

    /// Writes that are sent together to one service.
    private struct Entry: Sendable {
        var values: [CharacteristicType: Value] = [:]
        /// The types that wait for each other; empty for a value that is sent alone.
        let group: Set<CharacteristicType>
        let isWhole = Latch()
    }

    /// How an added write is sent.
    enum Place: Sendable {
        /// With an existing entry.
        case joined
        /// With a new entry: its number, and a latch that opens once the entry is complete.
        case new(Int, Latch)
    }

    private static let groups: [Set<CharacteristicType>] = [
        [.hue, .saturation], [.coolingThresholdTemperature, .heatingThresholdTemperature],
    ]

    private var entries: [Int: Entry] = [:]
    /// The entry with the waiting value of each characteristic.
    private var waiting: [CharacteristicKey: Int] = [:]
    private var last = 0

    /// Adds a write.
    ///
    /// - Parameter isState: whether the value is a state, so that a later one replaces it. Commands are all sent.
    mutating func add(_ write: CharacteristicWrite, isState: Bool, _ outcome: @escaping WriteOutcome) -> Place {
        let key = write.key
        var value = Value(write: write, outcomes: [outcome])
        let group = Self.groups.first { $0.contains(key.type) } ?? []
        // An entry with the other characteristic of the group that still waits for this one.
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

    /// Removes an entry and returns its values; empty if later values have replaced them.
    mutating func take(_ number: Int) -> [Value] {
        guard let entry = entries.removeValue(forKey: number) else { return [] }
        entry.isWhole.open()
        for value in entry.values.values where waiting[value.write.key] == number { waiting[value.write.key] = nil }
        return entry.values.sorted { $0.key < $1.key }.map(\.value)
    }
}

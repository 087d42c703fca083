internal import HearthEntities

/// Times at which values of entities change by themselves.
struct ValueTimers: Sendable {
    struct Place: Hashable, Sendable {
        var device: Int
        /// The entity's place in the device's map.
        var entity: Int
    }

    /// By device and entity.
    private var times: [Int: [Int: Duration]] = [:]
    /// The earliest time, or one before it.
    private(set) var next: Duration?

    mutating func set(_ place: Place, at time: Duration) {
        times[place.device, default: [:]][place.entity] = time
        next = min(next ?? time, time)
    }

    /// Notes when new values of an entity end.
    mutating func restart(
        _ place: Place, _ values: [EntityProperty: EntityValue], expiry: Duration?, offDelay: Duration?, _ now: Duration
    ) {
        if let offDelay {
            if values[.on] == .bool(true) { return set(place, at: now + offDelay) }
            if expiry == nil { return clear(place) }
        }
        if let expiry { set(place, at: now + expiry) }
    }

    private mutating func clear(_ place: Place) { times[place.device]?[place.entity] = nil }

    /// Takes out the timers of a device.
    ///
    /// - Returns: the times by entity.
    @discardableResult
    mutating func take(device: Int) -> [Int: Duration] { times.removeValue(forKey: device) ?? [:] }

    /// Takes out what is due, in a fixed order.
    mutating func due(_ now: Duration) -> [Place] {
        guard let next, next <= now else { return [] }
        var due: [Place] = []
        for (device, timers) in times {
            let later = timers.filter { $0.value > now }
            guard later.count < timers.count else { continue }
            due += timers.keys.filter { later[$0] == nil }.map { Place(device: device, entity: $0) }
            times[device] = later.isEmpty ? nil : later
        }
        self.next = times.values.lazy.compactMap { $0.values.min() }.min()
        return due.sorted { ($0.device, $0.entity) < ($1.device, $1.entity) }
    }
}

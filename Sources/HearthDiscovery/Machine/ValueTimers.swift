/// Times at which values of entities change by themselves.
struct ValueTimers: Sendable {
    struct Place: Hashable, Sendable {
        var device: Int
        /// The entity's place in the device's map.
        var entity: Int
    }

    private var times: [Place: Duration] = [:]
    /// The earliest time, or one before it.
    private(set) var next: Duration?

    mutating func set(_ place: Place, at time: Duration) {
        times[place] = time
        next = min(next ?? time, time)
    }

    mutating func clear(_ place: Place) { times[place] = nil }

    /// Drops the timers of a device.
    mutating func clear(device: Int) { times = times.filter { $0.key.device != device } }

    /// Takes out what is due, in a fixed order.
    mutating func due(_ now: Duration) -> [Place] {
        guard let next, next <= now else { return [] }
        let due = times.filter { $0.value <= now }.keys.sorted { ($0.device, $0.entity) < ($1.device, $1.entity) }
        for place in due { times[place] = nil }
        self.next = times.values.min()
        return due
    }
}

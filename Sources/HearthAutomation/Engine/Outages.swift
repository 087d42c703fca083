/// The times since when devices are out of reach. They tell changes that are found when a device comes back from
/// changes that happen now.
package struct Outages: Sendable {
    private var since: [String: Duration] = [:]

    package init() {}

    /// Notes that the hub was down, so that no device could be observed.
    ///
    /// - Parameter time: when the hub is last known to have been up, since 1970.
    package mutating func begin(for devices: some Sequence<String>, since time: Duration) {
        for device in devices { since[device] = min(time, since[device] ?? time) }
    }

    /// Takes devices that came online or went offline.
    ///
    /// - Returns: the longest outage among the devices that came back; nil if none did.
    package mutating func note(_ online: [String: Bool], at time: Duration) -> Duration? {
        var longest: Duration?
        for (device, isOnline) in online {
            if !isOnline {
                since[device] = since[device] ?? time
            } else if let began = since.removeValue(forKey: device) {
                longest = max(longest ?? .zero, max(.zero, time - began))
            }
        }
        return longest
    }

    package mutating func forget(_ device: String) { since[device] = nil }
}

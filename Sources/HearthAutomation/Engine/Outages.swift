/// Since when devices can't be seen, so that what is found when they are back is told from what happens (AU-37).
package struct Outages: Sendable {
    private var since: [String: Duration] = [:]

    package init() {}

    /// The hub was down: nobody has seen the devices since.
    ///
    /// - Parameter time: when the hub was seen to be up for the last time, since 1970.
    package mutating func begin(for devices: some Sequence<String>, since time: Duration) {
        for device in devices { since[device] = min(time, since[device] ?? time) }
    }

    /// Takes which devices can be reached from a time on, and which can't.
    ///
    /// - Returns: for how long those could not be seen that are back, the longest of them; nil where none is.
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

internal import HearthBase
internal import HearthTraitCore

/// The unreachable devices of a hub, and when each is due for a notice. A value: time is handed in, by the monotonic
/// clock.
struct Absences: Sendable {
    /// How long a device is unreachable before its notice.
    static let patience = Duration.seconds(3_600)
    /// The most devices of a provider that get a notice of their own; more get one together.
    static let mostSingle = 3

    /// A device that is unreachable.
    struct Device: Hashable, Sendable {
        let id: String
        let structureID: String
        let providerID: String
        /// The device through which it is reached; nil for none.
        let bridgeID: String?
    }

    private struct Absence {
        let device: Device
        /// The device whose notice covers it.
        var cover: String?
    }

    private var absences: [String: Absence] = [:]
    /// When the devices without a notice are due.
    private var waiting: [String: Duration] = [:]

    /// Notes that a device is unreachable, unless that is known.
    mutating func begin(_ device: Device, at now: Duration) {
        guard absences[device.id] == nil else { return }
        absences[device.id] = Absence(device: device)
        waiting[device.id] = now + Self.patience
    }

    /// Notes that a device is reachable again or gone.
    mutating func end(_ deviceID: String) {
        absences[deviceID] = nil
        waiting[deviceID] = nil
    }

    mutating func end(structure id: String) {
        absences = absences.filter { $0.value.device.structureID != id }
        waiting = waiting.filter { absences[$0.key] != nil }
    }

    /// When ``takeDue(at:)`` is to be called next; nil for never. Takes a step for each device without a notice. One
    /// that ``begin(_:at:)`` adds is never due before the others.
    var next: Duration? { waiting.values.min() }

    /// The devices that are due now, in groups with a notice each. A device behind an unreachable bridge waits for it, and
    /// one that another device's notice covers waits while that device is unreachable.
    mutating func takeDue(at now: Duration) -> [[Device]] {
        let due = waiting.filter { $0.value <= now }.compactMap { absences[$0.key] }.ordered(by: \.device.id)
        var single: [Device] = []
        for absence in due {
            let covers = [absence.cover, absence.device.bridgeID].compactMap { $0 }
            if covers.contains(where: { absences[$0] != nil }) {
                waiting[absence.device.id] = now + Self.patience
            } else {
                waiting[absence.device.id] = nil
                single.append(absence.device)
            }
        }
        var groups: [[Device]] = []
        for devices in Dictionary(grouping: single, by: { [$0.structureID, $0.providerID] }).values {
            guard devices.count > Self.mostSingle else {
                groups += devices.map { [$0] }
                continue
            }
            let first = devices[0]
            for device in devices.dropFirst() {
                waiting[device.id] = now + Self.patience
                absences[device.id]?.cover = first.id
            }
            groups.append(devices)
        }
        return groups.ordered(by: { $0[0].id })
    }
}

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

    private enum Progress {
        /// It is due at this time.
        case waiting(until: Duration)
        case reported
    }

    private struct Absence {
        let device: Device
        var progress: Progress
        /// The device whose notice covers it.
        var cover: String?
    }

    private var absences: [String: Absence] = [:]

    /// Notes that a device is unreachable, unless that is known.
    mutating func begin(_ device: Device, at now: Duration) {
        guard absences[device.id] == nil else { return }
        absences[device.id] = Absence(device: device, progress: .waiting(until: now + Self.patience))
    }

    /// Notes that a device is reachable again or gone.
    mutating func end(_ deviceID: String) { absences[deviceID] = nil }

    mutating func end(structure id: String) { absences = absences.filter { $0.value.device.structureID != id } }

    /// When ``takeDue(at:)`` is to be called next; nil for never.
    var next: Duration? {
        absences.values.lazy.compactMap { absence in
            if case .waiting(let time) = absence.progress { time } else { nil }
        }.min()
    }

    /// The devices that are due now, in groups with a notice each. A device behind an unreachable bridge waits for it, and
    /// one that another device's notice covers waits while that device is unreachable.
    mutating func takeDue(at now: Duration) -> [[Device]] {
        let due = absences.values.filter { absence in
            if case .waiting(let time) = absence.progress { time <= now } else { false }
        }.ordered(by: \.device.id)
        var single: [Device] = []
        for absence in due {
            let covers = [absence.cover, absence.device.bridgeID].compactMap { $0 }
            if covers.contains(where: { absences[$0] != nil }) {
                absences[absence.device.id]?.progress = .waiting(until: now + Self.patience)
            } else {
                absences[absence.device.id]?.progress = .reported
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
                absences[device.id]?.progress = .waiting(until: now + Self.patience)
                absences[device.id]?.cover = first.id
            }
            groups.append(devices)
        }
        return groups.ordered(by: { $0[0].id })
    }
}

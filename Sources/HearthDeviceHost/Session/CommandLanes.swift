internal import HearthTraitCore

/// Which work runs: in order for each device, at the same time for different ones.
struct CommandLanes: Sendable {
    private struct Lane: Sendable {
        var running: UInt64
        var waiting: [DeviceWork] = []
    }

    /// So much may wait at one device.
    static let limit = 64

    private var lanes: [String: Lane] = [:]

    /// - Returns: the work when it is its turn at once; nil when it waits.
    /// - Throws: `busy` when too much waits at the device.
    mutating func add(_ work: DeviceWork) throws(TraitError) -> DeviceWork? {
        let device = work.path.target.deviceID
        guard let lane = lanes[device] else {
            lanes[device] = Lane(running: work.id)
            return work
        }
        guard lane.waiting.count < Self.limit else {
            throw TraitError(.busy, "\(Self.limit) commands wait at the device already; try again later")
        }
        lanes[device]?.waiting.append(work)
        return nil
    }

    /// Work has ended.
    ///
    /// - Returns: what runs next on the device.
    mutating func finished(_ id: UInt64, on device: String) -> DeviceWork? {
        guard let lane = lanes[device], lane.running == id else { return nil }
        guard let next = lane.waiting.first else {
            lanes[device] = nil
            return nil
        }
        lanes[device]?.waiting.removeFirst()
        lanes[device]?.running = next.id
        return next
    }

    /// Takes back what waits.
    ///
    /// - Returns: false when it does not wait: it runs, or is not there.
    mutating func drop(_ id: UInt64, on device: String) -> Bool {
        guard let index = lanes[device]?.waiting.firstIndex(where: { $0.id == id }) else { return false }
        lanes[device]?.waiting.remove(at: index)
        return true
    }

    /// Takes back all that waits.
    ///
    /// - Returns: what runs.
    mutating func dropWaiting() -> [UInt64] {
        for device in lanes.keys { lanes[device]?.waiting = [] }
        return lanes.values.map(\.running)
    }
}

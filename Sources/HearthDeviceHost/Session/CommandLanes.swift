internal import HearthTraitCore

/// Schedules work: in order for each device, concurrently across devices. Pictures need no turn.
struct CommandLanes: Sendable {
    private struct Lane: Sendable {
        var running: UInt64
        var waiting: [DeviceWork] = []
    }

    /// The most requests waiting at one device.
    static let limit = 64

    private var lanes: [String: Lane] = [:]
    /// Running work without a turn.
    private var apart: Set<UInt64> = []

    /// - Returns: the work if it can run immediately; nil if it waits.
    /// - Throws: `busy` if too many requests wait at the device.
    mutating func add(_ work: DeviceWork) throws(TraitError) -> DeviceWork? {
        guard work.needsTurn else {
            guard apart.count < Self.limit else {
                throw TraitError(.busy, "\(Self.limit) pictures are already being taken; try again later")
            }
            apart.insert(work.id)
            return work
        }
        let device = work.path.target.deviceID
        guard let lane = lanes[device] else {
            lanes[device] = Lane(running: work.id)
            return work
        }
        guard lane.waiting.count < Self.limit else {
            throw TraitError(.busy, "\(Self.limit) commands are already waiting at the device; try again later")
        }
        lanes[device]?.waiting.append(work)
        return nil
    }

    /// Removes finished work.
    ///
    /// - Returns: the device's next work.
    mutating func finished(_ id: UInt64, on device: String) -> DeviceWork? {
        guard apart.remove(id) == nil, let lane = lanes[device], lane.running == id else { return nil }
        guard let next = lane.waiting.first else {
            lanes[device] = nil
            return nil
        }
        lanes[device]?.waiting.removeFirst()
        lanes[device]?.running = next.id
        return next
    }

    /// Removes waiting work.
    ///
    /// - Returns: whether it was waiting; false if it is running or doesn't exist.
    mutating func drop(_ id: UInt64, on device: String) -> Bool {
        guard let index = lanes[device]?.waiting.firstIndex(where: { $0.id == id }) else { return false }
        lanes[device]?.waiting.remove(at: index)
        return true
    }

    /// Removes all waiting work.
    ///
    /// - Returns: IDs of the running work.
    mutating func dropWaiting() -> [UInt64] {
        for device in lanes.keys { lanes[device]?.waiting = [] }
        return lanes.values.map(\.running) + apart
    }
}

internal import HearthTraitCore
internal import HearthWire

// Devices that enter and leave a view that filters by rooms and device types.
extension WatchView {
    /// The devices that enter and leave a view.
    struct Moves: Sendable {
        var entering: [Hearth_V1_Device] = []
        var leaving: Set<String> = []
    }

    /// The view with the devices of a structure that its rooms and types select now.
    package func resolved(in devices: some Sequence<DeviceRecord>) -> WatchView {
        guard case .home(let filter) = scope, filter.selectsDevices else { return self }
        return with(
            members: Set(
                devices.lazy.filter { device in
                    filter.selects(
                        room: device.roomID.flatMap { self.passes(room: $0) ? $0 : nil },
                        types: device.endpoints.flatMap(\.deviceTypes).map(\.id))
                }.map(\.id)))
    }

    /// The view for a caller with this access to a structure.
    package func seen(with access: ReadAccess, guest: GuestScope?) -> WatchView {
        self.access == access && self.guest == guest ? self : WatchView(scope, access: access, guest: guest)
    }

    private func with(members: Set<String>) -> WatchView {
        guard case .home(var filter) = scope, filter.members != members else { return self }
        filter.members = members
        return WatchView(.home(filter), access: access, guest: guest)
    }

    private func selects(_ device: Hearth_V1_Device) -> Bool {
        guard case .home(let filter) = scope else { return true }
        return filter.selects(
            room: device.roomID.isEmpty || !passes(room: device.roomID) ? nil : device.roomID,
            types: device.endpoints.flatMap(\.deviceTypes).map(\.id))
    }

    /// The devices that a change moves into and out of the view; nil if no device moves.
    func moves(in record: ReportRecord) -> Moves? {
        guard case .home(let filter) = scope, let members = filter.members, !record.objects.isEmpty else { return nil }
        var moves = Moves()
        for object in record.objects {
            switch object {
            case .device(let device):
                let isMember = members.contains(device.id)
                guard selects(device) != isMember else { continue }
                if isMember { moves.leaving.insert(device.id) } else { moves.entering.append(device) }
            case .removedDeviceID(let id): if members.contains(id) { moves.leaving.insert(id) }
            default: continue
            }
        }
        return moves.entering.isEmpty && moves.leaving.isEmpty ? nil : moves
    }

    /// The members that another view does not have.
    func members(beyond other: WatchView) -> Set<String> {
        guard case .home(let filter) = scope, let members = filter.members, case .home(let known) = other.scope else {
            return []
        }
        return members.subtracting(known.members ?? [])
    }

    /// The view with more devices.
    func showing(_ ids: some Sequence<String>) -> WatchView {
        guard case .home(let filter) = scope, let members = filter.members else { return self }
        return with(members: members.union(ids))
    }

    /// The view without these devices.
    func hiding(_ ids: Set<String>) -> WatchView {
        guard case .home(let filter) = scope, let members = filter.members else { return self }
        return with(members: members.subtracting(ids))
    }

    /// A report of the log, as sent to a client that has the devices which were members before it.
    struct Replayed {
        let record: ReportRecord
        /// The view with all devices that the report adds, changes or removes.
        let view: WatchView
        /// Those of them that the view's rooms and types select after it, and those that are elsewhere then, which the
        /// client drops.
        var inside: Set<String> = []
        var elsewhere: Set<String> = []
    }

    /// Prepares a report of the log for the replay, without states of devices that are outside of the view after it.
    func replaying(_ record: ReportRecord) -> Replayed {
        guard case .home(let filter) = scope, filter.members != nil, !record.objects.isEmpty else {
            return Replayed(record: record, view: self)
        }
        var ids: [String] = []
        var inside: Set<String> = []
        var elsewhere: Set<String> = []
        for object in record.objects {
            switch object {
            case .device(let device):
                ids.append(device.id)
                if selects(device) { inside.insert(device.id) } else { elsewhere.insert(device.id) }
            case .removedDeviceID(let id):
                ids.append(id)
                elsewhere.insert(id)
            default: continue
            }
        }
        return Replayed(
            record: record.hidingStates(of: elsewhere), view: showing(ids), inside: inside.subtracting(elsewhere),
            elsewhere: elsewhere)
    }
}

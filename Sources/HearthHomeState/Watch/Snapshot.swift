internal import HearthRPC
package import HearthTraitCore
internal import HearthWire
internal import Synchronization

/// The state of a structure at one position as a view shows it, in parts. Watches that join at this position with an
/// equal view share it; each part is encoded once, by its first reader.
///
/// Holds the objects and values of that position, and no more of the state. Encoded parts are kept within a budget;
/// others are encoded again for each reader.
///
/// Its lock guards the places of parts and the kept parts. It is held while a part is encoded, so that two readers do
/// not encode it twice.
final class Snapshot: Sendable {
    /// Where a part begins.
    private struct Place {
        /// The next record; nil after the last.
        var record: (rank: String, record: DeviceRecord)?
        /// The index of its next trait; nil before the device itself.
        var trait: Int?
        /// Whether the structure and its rooms are sent.
        var hasBegun = false
        /// The index of the next zone, and then of the next service group.
        var grouping = 0
        /// The id of the next automation; nil after the last.
        var automation: String? = ""
    }

    private struct Parts {
        /// The places where parts begin, as far as parts were encoded.
        var places: [Place]
        /// The kept parts, by number.
        var kept: [Int: RPCFrame] = [:]
        var keptBytes = 0
    }

    private let shown: ShownRecords
    /// The view that the client has already, if its filter was widened.
    private let known: WatchView?
    private let chunkBytes: Int
    private let budget: SnapshotShelf.Budget?
    private let parts: Mutex<Parts>

    private var objects: StructureObjects { shown.objects }
    private var view: WatchView { shown.view }
    var position: StructurePosition { objects.position }

    /// - Parameter budget: for encoded parts; nil if no other watch shares the snapshot.
    init(
        _ objects: StructureObjects, for view: WatchView, beyond known: WatchView? = nil, chunkBytes: Int,
        budget: SnapshotShelf.Budget? = nil
    ) {
        shown = ShownRecords(of: objects, in: view)
        self.known = known
        self.chunkBytes = chunkBytes
        self.budget = budget
        parts = Mutex(Parts(places: [Place(record: shown.first(from: ""))]))
    }

    deinit { forgetParts() }

    /// A part of it; nil after the last. Read the parts in order.
    func part(_ number: Int) -> RPCFrame? {
        // Under the lock, so that it is encoded once.
        parts.withLock { parts in
            if let frame = parts.kept[number] { return frame }
            guard number < parts.places.count else { return nil }
            var place = parts.places[number]
            guard let frame = encode(&place) else { return nil }
            if number + 1 == parts.places.count { parts.places.append(place) }
            if let budget, budget.keep(frame.bytes.count) {
                parts.kept[number] = frame
                parts.keptBytes += frame.bytes.count
            }
            return frame
        }
    }

    /// Drops all parts that were encoded until now.
    func forgetParts() {
        let bytes = parts.withLock { parts in
            parts.kept = [:]
            defer { parts.keptBytes = 0 }
            return parts.keptBytes
        }
        budget?.letGo(bytes)
    }

    private func encode(_ place: inout Place) -> RPCFrame? {
        switch view.scope {
        case .home: homeFrame(&place)
        case .trait(let path, _): traitFrame(path, &place)
        }
    }

    private func homeFrame(_ place: inout Place) -> RPCFrame? {
        var snapshot = Hearth_V1_Snapshot()
        var size = 0
        if !place.hasBegun {
            place.hasBegun = true
            if known?.passes(structure: objects.id) != true {
                snapshot.structures = [view.shown(objects.message)]
                snapshot.rooms = objects.rooms.filter { view.passes(room: $0.id) }.map { objects.message($0) }
                snapshot.people = objects.people.map { view.shown(objects.message($0)) }
                size += 128 * (1 + snapshot.rooms.count + snapshot.people.count)
            } else {
                place.grouping = .max
                place.automation = nil
            }
        }
        size = addGroupings(from: &place.grouping, to: &snapshot, size)
        size = addAutomations(from: &place.automation, to: &snapshot, size)
        while let (rank, record) = place.record, size < chunkBytes {
            size = add(record, from: &place.trait, to: &snapshot, size)
            if place.trait == nil { place.record = shown.first(after: rank) }
        }
        let isEmpty =
            snapshot.structures.isEmpty && snapshot.zones.isEmpty && snapshot.serviceGroups.isEmpty
            && snapshot.devices.isEmpty && snapshot.states.isEmpty && snapshot.automations.isEmpty
        return isEmpty ? nil : Hearth_V1_WatchResponse(content: .snapshot(snapshot)).frame
    }

    /// Adds zones and service groups until the message is large enough.
    ///
    /// - Returns: the message's size with them.
    private func addGroupings(from next: inout Int, to snapshot: inout Hearth_V1_Snapshot, _ size: Int) -> Int {
        var size = size
        let (zones, groups) = (objects.groupings.zones, objects.groupings.serviceGroups)
        while next < zones.count + groups.count, size < chunkBytes {
            if next < zones.count {
                if let message = view.shown(objects.message(zones[next])) {
                    snapshot.zones.append(message)
                    size += message.approximateSize
                }
            } else {
                if let message = view.shown(objects.message(groups[next - zones.count])) {
                    snapshot.serviceGroups.append(message)
                    size += message.approximateSize
                }
            }
            next += 1
        }
        return size
    }

    /// Adds automations until the message is large enough.
    ///
    /// - Returns: the message's size with them.
    private func addAutomations(from next: inout String?, to snapshot: inout Hearth_V1_Snapshot, _ size: Int) -> Int {
        guard let first = next else { return size }
        var size = size
        for automation in objects.automations(from: first) {
            next = automation.id
            guard size < chunkBytes else { return size }
            guard view.shows(automation: automation.id) else { continue }
            snapshot.automations.append(automation)
            size += automation.approximateSize
        }
        next = nil
        return size
    }

    /// Adds a device and its traits, or those that are left, until the message is large enough.
    ///
    /// - Parameter nextTrait: the index of the next trait; nil afterwards if the device is complete.
    /// - Returns: the message's size with them.
    private func add(
        _ device: DeviceRecord, from nextTrait: inout Int?, to snapshot: inout Hearth_V1_Snapshot, _ size: Int
    ) -> Int {
        var size = size
        let isKnown = known.map { $0.passes(structure: objects.id) && $0.passes(device: device.id) } == true
        // The record with the structure's own traits is not a device.
        if nextTrait == nil, !isKnown, device.id != objects.id {
            let message = view.shown(objects.message(device))
            size += message.approximateSize
            snapshot.devices.append(message)
        }
        let traits = device.orderedTraits
        var next = nextTrait ?? 0
        while next < traits.count, size < chunkBytes {
            let (key, record) = traits[next]
            next += 1
            let path = TraitPath(device.target(key.endpoint), key.traitID)
            guard view.passes(path),
                known.map({ $0.passes(structure: objects.id) && $0.covers(path, as: view) }) != true
            else {
                continue
            }
            let message = Hearth_V1_TraitState(
                path, record, attributes: view.visible(record.attributes, of: key.traitID), device.connectivity)
            size += message.approximateSize
            snapshot.states.append(message)
        }
        nextTrait = next < traits.count ? next : nil
        return size
    }

    private func traitFrame(_ path: TraitPath, _ place: inout Place) -> RPCFrame? {
        let device = place.record?.record
        place.record = nil
        let key = TraitKey(endpoint: path.target.endpoint, traitID: path.traitID)
        guard let device, let record = device.traits[key] else { return nil }
        return Hearth_V1_TraitWatchResponse(
            position: Hearth_V1_Position(position),
            attributes: record.descriptor.encodeAttributes(view.visible(record.attributes, of: path.traitID)),
            observedAt: Google_Protobuf_Timestamp(sinceEpoch: record.observedAt), snapshot: true,
            connectivity: Hearth_V1_SourceConnectivity(device.connectivity)
        ).frame
    }
}

extension Hearth_V1_TraitState {
    /// The whole state of a trait, for snapshots.
    package init(
        _ path: TraitPath, _ record: DeviceTrait, attributes: StructureValue, _ connectivity: SourceConnectivity
    ) {
        self.init(
            path, typeURL: record.descriptor.attributesTypeURL,
            attributes: record.descriptor.encodeAttributes(attributes),
            observedAt: Google_Protobuf_Timestamp(sinceEpoch: record.observedAt), connectivity: connectivity)
    }
}

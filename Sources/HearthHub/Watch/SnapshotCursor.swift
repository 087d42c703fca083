internal import HearthRPC
internal import HearthTraitCore
internal import HearthWire
internal import Synchronization

/// The present state of a structure on its way to a subscriber, message by message. Holds the objects and values as
/// they were, and no more of the state: a client may take its time. Only what it is ready to read is encoded.
final class SnapshotCursor: Sendable {
    private struct Progress {
        var devices: [DeviceRecord]
        var next = 0
        /// The next trait of that device, in its order; nil before the device itself.
        var nextTrait: Int?
        var hasBegun = false
    }

    let position: StructurePosition
    private let structure: Hearth_V1_Structure
    private let rooms: [Hearth_V1_Room]
    private let view: WatchView
    /// What the client has already, when its filter was widened.
    private let known: WatchView?
    private let chunkBytes: Int
    private let progress: Mutex<Progress>

    init(_ state: StructureState, for view: WatchView, beyond known: WatchView? = nil, chunkBytes: Int) {
        position = state.position
        structure = state.message
        rooms = state.rooms.map { state.message($0) }
        self.view = view
        self.known = known
        self.chunkBytes = chunkBytes
        progress = Mutex(Progress(devices: state.orderedRecords.filter { view.passes(device: $0.id) }))
    }

    /// The next message; nil after the last.
    func next() -> RPCFrame? {
        switch view.scope {
        case .home: homeFrame()
        case .trait(let path, _): traitFrame(path)
        }
    }

    private func homeFrame() -> RPCFrame? {
        progress.withLock { progress in
            var snapshot = Hearth_V1_Snapshot()
            var size = 0
            if !progress.hasBegun {
                progress.hasBegun = true
                if known?.passes(structure: structure.id) != true {
                    snapshot.structures = [structure]
                    snapshot.rooms = rooms
                    size += 128 * (1 + rooms.count)
                }
            }
            while progress.next < progress.devices.count, size < chunkBytes {
                size = add(progress.devices[progress.next], from: &progress.nextTrait, to: &snapshot, size)
                if progress.nextTrait == nil { progress.next += 1 }
            }
            let isEmpty = snapshot.structures.isEmpty && snapshot.devices.isEmpty && snapshot.states.isEmpty
            return isEmpty ? nil : Hearth_V1_WatchResponse(content: .snapshot(snapshot)).frame
        }
    }

    /// Adds a device and its traits, or those that are left, until the message is large enough.
    ///
    /// - Parameter nextTrait: where it goes on; nil afterwards when the device is complete.
    /// - Returns: the message's size with them.
    private func add(
        _ device: DeviceRecord, from nextTrait: inout Int?, to snapshot: inout Hearth_V1_Snapshot, _ size: Int
    ) -> Int {
        var size = size
        let isKnown = known.map { $0.passes(structure: structure.id) && $0.passes(device: device.id) } == true
        // What has the structure's own traits is no device.
        if nextTrait == nil, !isKnown, device.id != structure.id {
            let message = device.message(in: structure.id)
            size += message.approximateSize
            snapshot.devices.append(message)
        }
        let traits = device.orderedTraits
        var next = nextTrait ?? 0
        while next < traits.count, size < chunkBytes {
            let (key, record) = traits[next]
            next += 1
            let path = TraitPath(device.target(key.endpoint), key.traitID)
            guard view.passes(path), known.map({ $0.passes(structure: structure.id) && $0.passes(path) }) != true else {
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

    private func traitFrame(_ path: TraitPath) -> RPCFrame? {
        let device = progress.withLock { progress -> DeviceRecord? in
            defer { progress.hasBegun = true }
            return progress.hasBegun ? nil : progress.devices.first
        }
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
    init(_ path: TraitPath, _ record: DeviceTrait, attributes: StructureValue, _ connectivity: SourceConnectivity) {
        self.init(
            path, typeURL: record.descriptor.attributesTypeURL,
            attributes: record.descriptor.encodeAttributes(attributes),
            observedAt: Google_Protobuf_Timestamp(sinceEpoch: record.observedAt), connectivity: connectivity)
    }
}

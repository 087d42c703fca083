internal import HearthBase
internal import HearthTraitCore

/// The records of a structure that a view shows: the one with the structure's own traits first, then devices by id.
/// Each is found from the one before it, so that a reader can resume anywhere.
package struct ShownRecords: Sendable {
    package let objects: StructureObjects
    package let view: WatchView
    /// The devices to which the view is limited, in order; nil if it is not limited.
    private let only: [String]?

    package init(of objects: StructureObjects, in view: WatchView) {
        self.objects = objects
        self.view = view
        only = view.devices?.ordered()
    }

    /// The first record from a rank on. A device's rank is its id; that of the structure's own traits is empty.
    package func first(from rank: String) -> (rank: String, record: DeviceRecord)? {
        if rank.isEmpty, view.passes(device: objects.id), let own = objects.ownRecord { return ("", own) }
        guard let only else { return device(at: objects.devices.firstIndex(notBefore: rank)) }
        return device(among: only[only.partitioningIndex { $0 >= rank }...])
    }

    /// The first record with a greater rank.
    package func first(after rank: String) -> (rank: String, record: DeviceRecord)? {
        guard let only else { return device(at: objects.devices.firstIndex(after: rank)) }
        return device(among: only[only.partitioningIndex { $0 > rank }...])
    }

    private func device(at index: SortedTable<DeviceRecord>.Index) -> (rank: String, record: DeviceRecord)? {
        var index = index
        while index != objects.devices.endIndex {
            let record = objects.devices[index]
            if record.id != objects.id { return (record.id, record) }
            objects.devices.formIndex(after: &index)
        }
        return nil
    }

    private func device(among ids: ArraySlice<String>) -> (rank: String, record: DeviceRecord)? {
        for id in ids where id != objects.id {
            if let record = objects.devices[id] { return (id, record) }
        }
        return nil
    }
}

extension Array {
    /// The first index from which on all elements fulfil a condition, which none before it does, by binary search.
    fileprivate func partitioningIndex(where fulfils: (Element) -> Bool) -> Int {
        var (low, high) = (0, count)
        while low < high {
            let middle = (low + high) / 2
            if fulfils(self[middle]) { high = middle } else { low = middle + 1 }
        }
        return low
    }
}

internal import HearthSystem
internal import HearthTerminal

/// The sizes of a store's files and the space beside them, in bytes.
struct DiskSpace: Hashable, Sendable {
    /// The store itself.
    let store: Int
    /// Its log, which has the latest changes.
    let log: Int
    /// Free space on the store's disk; nil if unknown.
    let free: Int?

    init(of place: StorePlace) {
        store = Self.size(place.path)
        log = Self.size(place.path + "-wal")
        free = FileFacts.freeBytes(onDiskOf: place.folder)
    }

    private static func size(_ path: String) -> Int { FileFacts(path, followsLink: false)?.size ?? 0 }
}

internal import Foundation
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
        free =
            (try? FileManager.default.attributesOfFileSystem(forPath: place.folder))?[.systemFreeSize] as? Int
    }

    private static func size(_ path: String) -> Int {
        (try? FileManager.default.attributesOfItem(atPath: path))?[.size] as? Int ?? 0
    }
}

internal import HearthHomeState
internal import HearthSpeech
internal import Synchronization

/// The homes with their prepared names, each as one kind of speaker sees it. A home is prepared outside of all locks, and
/// again after its objects have changed.
///
/// Its lock guards the prepared homes. No other lock is taken under it.
final class SpokenHomes: Sendable {
    private struct Key: Hashable {
        let structure: String
        let access: StructureAccess
        let language: String
    }

    private struct Entry {
        let home: SpokenHome
        /// Of the objects with which it was prepared.
        let revision: UInt64
        var lastUse: UInt64
    }

    private struct Content {
        var entries: [Key: Entry] = [:]
        var uses: UInt64 = 0
    }

    /// The most prepared homes; another one replaces the one that was not used for the longest time.
    static let most = 16

    private let content = Mutex(Content())

    /// A structure's home as `access` sees it.
    ///
    /// - Parameter values: the attributes that `access` sees.
    func home(
        of cell: StructureCell, seenBy access: StructureAccess, _ values: ReadAccess, in language: Language
    ) -> SpokenHome {
        let key = Key(structure: cell.id, access: access, language: language.code)
        let revision = cell.read { $0.objectsRevision }
        if let known = known(key, revision) { return known }
        let (objects, newest) = cell.read { ($0.objects, $0.objectsRevision) }
        let home = SpokenHome(objects, seenBy: access, values, in: language)
        keep(home, key, newest)
        return home
    }

    /// The number of prepared homes.
    var count: Int { content.withLock { $0.entries.count } }

    private func known(_ key: Key, _ revision: UInt64) -> SpokenHome? {
        content.withLock { content in
            guard let entry = content.entries[key], entry.revision == revision else { return nil }
            content.uses += 1
            content.entries[key]?.lastUse = content.uses
            return entry.home
        }
    }

    private func keep(_ home: SpokenHome, _ key: Key, _ revision: UInt64) {
        content.withLock { content in
            // A slower speaker must not replace a newer home.
            if let known = content.entries[key], known.revision > revision { return }
            content.uses += 1
            content.entries[key] = Entry(home: home, revision: revision, lastUse: content.uses)
            guard content.entries.count > Self.most,
                let oldest = content.entries.min(by: { $0.value.lastUse < $1.value.lastUse })?.key
            else { return }
            content.entries[oldest] = nil
        }
    }
}

public import HearthCombine
public import HearthTraitCore

/// The objects of one kind in all structures of a home: the current ones, and their changes.
///
/// `filter` can be applied repeatedly. Excluded objects are treated as if they didn't exist.
public protocol Query<Element>: Sendable {
    /// The kind of object.
    associatedtype Element: Hashable & Sendable

    /// The current objects, or the last known ones while the hub is unreachable.
    ///
    /// - Throws: `HomeError` if the home was disconnected.
    func list() async throws -> Set<Element>

    /// Publishes the set of all objects: immediately, and whenever one is added, changed or removed.
    func batched() -> AnyPublisher<Set<Element>, HomeError>

    /// Publishes objects one by one: first the existing ones, then each addition, change and removal.
    func stream() -> AnyPublisher<HomeObjectUpdate<Element>, HomeError>

    /// Restricts the query to matching objects. They are tested again whenever they change: in a stream, an object that
    /// no longer matches is ``HomeObjectUpdate/deleted(objectID:)``, and one that starts to match is added.
    ///
    /// Trait values are not part of an object; their changes don't cause a test.
    func filter(_ isIncluded: @escaping @Sendable (Element) -> Bool) -> any Query<Element>
}

/// A query over a connection's cache.
struct HomeQuery<Element: Hashable & Identifiable & Sendable>: Query where Element.ID == String {
    /// Finds objects in the cache. Runs within the cache's lock, so it must not use the connection.
    typealias Find = @Sendable (HomeConnection, borrowing HomeCache) -> Set<Element>

    let connection: HomeConnection
    let find: Find
    /// The app's filters, which run outside the lock.
    var narrow: @Sendable (Set<Element>) -> Set<Element> = { $0 }

    func list() async throws -> Set<Element> {
        narrow(try connection.look({ find(connection, $0) }).get())
    }

    func batched() -> AnyPublisher<Set<Element>, HomeError> {
        connection.publisher(.objects, look: { [find] in .value(find($0, $1)) }, refine: narrow)
    }

    func stream() -> AnyPublisher<HomeObjectUpdate<Element>, HomeError> {
        SourcePublisher(later: connection.later) { [self] wake in UpdateSource(self, wake: wake) }.eraseToAnyPublisher()
    }

    func filter(_ isIncluded: @escaping @Sendable (Element) -> Bool) -> any Query<Element> {
        var query = self
        query.narrow = { [narrow] in narrow($0).filter(isIncluded) }
        return query
    }
}

/// An element of ``Query/stream()``.
public enum HomeObjectUpdate<Element: Hashable & Sendable>: Hashable, Sendable {
    /// The object existed when the stream started.
    case initial(Element)
    /// The object was added.
    case added(Element)
    /// The object has changed.
    case changed(Element)
    /// The object was removed.
    case deleted(objectID: String)

    /// The current object; nil if it was removed.
    public var object: Element? {
        switch self {
        case .initial(let object), .added(let object), .changed(let object): object
        case .deleted: nil
        }
    }
}

public import HearthCombine
public import HearthTraitCore

/// The objects of one kind in a home, over all its structures: now, and as they change.
///
/// `filter` narrows a query, any number of times; what is left out is as if it were not there.
public protocol Query<Element>: Sendable {
    associatedtype Element: Hashable & Sendable

    /// The objects that are there now. While the hub is out of reach: those that were there last.
    ///
    /// - Throws: `HomeError` when the home was disconnected.
    func list() async throws(HomeError) -> Set<Element>

    /// All objects together: at once, and again whenever one is added, changed or removed.
    func batched() -> AnyPublisher<Set<Element>, HomeError>

    /// Each object by itself: first those that are there, then every addition, change and removal.
    func stream() -> AnyPublisher<HomeObjectUpdate<Element>, HomeError>

    /// The objects that `isIncluded` takes, asked anew whenever one of them changes: an object that no longer fits is
    /// ``HomeObjectUpdate/deleted(objectID:)`` to the stream, and one that fits from now on is added.
    ///
    /// Values of traits are no part of an object; a change of one asks nobody.
    func filter(_ isIncluded: @escaping @Sendable (Element) -> Bool) -> any Query<Element>
}

/// A query over what a connection knows.
struct HomeQuery<Element: Hashable & Identifiable & Sendable>: Query where Element.ID == String {
    /// Finds the objects in the cache. It runs under the cache's lock, so it must not reach for the connection.
    typealias Find = @Sendable (HomeConnection, borrowing HomeCache) -> Set<Element>

    let connection: HomeConnection
    let find: Find
    /// Leaves out what an app does not want. It is the app's code and runs outside the lock.
    var narrow: @Sendable (Set<Element>) -> Set<Element> = { $0 }

    func list() async throws(HomeError) -> Set<Element> {
        narrow(try connection.look({ find(connection, $0) }).get())
    }

    func batched() -> AnyPublisher<Set<Element>, HomeError> {
        connection.publisher(.objects, look: { [find] in .value(find($0, $1)) }, refine: narrow)
    }

    func stream() -> AnyPublisher<HomeObjectUpdate<Element>, HomeError> {
        SourcePublisher { [self] wake in UpdateSource(self, wake: wake) }.eraseToAnyPublisher()
    }

    func filter(_ isIncluded: @escaping @Sendable (Element) -> Bool) -> any Query<Element> {
        var query = self
        query.narrow = { [narrow] in narrow($0).filter(isIncluded) }
        return query
    }
}

/// What a query's stream carries.
public enum HomeObjectUpdate<Element: Hashable & Sendable>: Hashable, Sendable {
    /// It was there when the stream began.
    case initial(Element)
    case added(Element)
    case changed(Element)
    case deleted(objectID: String)

    /// The object as it is now, nil when it is gone.
    public var object: Element? {
        switch self {
        case .initial(let object), .added(let object), .changed(let object): object
        case .deleted: nil
        }
    }
}

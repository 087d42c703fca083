public import HearthCombine
public import HearthTraitCore

/// The objects of one kind in a home, over all its structures: now, and as they change.
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
}

/// A query over what a connection knows.
struct HomeQuery<Element: Hashable & Identifiable & Sendable>: Query where Element.ID == String {
    typealias Find = @Sendable (HomeConnection, borrowing HomeCache) -> Set<Element>

    let connection: HomeConnection
    let find: Find

    func list() async throws(HomeError) -> Set<Element> {
        try connection.look({ find(connection, $0) }).get()
    }

    func batched() -> AnyPublisher<Set<Element>, HomeError> {
        connection.publisher(.objects) { [find] connection, cache in .value(find(connection, cache)) }
    }

    func stream() -> AnyPublisher<HomeObjectUpdate<Element>, HomeError> {
        SourcePublisher { [connection, find] wake in UpdateSource(connection, find: find, wake: wake) }
            .eraseToAnyPublisher()
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

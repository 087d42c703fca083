public import HearthCombine
public import HearthTraitCore

extension Home {
    /// Whether what the home shows is current: whether the hub's changes arrive. Reflects the present.
    ///
    /// While the hub can't be reached, is started again or has fallen silent, everything keeps its last known value and
    /// is stale, which traits and types say of themselves as well (`metadata.freshness`). A hub that says nothing for
    /// twice the time in which it promised to speak, 30 s by default, counts as silent even if its connection stands.
    public var freshness: Freshness { connection.freshness }

    /// Publishes ``freshness``: immediately, and when the home becomes stale or current. Goes on over lost connections.
    public func freshnessUpdates() -> AnyPublisher<Freshness, HomeError> {
        connection.publisher(.objects) { _, cache in .value(cache.freshness) }
    }
}

extension Structure {
    /// Whether what is shown of the structure is current; see ``Home/freshness``. Reflects the present.
    public var freshness: Freshness { reference.connection.freshness }
}

extension Room {
    /// Whether what is shown of the room is current; see ``Home/freshness``. Reflects the present.
    public var freshness: Freshness { reference.connection.freshness }
}

extension HomeDevice {
    /// Whether what is shown of the device is current; see ``Home/freshness``. Reflects the present.
    ///
    /// A device that the hub itself can't reach is offline, not stale; see ``sourceConnectivity``.
    public var freshness: Freshness { reference.connection.freshness }
}

extension HomeConnection {
    var freshness: Freshness { withCache { $0.freshness } }
}

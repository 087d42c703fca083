public import HearthCombine
public import HearthTraitCore

extension Home {
    /// Whether the home is current, that is, whether the hub's changes arrive. Reflects the present.
    ///
    /// While the hub can't be reached, is restarting or is silent, everything keeps its last known value and is stale.
    /// Traits and types have the same state in `metadata.freshness`. A hub counts as silent, even on an open
    /// connection, if it sends nothing for twice its heartbeat interval, 30 s by default.
    public var freshness: Freshness { connection.freshness }

    /// Publishes ``freshness``: immediately, and when the home becomes stale or current. Continues over lost
    /// connections.
    public func freshnessUpdates() -> AnyPublisher<Freshness, HomeError> {
        connection.publisher(.objects) { _, cache in .value(cache.freshness) }
    }
}

extension Structure {
    /// Whether the structure is current; see ``Home/freshness``. Reflects the present.
    public var freshness: Freshness { reference.connection.freshness }
}

extension Room {
    /// Whether the room is current; see ``Home/freshness``. Reflects the present.
    public var freshness: Freshness { reference.connection.freshness }
}

extension HomeDevice {
    /// Whether the device is current; see ``Home/freshness``. Reflects the present.
    ///
    /// A device that the hub itself can't reach is offline, not stale; see ``sourceConnectivity``.
    public var freshness: Freshness { reference.connection.freshness }
}

extension HomeConnection {
    var freshness: Freshness { withCache { $0.freshness } }
}

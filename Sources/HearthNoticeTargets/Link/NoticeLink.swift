package import HearthEntities
internal import HearthTraitCore

/// The link that posts a hub's notices to a target. It brings no devices.
package actor NoticeLink: LeafLink {
    private let feed: NoticeFeed
    private let make: @Sendable (@escaping @Sendable (LinkHealth) async -> Void) -> NoticeDelivery
    private var delivery: NoticeDelivery?
    private var taking: Task<Void, Never>?
    private var isStopped = false

    /// - Parameter make: makes the delivery, which reports its health to the given function.
    package init(
        _ feed: NoticeFeed,
        _ make: @escaping @Sendable (@escaping @Sendable (LinkHealth) async -> Void) -> NoticeDelivery
    ) {
        self.feed = feed
        self.make = make
    }

    package func start(receiver: any EntityReceiver) async {
        guard delivery == nil, !isStopped else { return }
        let delivery = make { await receiver.health($0) }
        self.delivery = delivery
        let notices = feed.notices()
        taking = Task { for await notice in notices { await delivery.take(notice) } }
        // Nothing is sent until there is a notice, so nothing is known to be wrong.
        await receiver.health(.online)
    }

    /// The hub sends no commands to a link without devices.
    package func send(_ command: EntityCommand, to deviceID: String) async throws {
        throw TraitError(.unsupportedEndpoint, "this integration has no devices")
    }

    package func leftOut(of deviceID: String) -> [LeftOut] { [] }

    package func stop() async {
        isStopped = true
        taking?.cancel()
        await delivery?.stop()
    }
}

internal import HearthBase
package import HearthTLS
package import HearthTraitCore

/// Sends notices to the browsers that have subscribed, each on its own queue, and keeps the list of them in a file.
package actor PushCenter {
    private let file: String
    private let services: PushServices
    private let poster: WebPoster
    private let clock: any HomeClock
    private let notice: @Sendable (String) -> Void
    private let sender: PushSender
    private var book: PushBook
    private var deliveries: [String: NoticeDelivery] = [:]

    /// Reads the file, or makes a key if there is none, or if it can't be understood.
    ///
    /// - Parameters:
    ///   - file: the path of the file.
    ///   - notice: receives messages for a log.
    package init(
        file: String, services: PushServices, poster: WebPoster, clock: any HomeClock,
        notice: @escaping @Sendable (String) -> Void
    ) throws(TLSError) {
        self.file = file
        self.services = services
        self.poster = poster
        self.clock = clock
        self.notice = notice
        if let text = try PrivateFile.readUnlessMissing(file) {
            if let known = PushBook.read(text) {
                (sender, book) = (PushSender(key: known.key), known.book)
                return
            }
            notice("\(file) has no key of this hub; browsers have to subscribe to notices again")
        }
        guard let key = P256Key.make(SecureRandom.bytes) else { throw TLSError("a key for browsers can't be made") }
        (sender, book) = (PushSender(key: key), PushBook())
        // Now, as browsers subscribe with this key.
        try PrivateFile.replace(file, PushBook().text(key: key))
    }

    /// The hub's public key, an uncompressed point.
    package nonisolated var publicKey: [UInt8] { sender.key.point }

    /// Adds a browser once it has got a first message.
    package func subscribe(_ row: PushBook.Row, first: PostedNotice) async throws(PostError) {
        let address = try WebAddress(row.subscription.endpoint)
        guard services.contains(address) else {
            throw PostError(
                .address, "\(address.host) is not a push service that this hub knows",
                wayOut: "use another browser, or start the hub with --push-host \(address.host)")
        }
        guard try WebAddress(row.contact).isSecure else {
            throw PostError(.address, "the origin does not begin with https://", wayOut: "correct it")
        }
        try await post(first, to: row)
        book.put(row)
        save()
    }

    /// Ends a browser's subscription.
    package func unsubscribe(_ endpoint: String, of person: String) {
        forget { $0.subscription.endpoint == endpoint && $0.person == person }
    }

    /// Ends the subscriptions that a credential has made.
    package func end(credential: String) { forget { $0.credential == credential } }

    /// Sends a notice to the browsers of some people.
    package func take(_ notice: PostedNotice, for people: Set<String>) async {
        for row in book.rows where people.contains(row.person) { await delivery(to: row).take(notice) }
    }

    /// Ends all deliveries; what waits is dropped.
    package func stop() async {
        let all = deliveries.values
        deliveries = [:]
        for delivery in all { await delivery.stop() }
    }

    private func delivery(to row: PushBook.Row) -> NoticeDelivery {
        let endpoint = row.subscription.endpoint
        if let known = deliveries[endpoint] { return known }
        let host = (try? WebAddress(endpoint))?.host ?? ""
        let made = NoticeDelivery(
            to: host, choice: NoticeChoice(), clock: clock, health: { _ in }, notice: notice
        ) { [weak self] (notice: PostedNotice) async throws(PostError) in
            do throws(PostError) {
                try await self?.post(notice, to: row)
            } catch {
                // RFC 8030, section 7.3: the subscription has ended.
                guard error.code == .status(404) || error.code == .status(410) else { throw error }
                await self?.lost(endpoint)
            }
        }
        deliveries[endpoint] = made
        return made
    }

    private func lost(_ endpoint: String) { forget { $0.subscription.endpoint == endpoint } }

    private func post(_ notice: PostedNotice, to row: PushBook.Row) async throws(PostError) {
        guard let key = P256Key.make(SecureRandom.bytes) else {
            throw PostError(.message, "a key for the message can't be made", wayOut: "see the hub's machine")
        }
        let request = try sender.request(
            Self.message(notice), to: row.subscription, urgency: notice.urgency, contact: row.contact,
            at: clock.sinceEpoch.wholeSeconds, once: (key, SecureRandom.bytes(16)))
        try await poster.send(request, to: WebAddress(row.subscription.endpoint))
    }

    /// The message, which the page's service worker shows. A notice's texts are shorter than what a message may have.
    private static func message(_ notice: PostedNotice) -> [UInt8] { Array(NoticeForm.json(notice).utf8) }

    private func forget(where condition: (PushBook.Row) -> Bool) {
        let gone = book.rows.filter(condition).map(\.subscription.endpoint)
        guard book.remove(where: condition) else { return }
        let ended = gone.compactMap { deliveries.removeValue(forKey: $0) }
        // Not awaited: one of them may be in the middle of this call.
        Task { for delivery in ended { await delivery.stop() } }
        save()
    }

    private func save() {
        do throws(TLSError) {
            try PrivateFile.replace(file, book.text(key: sender.key))
        } catch {
            notice("the browsers that get notices are not stored: \(error.message)")
        }
    }
}

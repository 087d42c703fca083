internal import HearthBase
package import HearthTLS
package import HearthTraitCore

/// Sends notices to the browsers that have subscribed, each on its own queue, and keeps the list of them in a file.
package actor PushCenter {
    private let file: String
    private let services: PushServices
    private let poster: WebPoster
    private let clock: any HomeClock
    private let isCredentialValid: @Sendable (String) -> Bool
    private let notice: @Sendable (String) -> Void
    /// Why the file can't be read. It is not replaced then.
    private let unreadable: TLSError?
    private var isKeyStored: Bool
    private let sender: PushSender
    private var book: PushBook
    private var deliveries: [String: NoticeDelivery] = [:]

    /// Reads the file, or makes a key if there is none, or if it can't be understood. While the file can't be read or
    /// written, browsers can't subscribe.
    ///
    /// - Parameters:
    ///   - file: the path of the file.
    ///   - isValid: whether the credential with an ID is neither revoked nor expired.
    ///   - notice: receives messages for a log.
    /// - Throws: if no key can be made.
    package init(
        file: String, services: PushServices, poster: WebPoster, clock: any HomeClock,
        isValid: @escaping @Sendable (String) -> Bool, notice: @escaping @Sendable (String) -> Void
    ) throws(TLSError) {
        self.file = file
        self.services = services
        self.poster = poster
        self.clock = clock
        isCredentialValid = isValid
        self.notice = notice
        var found: (key: P256Key, book: PushBook)?
        var unreadable: TLSError?
        do throws(TLSError) {
            if let text = try PrivateFile.readUnlessMissing(file) {
                found = PushBook.read(text)
                if found == nil {
                    notice("\(file) has no key of this hub; browsers have to subscribe to notices again")
                }
            }
        } catch {
            unreadable = error
            notice("browsers get no notices until the hub starts again: \(error.message)")
        }
        self.unreadable = unreadable
        if let found {
            (sender, book, isKeyStored) = (PushSender(key: found.key), found.book, true)
            return
        }
        guard let key = P256Key.make(SecureRandom.bytes) else { throw TLSError("a key for browsers can't be made") }
        (sender, book, isKeyStored) = (PushSender(key: key), PushBook(), false)
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
        try storeKey()
        try await post(first, to: row)
        // The credential may have ended meanwhile.
        guard isValid(row) else { return }
        change { $0.put(row) }
    }

    /// Whether a person's notices are sent to a browser.
    package func isSubscribed(_ endpoint: String, of person: String) -> Bool {
        book.rows.contains { $0.subscription.endpoint == endpoint && $0.person == person && isValid($0) }
    }

    /// Ends a browser's subscription.
    package func unsubscribe(_ endpoint: String, of person: String) {
        change { $0.remove { $0.subscription.endpoint == endpoint && $0.person == person } }
    }

    /// Ends the subscriptions that a credential has made.
    package func end(credential: String) { change { $0.remove { $0.credential == credential } } }

    /// Sends a notice to the browsers of some people.
    package func take(_ notice: PostedNotice, for people: Set<String>) async {
        for row in book.rows where people.contains(row.person) {
            // The subscription may have ended while others took the notice.
            guard book.rows.contains(row), isValid(row) else { continue }
            await delivery(to: row).take(notice)
        }
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

    /// Whether a browser still has access. The file may be from another hub's backup, or from a start with other services.
    private func isValid(_ row: PushBook.Row) -> Bool {
        guard let address = try? WebAddress(row.subscription.endpoint), services.contains(address) else { return false }
        return row.credential.map { isCredentialValid($0) } ?? true
    }

    private func lost(_ endpoint: String) { change { $0.remove { $0.subscription.endpoint == endpoint } } }

    private func post(_ notice: PostedNotice, to row: PushBook.Row) async throws(PostError) {
        guard let key = P256Key.make(SecureRandom.bytes) else {
            throw PostError(.message, "a key for the message can't be made", wayOut: "see the hub's machine")
        }
        let request = try sender.request(
            PushMessage.bytes(notice), to: row.subscription, urgency: notice.urgency, contact: row.contact,
            at: clock.sinceEpoch.wholeSeconds, once: (key, SecureRandom.bytes(16)))
        try await poster.send(request, to: WebAddress(row.subscription.endpoint))
    }

    /// Changes the list, ends the deliveries to browsers that are no longer in it, and stores it.
    private func change(_ body: (inout PushBook) -> Void) {
        let former = book
        body(&book)
        guard book != former else { return }
        let gone = Set(former.rows).subtracting(book.rows)
        let ended = gone.compactMap { deliveries.removeValue(forKey: $0.subscription.endpoint) }
        // Not awaited: one of them may be in the middle of this call.
        Task { for delivery in ended { await delivery.stop() } }
        save()
    }

    /// Stores the key, as browsers subscribe with it.
    private func storeKey() throws(PostError) {
        func cant(_ error: TLSError, _ wayOut: String) -> PostError {
            PostError(.storage, "the browser can't be stored: \(error.message)", wayOut: wayOut, cause: error)
        }
        if let unreadable { throw cant(unreadable, "correct the file, and restart the hub") }
        guard !isKeyStored else { return }
        do throws(TLSError) {
            try PrivateFile.replace(file, book.text(key: sender.key))
        } catch {
            throw cant(error, "make room on the hub's disk, and subscribe again")
        }
        isKeyStored = true
    }

    private func save() {
        do throws(TLSError) {
            try PrivateFile.replace(file, book.text(key: sender.key))
        } catch {
            notice("the browsers that get notices are not stored: \(error.message)")
        }
    }
}

internal import HearthBase
internal import HearthJSON
package import HearthTLS
internal import HearthTraitDescriptors

/// The browsers that get notices. A value.
package struct PushBook: Hashable, Sendable {
    /// The most browsers of a person, and of all. Beyond, the oldest are dropped.
    package static let mostOfPerson = 10
    package static let most = 200

    /// A browser.
    package struct Row: Hashable, Sendable {
        package let subscription: PushSubscription
        /// The identity of its person.
        package let person: String
        /// The credential that subscribed; nil for a caller of the hub's own machine.
        package let credential: String?
        /// The URL that push services get as the sender's contact.
        package let contact: String

        package init(_ subscription: PushSubscription, person: String, credential: String?, contact: String) {
            self.subscription = subscription
            self.person = person
            self.credential = credential
            self.contact = contact
        }
    }

    /// In the order of their subscriptions.
    package private(set) var rows: [Row] = []

    package init(_ rows: [Row] = []) { self.rows = Array(rows.suffix(Self.most)) }

    /// Adds a browser, or replaces its former subscription.
    package mutating func put(_ row: Row) {
        rows.removeAll { $0.subscription.endpoint == row.subscription.endpoint }
        rows.append(row)
        let own = rows.filter { $0.person == row.person }
        if own.count > Self.mostOfPerson, let oldest = own.first { rows.removeAll { $0 == oldest } }
        if rows.count > Self.most { rows.removeFirst() }
    }

    /// Removes the browsers that fulfil a condition.
    package mutating func remove(where condition: (Row) -> Bool) { rows.removeAll(where: condition) }

    // MARK: Storing

    /// The most bytes of the stored text.
    private static let mostBytes = 1 << 20

    /// The text that is stored with the hub's key. Secret.
    package func text(key: P256Key) -> String {
        JSON.object([
            ("key", .string(Base64URL.text(key.secret))),
            (
                "browsers",
                .array(
                    rows.map { row in
                        .object([
                            ("endpoint", .string(row.subscription.endpoint)),
                            ("publicKey", .string(Base64URL.text(row.subscription.publicKey))),
                            ("secret", .string(Base64URL.text(row.subscription.secret))),
                            ("person", .string(row.person)), ("contact", .string(row.contact)),
                            ("credential", row.credential.map { .string($0) } ?? .null),
                        ])
                    })
            ),
        ]).indentedText + "\n"
    }

    /// Reads what ``text(key:)`` has written; nil for other text. Rows that can't be read are left out.
    package static func read(_ text: String) -> (key: P256Key, book: PushBook)? {
        guard let value = try? JSONValue(Array(text.utf8), bytes: mostBytes), case .object(let members) = value,
            case .string(let secret)? = members["key"],
            let key = Base64URL.bytes(secret).flatMap({ P256Key(secret: $0) })
        else { return nil }
        guard case .array(let items)? = members["browsers"] else { return (key, PushBook()) }
        return (key, PushBook(items.compactMap { row($0) }))
    }

    private static func row(_ value: JSONValue) -> Row? {
        guard case .object(let members) = value else { return nil }
        func text(_ name: String) -> String? { if case .string(let text)? = members[name] { text } else { nil } }
        func bytes(_ name: String) -> [UInt8] { text(name).flatMap { Base64URL.bytes($0) } ?? [] }
        guard let endpoint = text("endpoint"), let person = text("person"), let contact = text("contact"),
            let subscription = try? PushSubscription(
                endpoint: endpoint, publicKey: bytes("publicKey"), secret: bytes("secret"))
        else { return nil }
        return Row(subscription, person: person, credential: text("credential"), contact: contact)
    }
}

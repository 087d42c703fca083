/// A reference to the connection. Any two are equal, so that it doesn't take part in comparisons.
struct ConnectionReference: Hashable, Sendable {
    let connection: HomeConnection

    init(_ connection: HomeConnection) {
        self.connection = connection
    }

    static func == (left: ConnectionReference, right: ConnectionReference) -> Bool { true }

    func hash(into hasher: inout Hasher) {}
}

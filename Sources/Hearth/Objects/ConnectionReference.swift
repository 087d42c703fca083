/// A reference to the connection. All references are equal, so that comparisons of objects ignore it.
struct ConnectionReference: Hashable, Sendable {
    let connection: HomeConnection

    init(_ connection: HomeConnection) {
        self.connection = connection
    }

    static func == (left: ConnectionReference, right: ConnectionReference) -> Bool { true }

    func hash(into hasher: inout Hasher) {}
}

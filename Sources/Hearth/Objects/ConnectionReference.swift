/// The way from a value back to its hub. Takes no part in comparisons: any two are equal.
struct ConnectionReference: Hashable, Sendable {
    let connection: HomeConnection

    init(_ connection: HomeConnection) {
        self.connection = connection
    }

    static func == (left: ConnectionReference, right: ConnectionReference) -> Bool { true }

    func hash(into hasher: inout Hasher) {}
}

/// A room as the hub holds it.
struct RoomRecord: Hashable, Sendable {
    let id: String
    var name: String
}

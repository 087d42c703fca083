/// How the reports of one provider come into the hub: those that are here together, up to a number, are told together.
/// A provider that has more than that waits for its turn, so that others, and all else, come in between.
struct ReportIntake: ~Copyable {
    /// So many are taken in one go.
    private static let together = 64

    private let hub: Hub
    private var count = 0
    private var hasTurn = false
    private var untold: [StructureCell] = []

    init(_ hub: Hub) { self.hub = hub }

    /// Whether another may be taken now.
    var hasRoom: Bool { count < Self.together }

    /// A report was taken.
    ///
    /// - Parameter cell: the structure that it changed, which has not told of it; nil when nothing changed.
    mutating func took(_ cell: StructureCell?) {
        count += 1
        guard let cell, !untold.contains(where: { $0 === cell }) else { return }
        untold.append(cell)
    }

    /// Tells what was taken.
    mutating func tell() {
        for cell in untold { cell.tell() }
        untold.removeAll(keepingCapacity: true)
    }

    /// Tells what was taken, before something else is waited for.
    mutating func rest() {
        tell()
        count = 0
        if hasTurn { hub.turns.end() }
        hasTurn = false
    }

    /// Tells what was taken, and waits until more may be: until it is its turn, and the store is not too far behind.
    mutating func next() async {
        if untold.contains(where: \.isSavingLate) {
            rest()
            // Where nothing can be stored, a home goes on all the same.
            try? await hub.save()
        }
        tell()
        count = 0
        await hub.turns.next(hasTurn)
        hasTurn = true
    }
}

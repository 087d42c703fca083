/// How the messages of one provider come into the hub: reports that are here together, up to a measure, are told together.
/// A provider that has more than that waits for its turn, so that others, and all else, come in between. While the store is
/// far behind, those who brought much wait for it.
struct ReportIntake: ~Copyable {
    /// So many messages, and bytes of them, are taken in one go.
    private static let together = (messages: 64, bytes: 256 << 10)
    /// And of those who have not waited for a turn: many may come at once.
    private static let unasked = (messages: 32, bytes: 64 << 10)
    /// With less than that since the store was in time, nobody waits for it: what a device answers to a command comes through
    /// whatever others bring.
    private static let little = 16 << 10

    private let hub: Hub
    private var messages = 0
    private var bytes = 0
    /// What was taken since the store was in time.
    private var unstored = 0
    private var hasTurn = false
    private var untold: [StructureCell] = []
    /// Those whose reports have to be saved.
    private var changed: [StructureCell] = []

    init(_ hub: Hub) { self.hub = hub }

    /// Whether another message may be taken now.
    var hasRoom: Bool {
        let most = hasTurn ? Self.together : Self.unasked
        return messages < most.messages && bytes < most.bytes
    }

    /// A message is taken.
    mutating func take(bytes count: Int) {
        messages += 1
        bytes += count
        unstored += count
    }

    /// A structure has changed, and has not told of it.
    mutating func changed(_ cell: StructureCell) {
        if !untold.contains(where: { $0 === cell }) { untold.append(cell) }
        if !changed.contains(where: { $0 === cell }) { changed.append(cell) }
    }

    /// Tells what was taken.
    mutating func tell() {
        for cell in untold { cell.tell() }
        untold.removeAll(keepingCapacity: true)
    }

    /// Tells what was taken and gives up its turn, before something else is waited for.
    mutating func rest() {
        tell()
        if hasTurn { hub.turns.end() }
        hasTurn = false
    }

    /// Nothing more is here: tells what was taken, and waits until the store is not too far behind.
    mutating func pause() async {
        rest()
        await untilStored()
        messages = 0
        bytes = 0
    }

    /// Tells what was taken, and waits until the store is not too far behind, and it is its turn.
    mutating func next() async {
        tell()
        if waitsForStore { rest() }
        await untilStored()
        messages = 0
        bytes = 0
        await hub.turns.next(hasTurn)
        hasTurn = true
    }

    private var isStoreLate: Bool { changed.contains(where: \.isSavingLate) }
    private var waitsForStore: Bool { unstored >= Self.little && isStoreLate }

    private mutating func untilStored() async {
        defer { changed.removeAll(keepingCapacity: true) }
        guard isStoreLate else { return unstored = 0 }
        guard waitsForStore else { return }
        unstored = 0
        // Where nothing can be stored, a home goes on all the same, but not at full speed.
        guard hub.isSavingHealthy else { return await hub.pause(hub.limits.saveDelay) }
        try? await hub.save()
    }
}

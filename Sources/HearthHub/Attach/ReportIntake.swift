internal import HearthHomeState

/// Takes the messages of one provider into the registrar. Reports that arrive together, up to a limit, are sent to
/// watches together. A provider that has more waits for its turn, so that other work runs in between. While the store is
/// far behind, providers that have sent much wait for it.
struct ReportIntake: ~Copyable {
    /// The messages and bytes that are taken in one turn.
    private static let together = (messages: 64, bytes: 256 << 10)
    /// Smaller limits for providers that have not waited for a turn, since many may arrive at once.
    private static let unasked = (messages: 32, bytes: 64 << 10)
    /// Bytes since the store last kept up, below which a provider does not wait for it. So a device's answer to a
    /// command gets through, regardless of other providers' load.
    private static let little = 16 << 10

    private let registrar: DeviceRegistrar
    private var messages = 0
    private var bytes = 0
    /// Bytes that were taken since the store last kept up.
    private var unstored = 0
    private var hasTurn = false
    private var changedCells: [StructureCell] = []
    /// The structures whose reports have to be saved.
    private var changed: [StructureCell] = []

    init(_ registrar: DeviceRegistrar) { self.registrar = registrar }

    /// Whether another message may be taken now.
    var hasRoom: Bool {
        let most = hasTurn ? Self.together : Self.unasked
        return messages < most.messages && bytes < most.bytes
    }

    /// Counts a message.
    mutating func take(bytes count: Int) {
        messages += 1
        bytes += count
        unstored += count
    }

    /// Notes that a structure has changed without notifying its watches.
    mutating func changed(_ cell: StructureCell) {
        if !changedCells.contains(where: { $0 === cell }) { changedCells.append(cell) }
        if !changed.contains(where: { $0 === cell }) { changed.append(cell) }
    }

    /// Notifies watches of the changes so far.
    mutating func notifyWatches() {
        for cell in changedCells { cell.notifyWatches() }
        changedCells.removeAll(keepingCapacity: true)
    }

    /// Notifies watches and ends the turn, before a wait for something else.
    mutating func rest() {
        notifyWatches()
        if hasTurn { registrar.providers.turns.end() }
        hasTurn = false
    }

    /// Notifies watches when no more messages are here, then waits while the store is too far behind.
    mutating func pause() async {
        rest()
        await untilStored()
        messages = 0
        bytes = 0
    }

    /// Notifies watches, waits while the store is too far behind, then waits for a turn.
    mutating func next() async {
        notifyWatches()
        if waitsForStore { rest() }
        await untilStored()
        messages = 0
        bytes = 0
        await registrar.providers.turns.next(hasTurn)
        hasTurn = true
    }

    private var isStoreLate: Bool { changed.contains(where: \.isSavingLate) }
    private var waitsForStore: Bool { unstored >= Self.little && isStoreLate }

    private mutating func untilStored() async {
        defer { changed.removeAll(keepingCapacity: true) }
        guard isStoreLate else { return unstored = 0 }
        guard waitsForStore else { return }
        unstored = 0
        // A home keeps working when nothing can be stored, but not at full speed.
        guard registrar.saver.isSavingHealthy else { return await registrar.pause(registrar.limits.saveDelay) }
        try? await registrar.saver.save()
    }
}

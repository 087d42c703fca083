internal import HearthBase
internal import HearthTraitCore
internal import Synchronization

/// A structure's state and those who follow it. Changes are strictly one after the other; nothing waits while one is
/// made, and what it leads to is sent afterwards.
final class StructureCell: Sendable {
    private struct Content {
        var state: StructureState
        var subscriptions: [Subscription] = []
        /// Reports that nobody is told of before they are saved: an edit, one of ``HubLimits/savedFirst``, and all after it.
        var held = ReportQueue()
        /// Reports that are not saved yet.
        var unsavedReports = ReportQueue()
        /// Traits whose values are not saved yet.
        var unsaved: Set<TraitPath> = []
        /// Memories that are not saved yet.
        var unsavedMemories: Set<MemoryKey> = []
        /// Events after this one are not saved yet.
        var savedEvent: UInt64
        var isProgressUnsaved = false
    }

    let id: String
    private let content: Mutex<Content>
    private let limits: HubLimits

    init(_ state: StructureState, limits: HubLimits = HubLimits()) {
        id = state.id
        self.limits = limits
        content = Mutex(Content(state: state, savedEvent: state.eventNumber))
    }

    /// Looks at the state. Keep only what you need of it: while a copy of all lives, a change copies what it touches.
    func read<R>(_ body: (StructureState) throws -> sending R) rethrows -> sending R {
        try content.withLock { try body($0.state) }
    }

    /// Makes one change and tells all who follow.
    ///
    /// - Parameter savedFirst: whether to tell them only when it is saved, as of traits in ``HubLimits/savedFirst``.
    @discardableResult
    func change(savedFirst: Bool = false, _ body: (inout StructureState) -> ReportRecord?) -> ReportRecord? {
        let (record, deliveries) = content.withLock { content -> (ReportRecord?, Deliveries) in
            var deliveries = Deliveries()
            guard let record = body(&content.state) else { return (nil, deliveries) }
            content.isProgressUnsaved = true
            for change in record.states where !change.attributes.isEmpty { content.unsaved.insert(change.path) }
            if !record.isTick { keep(record, in: &content) }
            if savedFirst && mayHold(content) || isHeld(record, content) {
                content.held.append(record)
                return (record, deliveries)
            }
            while let held = content.held.popFirst() { tell(held, content, &deliveries) }
            tell(record, content, &deliveries)
            return (record, deliveries)
        }
        deliveries.send()
        return record
    }

    private func tell(_ record: ReportRecord, _ content: Content, _ deliveries: inout Deliveries) {
        let change = OfferedRecord(record)
        for subscription in content.subscriptions { deliveries.offer(change, to: subscription) }
    }

    /// Too many, while the disk is full or slow, are forgotten: then nobody resumes from before them.
    private func keep(_ record: ReportRecord, in content: inout Content) {
        content.unsavedReports.append(record)
        if content.unsavedReports.bytes > limits.unsavedReportBytes { content.unsavedReports.removeAll() }
    }

    // MARK: Saved first

    /// A slow disk does not stop a home for long, and of a structure that was removed nothing is saved.
    private func mayHold(_ content: Content) -> Bool {
        content.held.bytes <= limits.queuedReportBytes && !content.state.isRemoved
    }

    private func isHeld(_ record: ReportRecord, _ content: Content) -> Bool {
        guard mayHold(content) else { return false }
        return !content.held.isEmpty
            || record.states.contains { limits.savedFirst.contains($0.path.traitID) && !$0.attributes.isEmpty }
            || record.events.contains { limits.savedFirst.contains($0.path.traitID) }
    }

    /// Whether saving should not wait: reports are told when it is done, or too many are not saved.
    var isSavingUrgent: Bool {
        content.withLock { !$0.held.isEmpty || $0.unsavedReports.bytes > limits.unsavedReportBytes / 4 }
    }

    /// Whether something up to a sequence is held, which a kill could undo.
    func isHeld(through sequence: UInt64) -> Bool {
        content.withLock { content in content.held.first.map { $0.position.sequence <= sequence } ?? false }
    }

    /// Tells what was held up to a sequence.
    func release(through sequence: UInt64) {
        let deliveries = content.withLock { content -> Deliveries in
            var deliveries = Deliveries()
            while let first = content.held.first, first.position.sequence <= sequence {
                _ = content.held.popFirst()
                tell(first, content, &deliveries)
            }
            return deliveries
        }
        deliveries.send()
    }

    /// Adds a follower, unless it is one: `body` tells it where it begins. Sending is the caller's.
    ///
    /// - Parameter isHoldingAllowed: whether it may see what is held, which a kill could undo.
    /// - Returns: false if it may not, and something is held: save, and try again.
    @discardableResult
    func add(
        _ subscription: Subscription, isHoldingAllowed: Bool = true,
        _ body: (inout SubscriptionMachine, StructureState) -> Void
    ) -> Bool {
        let isAdded = content.withLock { content in
            guard isHoldingAllowed || content.held.isEmpty else { return false }
            let isNew = subscription.joined(self)
            subscription.withMachine { body(&$0, content.state) }
            if isNew { content.subscriptions.append(subscription) }
            return true
        }
        // Its call may have ended while it was being added.
        if subscription.isOver { remove(subscription) }
        return isAdded
    }

    func remove(_ subscription: Subscription) {
        content.withLock { content in content.subscriptions.removeAll { $0 === subscription } }
    }

    /// Keeps something for a device's provider.
    ///
    /// - Returns: whether it is to be saved.
    func remember(_ key: MemoryKey, _ value: [UInt8]) -> Bool {
        content.withLock { content in
            guard content.state.remember(key.deviceID, key: key.key, value) else { return false }
            content.unsavedMemories.insert(key)
            content.isProgressUnsaved = true
            return true
        }
    }

    /// Whether something that a device's provider had the hub remember is not saved yet.
    func hasUnsavedMemories(of deviceID: String) -> Bool {
        content.withLock { content in content.unsavedMemories.contains { $0.deviceID == deviceID } }
    }

    /// What a device's provider has the hub remember.
    struct MemoryKey: Hashable, Sendable {
        let deviceID: String
        let key: String
    }

    /// What is to be saved of a structure.
    struct Unsaved: Sendable {
        let traits: [(path: TraitPath, record: DeviceTrait)]
        /// Empty values are to be forgotten.
        let memories: [(key: MemoryKey, value: [UInt8])]
        let events: [EventChange]
        /// In ascending order of sequence.
        let reports: [ReportRecord]
        let position: StructurePosition
        let eventNumber: UInt64
        /// The last event that was saved before.
        let savedEvent: UInt64
        /// The oldest event that is kept; those before it are to be forgotten.
        let firstEvent: UInt64?
    }

    /// What is to be saved, taken out: give it back with ``markUnsaved(_:)`` when that fails.
    func takeUnsaved() -> Unsaved? {
        content.withLock { content in
            guard content.isProgressUnsaved, !content.state.isRemoved else { return nil }
            content.isProgressUnsaved = false
            let paths = content.unsaved
            content.unsaved = []
            let keys = content.unsavedMemories
            content.unsavedMemories = []
            let memories = keys.map { key in
                (key: key, value: content.state.devices[key.deviceID]?.memories[key.key] ?? [])
            }
            let traits = paths.compactMap { path -> (path: TraitPath, record: DeviceTrait)? in
                let key = TraitKey(endpoint: path.target.endpoint, traitID: path.traitID)
                return content.state.devices[path.target.deviceID]?.traits[key].map { (path, $0) }
            }
            let savedEvent = content.savedEvent
            content.savedEvent = content.state.eventNumber
            let reports = content.unsavedReports.records
            content.unsavedReports.removeAll()
            return Unsaved(
                traits: traits, memories: memories, events: content.state.eventLog.events(after: savedEvent),
                reports: reports, position: content.state.position, eventNumber: content.state.eventNumber,
                savedEvent: savedEvent,
                firstEvent: content.state.eventLog.firstNumber)
        }
    }

    /// Saving failed: it is to be done again.
    func markUnsaved(_ unsaved: Unsaved) {
        content.withLock { content in
            content.unsaved.formUnion(unsaved.traits.map(\.path))
            content.unsavedMemories.formUnion(unsaved.memories.map(\.key))
            content.savedEvent = min(content.savedEvent, unsaved.savedEvent)
            let newer = content.unsavedReports.records
            content.unsavedReports.removeAll()
            for record in unsaved.reports + newer { keep(record, in: &content) }
            content.isProgressUnsaved = true
        }
    }
}

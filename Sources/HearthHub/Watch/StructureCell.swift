internal import HearthAutomation
internal import HearthBase
internal import HearthTraitCore
internal import HearthWire
internal import Synchronization

/// A structure's state and those who follow it. Changes are strictly one after the other; nothing waits while one is
/// made, and what it leads to is sent afterwards.
final class StructureCell: Sendable {
    private struct Content {
        var state: StructureState
        var followers = Followers()
        var changes: LastChanges
        /// What missed changes came to, for the next who missed the same.
        var shared: MissedChanges.Shared?
        var rounds = SumRounds()
        /// Reports that are to be told next, with those that come in the same moment.
        var untold: [ReportRecord] = []
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
        /// nil before the hub has handed in what they need.
        var automations: StructureAutomations?
        /// Whether an edit has told them of what its own report will show.
        var isEditingAutomations = false
    }

    let id: String
    /// Changes that a provider reports at once and that reach each watch one by one; with more, watches get their sum.
    private static let mostSingle = 32
    /// The same with many watches: messages that are sent one by one before anything else gets its turn.
    private static let mostSingleMessages = 1_000
    /// So many sums are made without others coming in between.
    private static let gatheredTogether = 64
    private let content: Mutex<Content>
    private let limits: HubLimits
    private let clock: any HomeClock
    /// Carries out what automations want, once the step is over in which they wanted it.
    private struct Performer: Sendable {
        // Not the closure itself in the mutex: it would be wrapped once more, for ever, each time that it is looked at.
        let perform: @Sendable (AutomationMachine.Actions, Duration?) -> Void
    }
    private let performer = Mutex<Performer?>(nil)

    init(_ state: StructureState, limits: HubLimits, clock: any HomeClock) {
        id = state.id
        self.clock = clock
        self.limits = limits
        content = Mutex(
            Content(
                state: state, changes: LastChanges(position: state.position, capacity: limits.dirtyPaths),
                savedEvent: state.eventNumber))
    }

    /// Looks at the state. Keep only what you need of it: while a copy of all lives, a change copies what it touches.
    func read<R>(_ body: (StructureState) throws -> sending R) rethrows -> sending R {
        try content.withLock { try body($0.state) }
    }

    /// Looks at what was last sent to devices, or changes it.
    func commands<R>(_ body: (inout RecentCommands) -> sending R) -> sending R {
        content.withLock { body(&$0.state.commands) }
    }

    /// Divides what a device reports by its origin.
    func parts(of change: DeviceChange, at time: Duration) -> [StructureState.ReportedPart] {
        content.withLock { $0.state.parts(of: change, at: time) }
    }

    /// Makes one change and tells all who follow.
    ///
    /// - Parameters:
    ///   - savedFirst: whether to tell them only when it is saved, as of traits in ``HubLimits/savedFirst``.
    ///   - toldLater: whether the caller has more changes, and calls ``tell()`` after them.
    @discardableResult
    func change(
        savedFirst: Bool = false, toldLater: Bool = false, _ body: (inout StructureState) -> ReportRecord?
    ) -> ReportRecord? {
        var (single, wantsActions) = (0, false)
        let (record, deliveries) = content.withLock { content -> (ReportRecord?, Deliveries?) in
            if savedFirst { content.isEditingAutomations = false }
            guard let record = body(&content.state) else {
                let isShown = showAutomations(&content)
                wantsActions = content.automations?.wantsActions == true
                return (nil, isShown ? tellNext(&content, &single) : nil)
            }
            content.isProgressUnsaved = true
            content.automations?.changed(record, content.state)
            wantsActions = content.automations?.wantsActions == true
            for change in record.states where !change.attributes.isEmpty { content.unsaved.insert(change.path) }
            queue(record, savedFirst: savedFirst, &content)
            showAutomations(&content)
            return (record, toldLater || !content.held.isEmpty ? nil : tellNext(&content, &single))
        }
        deliveries?.send()
        if single > 0 { tell(&single) }
        if wantsActions { performActions() }
        return record
    }

    private func queue(_ record: ReportRecord, savedFirst: Bool = false, _ content: inout Content) {
        if !record.isTick { keep(record, in: &content) }
        if savedFirst && mayHold(content) || isHeld(record, content) {
            content.held.append(record)
            return
        }
        while let held = content.held.popFirst() { content.untold.append(held) }
        content.untold.append(record)
    }

    /// Tells of the changes that were to be told later: one after the other, as a watch sends a change at once that sends
    /// none, or all as their sum.
    func tell() {
        var single = 0
        tell(&single)
    }

    private func tell(_ single: inout Int) {
        while let deliveries = content.withLock({ tellNext(&$0, &single) }) { deliveries.send() }
    }

    /// Whether changes are told as their sum, which is made and encoded for all together: many, of which nobody waits for
    /// one, as whoever asked for something does.
    private func isSummed(_ records: [ReportRecord], for watches: Int) -> Bool {
        let mostSingle = max(1, min(Self.mostSingle, Self.mostSingleMessages / max(1, watches)))
        guard records.count > mostSingle, records.reduce(0, { $0 + $1.size }) <= limits.reportBytes else {
            return false
        }
        return records.allSatisfy { record in
            (record.cause == .device || record.cause == .hub) && record.objects.allSatisfy(\.isAutomation)
        }
    }

    /// - Parameter single: how many are told one by one before a sum is thought of again.
    /// - Returns: nil when all is told.
    private func tellNext(_ content: inout Content, _ single: inout Int) -> Deliveries? {
        var deliveries = Deliveries()
        if single == 0, isSummed(content.untold, for: content.followers.count) {
            for index in content.followers.places.indices {
                let place = content.followers.places[index]
                guard let subscription = place.subscription, place.turn == nil else { continue }
                let isBehind = deliveries.leaveBehind(subscription, in: id)
                content.followers.note(at: index, isBehind: isBehind, turn: content.changes.turn)
            }
            let records = content.untold
            content.untold.removeAll()
            for record in records { tell(record, &content, &deliveries) }
            return deliveries
        }
        guard !content.untold.isEmpty else { return nil }
        if single == 0 { single = content.untold.count }
        single -= 1
        tell(content.untold.removeFirst(), &content, &deliveries)
        return deliveries
    }

    private func tell(_ record: ReportRecord, _ content: inout Content, _ deliveries: inout Deliveries) {
        let change = OfferedRecord(record)
        let mayRegrant = !record.objects.isEmpty
        for index in content.followers.places.indices {
            if mayRegrant { regrant(index, after: record, &content, &deliveries) }
            let place = content.followers.places[index]
            // A lagging watch gets only changes of objects; attributes follow in its catch-up report.
            guard let subscription = place.subscription, place.turn == nil || !record.objects.isEmpty else { continue }
            guard let isBehind = deliveries.offer(change, to: subscription) else { continue }
            content.followers.note(at: index, isBehind: isBehind, turn: content.changes.turn)
        }
        content.changes.take(record, isKept: content.followers.countBehind > 0)
    }

    /// Has a watch follow what its caller may see.
    private func regrant(
        _ index: Int, after record: ReportRecord?, _ content: inout Content, _ deliveries: inout Deliveries
    ) {
        guard let subscription = content.followers.places[index].subscription, subscription.viewer != nil,
            let isBehind = deliveries.regrant(subscription, content.state, after: record)
        else { return }
        content.followers.note(at: index, isBehind: isBehind, turn: content.changes.turn)
    }

    /// Time has passed: grants hold that did not, or do no longer.
    func regrant() {
        let deliveries = content.withLock { content in
            var deliveries = Deliveries()
            for index in content.followers.places.indices { regrant(index, after: nil, &content, &deliveries) }
            return deliveries
        }
        deliveries.send()
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

    /// Whether saving should not wait: reports are told when it is done, automations go on, or too many are not saved.
    var isSavingUrgent: Bool {
        content.withLock { content in
            !content.held.isEmpty || content.unsavedReports.bytes > limits.unsavedReportBytes / 4
                || content.automations?.isSavingUrgent == true
        }
    }

    /// Whether half of what may wait to be saved does: with more than may, reports are left out of the log.
    var isSavingLate: Bool { content.withLock { $0.unsavedReports.bytes > limits.unsavedReportBytes / 2 } }

    /// Whether something up to a sequence is held, which a kill could undo.
    func isHeld(through sequence: UInt64) -> Bool {
        content.withLock { content in content.held.first.map { $0.position.sequence <= sequence } ?? false }
    }

    /// Tells what was held up to a sequence.
    func release(through sequence: UInt64) {
        content.withLock { content in
            while let first = content.held.first, first.position.sequence <= sequence {
                _ = content.held.popFirst()
                content.untold.append(first)
            }
        }
        tell()
    }

    // MARK: Automations

    /// Hands in what automations need.
    ///
    /// - Parameter perform: carries out what they want; given how long from now they want to be told of the time.
    func beginAutomations(
        _ surroundings: StructureAutomations.Surroundings,
        perform: @escaping @Sendable (AutomationMachine.Actions, Duration?) -> Void
    ) {
        performer.withLock { $0 = Performer(perform: perform) }
        content.withLock { $0.automations = StructureAutomations(structureID: id, surroundings) }
    }

    /// Shows automations as they were stored, before anybody follows.
    func load(_ automations: [Hearth_V1_Automation]) {
        content.withLock { $0.state.load(automations) }
    }

    /// Tells the automations something, or asks them, at the present position; then what they want is carried out.
    func automations<R>(
        _ body: (inout StructureAutomations, StructureState) throws -> sending R
    ) rethrows -> sending R? {
        var isShown = false
        defer {
            if isShown { tell() }
            performActions()
        }
        return try content.withLock { content in
            defer { isShown = showAutomations(&content) }
            guard var automations = content.automations.take() else { return nil }
            defer { content.automations = automations }
            return try body(&automations, content.state)
        }
    }

    /// As ``automations(_:)`` in an edit, whose own report comes right behind it.
    func editAutomations(_ body: (inout StructureAutomations, StructureState) -> Void) {
        content.withLock { content in
            guard var automations = content.automations.take() else { return }
            body(&automations, content.state)
            content.automations = automations
            content.isEditingAutomations = true
        }
    }

    /// Shows automations as they are now, right behind what has changed them: a kill undoes both or neither (AU-09).
    ///
    /// - Returns: whether there is something to tell.
    @discardableResult
    private func showAutomations(_ content: inout Content) -> Bool {
        guard !content.isEditingAutomations, !content.state.isRemoved,
            let messages = content.automations?.takeUnshown(content.state), !messages.isEmpty,
            let record = content.state.put(messages, .hub, at: clock.sinceEpoch)
        else { return false }
        content.isProgressUnsaved = true
        queue(record, &content)
        return content.held.isEmpty
    }

    private func performActions() {
        let wanted = content.withLock { content in
            content.automations?.takeActions().map { ($0, content.automations?.untilNextWake()) }
        }
        guard let (actions, wake) = wanted else { return }
        performer.withLock { $0 }?.perform(actions, wake)
    }

    // MARK: Followers

    /// Adds a follower, unless it is one: `body` tells it where it begins. Sending is the caller's.
    ///
    /// - Parameter isHoldingAllowed: whether it may see what is held, which a kill could undo.
    /// - Returns: false if it may not, and something is held: save, and try again.
    @discardableResult
    func add(
        _ subscription: Subscription, isHoldingAllowed: Bool = true,
        _ body: (inout SubscriptionMachine, StructureState, inout MissedChanges) -> Void
    ) -> Bool {
        let (isAdded, index) = content.withLock { content -> (Bool, Int?) in
            guard isHoldingAllowed || content.held.isEmpty else { return (false, nil) }
            guard let index = subscription.place(in: self) ?? join(subscription, &content) else { return (true, nil) }
            follow(subscription, at: index, &content, body)
            return (true, index)
        }
        // Its call may have ended while it was being added.
        if subscription.isOver, let index { remove(subscription, at: index) }
        return isAdded
    }

    private func join(_ subscription: Subscription, _ content: inout Content) -> Int? {
        let index = content.followers.add(subscription)
        guard !subscription.joined(self, at: index) else { return index }
        content.followers.remove(subscription, at: index)
        return nil
    }

    /// Tells a follower something of the structure, with what it missed.
    func update(
        _ subscription: Subscription, at index: Int,
        _ body: (inout SubscriptionMachine, StructureState, inout MissedChanges) -> Void
    ) {
        content.withLock { content in
            guard content.followers.has(subscription, at: index) else { return }
            follow(subscription, at: index, &content, body)
        }
    }

    /// Has a follower that is behind get what it missed.
    ///
    /// - Returns: false if it gets that with others, a moment later.
    func gather(_ subscription: Subscription, at index: Int) -> Bool {
        let (isDone, delay) = content.withLock { content -> (Bool, Duration?) in
            guard content.followers.has(subscription, at: index) else { return (true, nil) }
            let now = clock.now
            // Of what one watches who watches a trait there is little.
            guard !subscription.isOfHome || content.rounds.isDue(now) else {
                subscription.withMachine { $0.waitForRound(of: id) }
                return (false, content.rounds.wait(subscription, at: index, now))
            }
            gather(subscription, at: index, &content, now)
            return (true, nil)
        }
        if let delay { _ = clock.schedule(after: delay) { [weak self] in self?.gatherRound() } }
        return isDone
    }

    private func gatherRound() {
        // Some at a time: others want the structure as well.
        var round = content.withLock { $0.rounds.take() }[...]
        while !round.isEmpty {
            let some = round.prefix(Self.gatheredTogether)
            round = round.dropFirst(some.count)
            content.withLock { content in
                let now = clock.now
                for (subscription, index) in some where content.followers.has(subscription, at: index) {
                    gather(subscription, at: index, &content, now)
                }
            }
            for (subscription, _) in some { subscription.gathered(id) }
        }
    }

    private func gather(_ subscription: Subscription, at index: Int, _ content: inout Content, _ now: Duration) {
        var bytes = 0
        follow(subscription, at: index, &content) { machine, state, missed in
            machine.gather(state, &missed)
            bytes = missed.bytes
        }
        content.rounds.count(bytes, now)
    }

    private func follow(
        _ subscription: Subscription, at index: Int, _ content: inout Content,
        _ body: (inout SubscriptionMachine, StructureState, inout MissedChanges) -> Void
    ) {
        let present = content.changes.turn
        var missed = MissedChanges(
            last: content.changes, turn: content.followers.places[index].turn ?? present, shared: content.shared)
        let isBehind = subscription.withMachine { machine in
            body(&machine, content.state, &missed)
            return machine.isBehind(in: id)
        }
        content.shared = missed.shared
        content.followers.note(at: index, isBehind: isBehind, turn: present)
        if content.followers.countBehind == 0 { forgetChanges(&content) }
    }

    func remove(_ subscription: Subscription, at index: Int) {
        content.withLock { content in
            content.followers.remove(subscription, at: index)
            if content.followers.countBehind == 0 { forgetChanges(&content) }
        }
    }

    private func forgetChanges(_ content: inout Content) {
        content.changes.forget()
        content.shared = nil
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
        /// What automations began, did and remember, up to ``position`` (AU-72).
        let automations: AutomationRows?
    }

    /// What is to be saved, taken out: give it back with ``markUnsaved(_:)`` when that fails.
    func takeUnsaved() -> Unsaved? {
        content.withLock { content in
            guard content.isProgressUnsaved || content.automations?.hasUnsaved == true, !content.state.isRemoved else {
                return nil
            }
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
                savedEvent: savedEvent, firstEvent: content.state.eventLog.firstNumber,
                automations: content.automations?.takeUnsaved())
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
            if let rows = unsaved.automations { content.automations?.notSaved(rows) }
            content.isProgressUnsaved = true
        }
    }
}

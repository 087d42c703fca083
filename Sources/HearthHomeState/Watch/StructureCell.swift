package import HearthAutomation
internal import HearthBase
package import HearthTraitCore
package import HearthWire
internal import Synchronization

/// A structure's state and its watches. Changes are made one at a time under a lock, without waiting; the messages that
/// follow are sent after it is released.
///
/// `content` guards the state, the watches, the reports that are held, unsent or unsaved, and the automations. The
/// locks of subscriptions and their shares, views, snapshots, records and living runs may be taken under it, and never
/// another structure's. `performer` guards the function that carries out automations' actions, which is called without
/// any lock.
package final class StructureCell: Sendable {
    private struct Content {
        var state: StructureState
        var followers = Followers()
        var changes: LastChanges
        /// The last catch-up report, for the next watch that missed the same.
        var shared: MissedChanges.Shared?
        var rounds = CatchUpRounds()
        /// Reports that watches are notified of next, collected so that they can be coalesced.
        var outgoing: [ReportRecord] = []
        /// Reports that watches get only once they are saved: an edit, one of ``HubLimits/savedFirst``, and all after
        /// it.
        var held = ReportQueue()
        /// How many reports were not held until they were saved, because held ones exceeded their limit.
        var releasedEarly = 0
        /// How many of them watches got since the last ``takeReleasedEarly()``.
        var receivedEarly = 0
        /// Lagging watches whose catch-up report waits until watches are notified of every change, as its present
        /// values must not be newer than its position.
        var delayed: [(subscription: Subscription, index: Int)] = []
        /// How often held reports were released while they waited.
        var delays = 0
        /// Watches whose replay has reached a report that watches were not notified of. ``continueReplays()`` continues
        /// them.
        var waitingReplays: [Subscription] = []
        /// Reports that are not saved yet.
        var unsavedReports = ReportQueue()
        /// Traits whose values are not saved yet.
        var unsaved: Set<TraitPath> = []
        /// Memories that are not saved yet.
        var unsavedMemories: Set<MemoryKey> = []
        /// Events after this one are not saved yet.
        var savedEvent: UInt64
        var isProgressUnsaved = false
        /// The stored log has all reports up to this sequence that it will ever have.
        var storedSequence: UInt64
        /// nil until ``beginAutomations(_:perform:)``.
        var automations: StructureAutomations?
        /// Whether an edit has changed the automations, which its own report will show.
        var isEditingAutomations = false
    }

    package let id: String
    /// The IDs of the households in which it counts (``SharedPool``): its own, or those of the structures that its creator
    /// owned then.
    package let households: Set<String>
    /// The most changes reported at once by a provider that reach each watch one by one; more are coalesced.
    private static let mostSingle = 32
    /// The same limit for many watches: messages that are sent one by one before anything else runs.
    private static let mostSingleMessages = 1_000
    /// The most releases of held reports for which a catch-up report waits. After that its watch starts over, so that a
    /// lock in constant use does not hold it up.
    private static let mostDelays = 16
    /// Catch-up reports that are made before the lock is released for others.
    private static let gatheredTogether = 64
    private let content: Mutex<Content>
    private let limits: HubLimits
    private let clock: any HomeClock
    /// Carries out the actions that automations request in a step, once the step is over.
    private struct Performer: Sendable {
        // A struct, as a closure in the mutex would be wrapped once more, for ever, each time that it is read.
        let perform: @Sendable (AutomationMachine.Actions, Duration?) -> Void
    }
    private let performer = Mutex<Performer?>(nil)

    package init(_ state: StructureState, limits: HubLimits, clock: any HomeClock) {
        id = state.id
        households = state.households
        self.clock = clock
        self.limits = limits
        content = Mutex(
            Content(
                state: state, changes: LastChanges(position: state.position, capacity: limits.dirtyPaths),
                savedEvent: state.eventNumber, storedSequence: state.sequence))
    }

    /// Reads the state. Keep only what you need of it: while a copy of the whole lives, each change copies what it
    /// touches.
    package func read<R>(_ body: (StructureState) throws -> sending R) rethrows -> sending R {
        try content.withLock { try body($0.state) }
    }

    /// Reads or changes the record of commands that were last sent to devices.
    package func commands<R>(_ body: (inout RecentCommands) -> sending R) -> sending R {
        content.withLock { body(&$0.state.commands) }
    }

    /// Splits a device's report by origin.
    package func parts(of change: DeviceChange, at time: Duration) -> [StructureState.ReportedPart] {
        content.withLock { $0.state.parts(of: change, at: time) }
    }

    /// Makes one change and notifies the watches.
    ///
    /// - Parameters:
    ///   - savedFirst: whether to notify them only once it is saved, as for traits in ``HubLimits/savedFirst``.
    ///   - notifiesLater: whether the caller has more changes, and calls ``notifyWatches()`` after them.
    @discardableResult
    package func change(
        savedFirst: Bool = false, notifiesLater: Bool = false, _ body: (inout StructureState) -> ReportRecord?
    ) -> ReportRecord? {
        var (single, wantsActions, mayGather, areReplaysWaiting) = (0, false, false, false)
        let (record, deliveries) = content.withLock { content -> (ReportRecord?, Deliveries?) in
            defer {
                // Asked first, as a copy of the content is much.
                mayGather = !content.delayed.isEmpty && mayGatherDelayed(content)
                areReplaysWaiting = !content.waitingReplays.isEmpty
            }
            if savedFirst { content.isEditingAutomations = false }
            guard let record = body(&content.state) else {
                let isShown = showAutomations(&content)
                wantsActions = content.automations?.wantsActions == true
                return (nil, isShown ? notifyNext(&content, &single) : nil)
            }
            content.isProgressUnsaved = true
            content.automations?.changed(record, content.state)
            wantsActions = content.automations?.wantsActions == true
            for change in record.states where !change.attributes.isEmpty { content.unsaved.insert(change.path) }
            queue(record, savedFirst: savedFirst, &content)
            showAutomations(&content)
            return (record, notifiesLater || !content.held.isEmpty ? nil : notifyNext(&content, &single))
        }
        deliveries?.send()
        if single > 0 { notifyWatches(&single) } else if areReplaysWaiting, deliveries != nil { continueReplays() }
        if mayGather { gatherDelayed() }
        if wantsActions { performActions() }
        return record
    }

    private func queue(_ record: ReportRecord, savedFirst: Bool = false, _ content: inout Content) {
        if !record.isTick { keep(record, in: &content) }
        let isSavedFirst = savedFirst || isSavedFirst(record)
        if isSavedFirst || !content.held.isEmpty, mayHold(content) {
            content.held.append(record)
            return
        }
        while let held = content.held.popFirst() {
            content.outgoing.append(held)
            countEarlyRelease(&content)
        }
        if isSavedFirst { countEarlyRelease(&content) }
        content.outgoing.append(record)
    }

    private func countEarlyRelease(_ content: inout Content) {
        guard !content.state.isRemoved else { return }
        content.releasedEarly += 1
        if content.followers.count > 0 { content.receivedEarly += 1 }
    }

    /// Notifies watches of the changes that were left for later, one by one or coalesced.
    package func notifyWatches() {
        var single = 0
        notifyWatches(&single)
    }

    private func notifyWatches(_ single: inout Int) {
        while let deliveries = content.withLock({ notifyNext(&$0, &single) }) { deliveries.send() }
        continueReplays()
        gatherDelayed()
    }

    /// Whether to coalesce these records into one report, which is encoded once for all. Records caused by a client are
    /// never coalesced, because that client waits for its own.
    private func isCoalesced(_ records: [ReportRecord], for watches: Int) -> Bool {
        let mostSingle = max(1, min(Self.mostSingle, Self.mostSingleMessages / max(1, watches)))
        guard records.count > mostSingle, records.reduce(0, { $0 + $1.size }) <= limits.reportBytes else {
            return false
        }
        return records.allSatisfy { record in
            (record.cause == .device || record.cause == .hub)
                && record.objects.allSatisfy { $0.key.kind == .automation }
        }
    }

    /// - Parameter single: how many records to send one by one before coalescing is considered again.
    /// - Returns: nil if there is nothing left to send.
    private func notifyNext(_ content: inout Content, _ single: inout Int) -> Deliveries? {
        var deliveries = Deliveries()
        if single == 0, isCoalesced(content.outgoing, for: content.followers.count) {
            for index in content.followers.places.indices {
                let place = content.followers.places[index]
                guard let subscription = place.subscription, place.counter == nil else { continue }
                let isLagging = deliveries.makeLag(subscription, in: id)
                content.followers.note(at: index, isLagging: isLagging, counter: content.changes.counter)
            }
            let records = content.outgoing
            content.outgoing.removeAll()
            for record in records { notify(record, &content, &deliveries) }
            return deliveries
        }
        guard !content.outgoing.isEmpty else { return nil }
        if single == 0 { single = content.outgoing.count }
        single -= 1
        notify(content.outgoing.removeFirst(), &content, &deliveries)
        return deliveries
    }

    private func notify(_ record: ReportRecord, _ content: inout Content, _ deliveries: inout Deliveries) {
        let change = OfferedRecord(record)
        let mayRegrant = !record.objects.isEmpty
        for index in content.followers.places.indices {
            if mayRegrant { regrant(index, after: record, &content, &deliveries) }
            let place = content.followers.places[index]
            // A lagging watch gets only changes of objects; attributes follow in its catch-up report.
            guard let subscription = place.subscription, place.counter == nil || !record.objects.isEmpty else {
                continue
            }
            guard let isLagging = deliveries.offer(change, to: subscription) else { continue }
            content.followers.note(at: index, isLagging: isLagging, counter: content.changes.counter)
            if content.state.isRemoved { subscription.count(in: self) }
        }
        content.changes.take(record, isKept: content.followers.laggingCount > 0)
    }

    /// Adapts a watch to what its caller may see.
    private func regrant(
        _ index: Int, after record: ReportRecord?, _ content: inout Content, _ deliveries: inout Deliveries
    ) {
        guard let subscription = content.followers.places[index].subscription, subscription.viewer != nil,
            let isLagging = deliveries.regrant(subscription, content.state, after: record)
        else { return }
        subscription.count(in: self)
        content.followers.note(at: index, isLagging: isLagging, counter: content.changes.counter)
    }

    /// Adapts all watches after time has passed, as grants may have begun or ended.
    package func regrant() {
        let deliveries = content.withLock { content in
            var deliveries = Deliveries()
            for index in content.followers.places.indices { regrant(index, after: nil, &content, &deliveries) }
            return deliveries
        }
        deliveries.send()
    }

    /// Keeps a report until it is saved. Drops the unsaved reports once they exceed ``HubLimits/unsavedReportBytes``,
    /// because the disk is full or slow; clients can then not resume from before them.
    private func keep(_ record: ReportRecord, in content: inout Content) {
        content.unsavedReports.append(record)
        if content.unsavedReports.bytes > limits.unsavedReportBytes { content.unsavedReports.removeAll() }
    }

    // MARK: Saved first

    /// Whether reports may wait to be saved: a slow disk does not stop a home for long, and a removed structure is not
    /// saved.
    private func mayHold(_ content: Content) -> Bool {
        content.held.bytes <= limits.queuedReportBytes && !content.state.isRemoved
    }

    private func isSavedFirst(_ record: ReportRecord) -> Bool {
        record.states.contains { limits.savedFirst.contains($0.path.traitID) && !$0.attributes.isEmpty }
            || record.events.contains { limits.savedFirst.contains($0.path.traitID) }
    }

    /// Whether to save at once, because reports or automations wait for it, or too much is unsaved.
    package var isSavingUrgent: Bool {
        content.withLock { content in
            !content.held.isEmpty || content.unsavedReports.bytes > limits.unsavedReportBytes / 4
                || content.automations?.isSavingUrgent == true
        }
    }

    /// Whether unsaved reports exceed half of their limit, beyond which they are left out of the log.
    package var isSavingLate: Bool { content.withLock { $0.unsavedReports.bytes > limits.unsavedReportBytes / 2 } }

    /// Whether reports up to a sequence are held, which a crash could undo.
    package func isHeld(through sequence: UInt64) -> Bool {
        content.withLock { content in content.held.first.map { $0.position.sequence <= sequence } ?? false }
    }

    /// How many reports were not held until they were saved, because too many changes came during a save: a crash could
    /// undo them.
    package var releasedEarly: Int { content.withLock { $0.releasedEarly } }

    /// Takes the number of such reports that watches got since the last call.
    package func takeReleasedEarly() -> Int {
        content.withLock { content in
            defer { content.receivedEarly = 0 }
            return content.receivedEarly
        }
    }

    /// Notifies watches of the reports that were held up to a sequence.
    package func release(through sequence: UInt64) {
        content.withLock { content in
            if !content.delayed.isEmpty { content.delays += 1 }
            while let first = content.held.first, first.position.sequence <= sequence {
                _ = content.held.popFirst()
                content.outgoing.append(first)
            }
        }
        notifyWatches()
    }

    // MARK: The stored log

    /// Notes that the reports up to a sequence are stored. Without a watch they leave memory: a client that resumes gets
    /// them from the stored log, and most homes have no client most of the time.
    package func stored(through sequence: UInt64) {
        content.withLock { content in
            content.storedSequence = sequence
            forgetStoredReports(&content)
        }
    }

    private func forgetStoredReports(_ content: inout Content) {
        guard content.followers.count == 0 else { return }
        content.state.forgetReports(through: content.storedSequence)
    }

    /// Keeps reports that were read from the stored log, for further clients that resume from there. The watch for which
    /// they were read may have ended since; without a watch nothing would drop them again.
    ///
    /// - Parameter forgotten: ``StructureState/forgottenReports`` before they were read.
    package func recall(_ records: [ReportRecord], forgotten: UInt64) {
        content.withLock { content in
            guard content.followers.count > 0 else { return }
            content.state.recall(records, forgotten)
        }
    }

    // MARK: Automations

    /// Sets up the structure's automations.
    ///
    /// - Parameter perform: carries out their actions; also gets the time until their next wake-up.
    package func beginAutomations(
        _ environment: StructureAutomations.Environment,
        perform: @escaping @Sendable (AutomationMachine.Actions, Duration?) -> Void
    ) {
        performer.withLock { $0 = Performer(perform: perform) }
        content.withLock { $0.automations = StructureAutomations(structureID: id, households: households, environment) }
    }

    /// Loads stored automations into the state, before there are watches.
    package func load(_ automations: [Hearth_V1_Automation]) {
        content.withLock { $0.state.load(automations) }
    }

    /// Reads or changes the automations at the present position, then carries out their actions.
    package func automations<R>(
        _ body: (inout StructureAutomations, StructureState) throws -> sending R
    ) rethrows -> sending R? {
        var isShown = false
        defer {
            if isShown { notifyWatches() }
            performActions()
        }
        return try content.withLock { content in
            defer { isShown = showAutomations(&content) }
            guard var automations = content.automations.take() else { return nil }
            defer { content.automations = automations }
            return try body(&automations, content.state)
        }
    }

    /// Changes the automations in an edit, whose own report follows at once.
    package func editAutomations(_ body: (inout StructureAutomations, StructureState) -> Void) {
        content.withLock { content in
            guard var automations = content.automations.take() else { return }
            body(&automations, content.state)
            content.automations = automations
            content.isEditingAutomations = true
        }
    }

    /// Reports changed automations right after the change that caused it, so that a crash undoes both or neither.
    ///
    /// - Returns: whether there is something to send.
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

    /// Adds a watch, unless it is there already; `body` sets where it begins. The caller has to send.
    ///
    /// - Parameter isHoldingAllowed: whether it may see held changes, which a crash could undo.
    /// - Returns: false if it may not, and changes are held: save, and try again.
    @discardableResult
    package func add(
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

    /// Updates a watch with the state of the structure and the changes that it missed.
    func update(
        _ subscription: Subscription, at index: Int,
        _ body: (inout SubscriptionMachine, StructureState, inout MissedChanges) -> Void
    ) {
        content.withLock { content in
            guard content.followers.has(subscription, at: index) else { return }
            follow(subscription, at: index, &content, body)
        }
    }

    /// Gives a lagging watch its catch-up report.
    ///
    /// - Returns: false if it gets the report with others, in the next round.
    func gather(_ subscription: Subscription, at index: Int) -> Bool {
        let (isDone, delay) = content.withLock { content -> (Bool, Duration?) in
            guard content.followers.has(subscription, at: index) else { return (true, nil) }
            guard areWatchesNotified(content) else {
                subscription.withMachine { $0.waitForRound(of: id) }
                content.delayed.append((subscription, index))
                return (false, nil)
            }
            let now = clock.now
            // A watch of one trait has little to catch up on.
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

    /// Continues a watch's replay of the log, which waits before reports that may be held.
    ///
    /// - Returns: the sequence after which the stored log has to be read; nil if that is not needed.
    func readLog(for subscription: Subscription, at index: Int) -> UInt64? {
        content.withLock { content in
            guard content.followers.has(subscription, at: index) else { return nil }
            var replay = SubscriptionMachine.Replay.continues
            follow(subscription, at: index, &content) { machine, state, missed in
                replay = machine.readLog(state, notified: missed.notifiedSequence)
            }
            switch replay {
            case .continues: return nil
            case .reads(let sequence): return sequence
            case .waits:
                content.waitingReplays.append(subscription)
                return nil
            }
        }
    }

    /// Whether watches were notified of every change.
    private func areWatchesNotified(_ content: Content) -> Bool { content.held.isEmpty && content.outgoing.isEmpty }

    private func mayGatherDelayed(_ content: Content) -> Bool {
        !content.delayed.isEmpty && (areWatchesNotified(content) || isDelayedTooOften(content.delays, content))
    }

    /// Whether catch-up reports have waited too long, so that their watches start over. A removed structure has no
    /// snapshot, and holds no reports for long.
    private func isDelayedTooOften(_ delays: Int, _ content: Content) -> Bool {
        delays > Self.mostDelays && !content.state.isRemoved
    }

    /// Continues the replays that wait before reports that watches were not notified of.
    private func continueReplays() {
        let replays = content.withLock { content in
            defer { content.waitingReplays = [] }
            return content.waitingReplays
        }
        for subscription in replays { subscription.continueReplay(of: id) }
    }

    /// Makes the catch-up reports that waited until watches were notified of every change.
    private func gatherDelayed() {
        typealias Delayed = [(subscription: Subscription, index: Int)]
        let (delayed, delays, delay) = content.withLock { content -> (Delayed, Int, Duration?) in
            guard mayGatherDelayed(content) else { return ([], 0, nil) }
            let (delayed, delays) = (content.delayed, content.delays)
            (content.delayed, content.delays) = ([], 0)
            let now = clock.now
            guard delays <= Self.mostDelays, !content.rounds.isDue(now) else { return (delayed, delays, nil) }
            // Many watches wait for the same save, so their reports would hold up the hub.
            var delay: Duration?
            for (subscription, index) in delayed where content.followers.has(subscription, at: index) {
                if let first = content.rounds.wait(subscription, at: index, now) { delay = first }
            }
            return ([], 0, delay)
        }
        if let delay { _ = clock.schedule(after: delay) { [weak self] in self?.gatherRound() } }
        if !delayed.isEmpty { gather(delayed, after: delays) }
    }

    private func gatherRound() { gather(content.withLock { $0.rounds.take() }) }

    /// Makes the catch-up reports of watches.
    ///
    /// - Parameter delays: how often held reports were released while the watches waited.
    private func gather(_ round: [(subscription: Subscription, index: Int)], after delays: Int = 0) {
        // In batches, so that others can lock the structure in between.
        var round = round[...]
        while !round.isEmpty {
            let some = round.prefix(Self.gatheredTogether)
            round = round.dropFirst(some.count)
            let areDelayed = content.withLock { content -> Bool in
                guard areWatchesNotified(content) || isDelayedTooOften(delays, content) else {
                    content.delayed += some.filter { content.followers.has($0.subscription, at: $0.index) }
                    content.delays = max(content.delays, delays)
                    return true
                }
                let now = clock.now
                for (subscription, index) in some where content.followers.has(subscription, at: index) {
                    gather(subscription, at: index, &content, now)
                }
                return false
            }
            if areDelayed { continue }
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
        let present = content.changes.counter
        var missed = MissedChanges(
            last: content.changes, counter: content.followers.places[index].counter ?? present, shared: content.shared)
        let isLagging = subscription.withMachine { machine in
            body(&machine, content.state, &missed)
            return machine.isLagging(in: id)
        }
        content.shared = missed.shared
        content.followers.note(at: index, isLagging: isLagging, counter: present)
        if content.followers.laggingCount == 0 { forgetChanges(&content) }
    }

    func remove(_ subscription: Subscription, at index: Int) {
        content.withLock { content in
            content.followers.remove(subscription, at: index)
            content.delayed.removeAll { $0.subscription === subscription }
            content.waitingReplays.removeAll { $0 === subscription }
            if content.delayed.isEmpty { content.delays = 0 }
            if content.followers.laggingCount == 0 { forgetChanges(&content) }
            forgetStoredReports(&content)
        }
    }

    private func forgetChanges(_ content: inout Content) {
        content.changes.forget()
        content.shared = nil
    }

    /// Stores a memory for a device's provider.
    ///
    /// - Returns: whether it is to be saved.
    package func remember(_ key: MemoryKey, _ value: [UInt8]) -> Bool {
        content.withLock { content in
            guard content.state.remember(key.deviceID, key: key.key, value) else { return false }
            content.unsavedMemories.insert(key)
            content.isProgressUnsaved = true
            return true
        }
    }

    /// Whether memories of a device are not saved yet.
    package func hasUnsavedMemories(of deviceID: String) -> Bool {
        content.withLock { content in content.unsavedMemories.contains { $0.deviceID == deviceID } }
    }

    /// The key of a memory, which a device's provider stores in the hub.
    package struct MemoryKey: Hashable, Sendable {
        package let deviceID: String
        package let key: String

        package init(deviceID: String, key: String) {
            self.deviceID = deviceID
            self.key = key
        }
    }

    /// The unsaved data of a structure.
    package struct Unsaved: Sendable {
        package let traits: [(path: TraitPath, record: DeviceTrait)]
        /// An empty value removes the memory.
        package let memories: [(key: MemoryKey, value: [UInt8])]
        package let events: [EventChange]
        /// In ascending order of sequence.
        package let reports: [ReportRecord]
        package let position: StructurePosition
        package let eventNumber: UInt64
        /// The last event that was saved before.
        package let savedEvent: UInt64
        /// The oldest event that is kept; earlier ones are removed.
        package let firstEvent: UInt64?
        /// The runs and memories of automations, up to ``position``.
        package let automations: AutomationRows?
    }

    /// Takes the unsaved data. Give it back with ``markUnsaved(_:)`` if saving fails.
    package func takeUnsaved() -> Unsaved? {
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

    /// Puts back data that could not be saved.
    package func markUnsaved(_ unsaved: Unsaved) {
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

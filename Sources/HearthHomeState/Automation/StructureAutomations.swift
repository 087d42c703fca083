package import HearthAutomation
internal import HearthBase
internal import HearthCalendar
package import HearthTraitCore
package import HearthWire

/// The automations of a structure: the saved records, and the machine that runs them. It changes together with the
/// structure's state, so that starters are evaluated at the position of the change.
package struct StructureAutomations: Sendable {
    /// Services and limits of the hub.
    package struct Environment: Sendable {
        let traits: TraitTable
        let clock: any HomeClock
        let limits: HubLimits
        let livingRuns: LivingRuns

        package init(traits: TraitTable, clock: any HomeClock, limits: HubLimits, livingRuns: LivingRuns) {
            self.traits = traits
            self.clock = clock
            self.limits = limits
            self.livingRuns = livingRuns
        }
    }

    private var machine: AutomationMachine
    package private(set) var records = AutomationRecords()
    /// The issues of each automation, by id.
    private(set) var verdicts: [String: AutomationVerdict] = [:]
    /// Automations that name an attribute which its device has not reported.
    private var lacking: Set<String> = []
    /// Actions that are not carried out yet.
    private(set) var actions = AutomationMachine.Actions()
    private var needsSaving = false
    /// Automations that may have changed for clients.
    var unshown: Set<String> = []
    /// The automations that name an object, by its id.
    private var naming = AutomationDependents()
    private var outages = Outages()
    private var placements = DevicePlacements()
    /// When the structure's clock was last stored, by the monotonic clock.
    private var lastMark: Duration?
    /// The time for which ``timePassed(_:)`` was last requested, by the monotonic clock.
    private var askedWake: Duration?
    /// Whether it is needed sooner, which may be the only effect of a change.
    private var wantsWake = false
    private var place: (structure: StructurePlace, schedule: SchedulePlace)?
    private let environment: Environment
    private let livingRuns: LivingRuns.Share

    /// - Parameter households: the IDs of the structure's households.
    init(structureID: String, households: Set<String>, _ environment: Environment) {
        machine = AutomationMachine(
            structureID: structureID, households: households, limits: environment.limits.machine)
        livingRuns = LivingRuns.Share(environment.livingRuns, households)
        self.environment = environment
        machine.begin(at: moment)
    }

    private var moment: AutomationMoment {
        AutomationMoment(now: environment.clock.now, sinceEpoch: environment.clock.sinceEpoch)
    }

    private mutating func home(_ state: StructureState) -> AutomatedStructure {
        let known = place.flatMap { $0.structure == state.place ? $0.schedule : nil }
        let schedule = known ?? SchedulePlace(state.place)
        place = (state.place, schedule)
        machine.pool = environment.livingRuns.pool
        return AutomatedStructure(
            state: state, place: schedule, time: environment.clock.sinceEpoch, traits: environment.traits,
            records: records)
    }

    private mutating func add(_ new: AutomationMachine.Actions) {
        livingRuns.set(machine.holdings)
        actions.sends += new.sends
        actions.ended += new.ended
        actions.changed.formUnion(new.changed)
        unshown.formUnion(new.changed)
        actions.add(outcomes: new)
        if new.clockWait != nil || new.endsClockWait {
            (actions.clockWait, actions.endsClockWait) = (new.clockWait, new.endsClockWait)
        }
        if let next = machine.nextWake(at: moment), askedWake.map({ next < $0 }) ?? true { wantsWake = true }
        if new.needsSaving { needsSaving = true }
    }

    /// Takes the actions to carry out.
    mutating func takeActions() -> AutomationMachine.Actions? {
        guard wantsActions else { return nil }
        defer { actions = AutomationMachine.Actions() }
        actions.needsSaving = isSavingUrgent
        return actions
    }

    // Asked for each change of the structure. Mutating, as an optional is copied to be read, and this is much to copy.

    /// Whether there is something to carry out.
    var wantsActions: Bool {
        mutating get {
            !actions.sends.isEmpty || !actions.changed.isEmpty || actions.endsClockWait || isSavingUrgent || wantsWake
        }
    }

    /// Whether the machine waits for a save.
    var isSavingUrgent: Bool {
        mutating get { needsSaving && hasUnsaved }
    }

    /// The time until ``timePassed(_:)`` is due; nil for never.
    package mutating func untilNextWake() -> Duration? {
        let moment = moment
        wantsWake = false
        let wakes = [
            machine.nextWake(at: moment), records.all.isEmpty ? nil : (lastMark ?? moment.now) + Self.markSpan,
        ]
        askedWake = wakes.compactMap { $0 }.min()
        return askedWake.map { max(.zero, $0 - moment.now) }
    }

    /// How often the clock is stored while the hub is up. After a crash, the time that it was down is known with this
    /// precision.
    private static let markSpan: Duration = .seconds(300)

    /// Whether to store the structure's clock now, as a sign that the hub is up.
    package mutating func takeMark() -> Bool {
        let now = moment.now
        guard !records.all.isEmpty else { return false }
        guard let lastMark, now < lastMark + Self.markSpan else {
            defer { self.lastMark = now }
            return lastMark != nil
        }
        return false
    }

    package func record(_ id: String) -> AutomationRecord? { records[id] }

    // MARK: Events

    /// Notifies the automations of a change of the structure.
    mutating func changed(_ record: ReportRecord, _ state: StructureState) {
        let online = record.connectivity
        let foundAfter = online.isEmpty ? nil : outages.note(online, at: moment.sinceEpoch)
        for case .removedDeviceID(let id) in record.objects { outages.forget(id) }
        guard !records.all.isEmpty else { return }
        if !record.objects.isEmpty { judge(after: record, state) }
        if !lacking.isEmpty { judgeLacking(after: record, state) }
        let isConcerned =
            record.states.contains { machine.isConcerned(by: $0.path) }
            || record.events.contains { machine.isConcerned(by: $0.path) }
        guard isConcerned else { return }
        let change = HomeChange(
            epoch: record.position.epoch, sequence: record.position.sequence,
            cause: AutomationCause(record.cause) { machine.run($0)?.chain },
            attributes: record.states.filter { !$0.attributes.fields.isEmpty }.map {
                .init($0.path, $0.attributes, isFirst: $0.isFirst)
            },
            events: record.events.map {
                .init($0.path, eventID: $0.event.id, number: $0.number, fields: $0.fields)
            },
            connectivity: Set(online.keys), foundAfter: foundAfter)
        add(machine.changed(change, home: home(state), at: moment))
    }

    package mutating func timePassed(_ state: StructureState) { add(machine.timePassed(home: home(state), at: moment)) }

    /// Passes on the outcome of an action.
    package mutating func answered(_ request: ActionRequest, _ outcome: ActionOutcome, _ state: StructureState) {
        add(
            machine.answered(
                runID: request.runID, nodeID: request.nodeID, attempt: request.attempt, part: request.part, outcome,
                home: home(state), at: moment))
    }

    // MARK: Editing

    /// Checks an automation that is to be saved.
    package mutating func verdict(on automation: Automation, _ state: StructureState) -> AutomationVerdict {
        GraphCheck.verdict(on: automation, in: home(state), at: moment, limits: environment.limits.graphs)
    }

    package mutating func put(_ record: AutomationRecord, _ state: StructureState) {
        let id = record.automation.id
        let verdict = verdict(on: record.automation, state)
        set(verdict, of: id)
        records.put(record)
        naming.put(record.automation)
        add(machine.edited(record.automation, isValid: verdict.mayRun, home: home(state), at: moment))
        judge(naming.automations(naming: [id]), state)
    }

    package mutating func remove(_ id: String, _ state: StructureState) {
        records.remove(id)
        set(nil, of: id)
        naming.remove(id)
        add(machine.deleted(id, home: home(state), at: moment))
        judge(naming.automations(naming: [id]), state)
    }

    /// Re-checks the automations that a change may have made valid or invalid: those that name a changed object.
    private mutating func judge(after record: ReportRecord, _ state: StructureState) {
        let isMoved = place.map { $0.structure != state.place } ?? true
        var named: Set<String> = isMoved ? [state.id] : []
        var ids: Set<String> = []
        var mayHaveMovedDevices = false
        for object in record.objects {
            switch object {
            case .person(let person):
                if let author = state.person(person.id)?.identity { ids.formUnion(naming.automations(savedBy: author)) }
                continue
            case .removedPersonID:
                ids.formUnion(naming.authors.filter { state.member($0) == nil }.flatMap(naming.automations(savedBy:)))
                continue
            case .structure, .removedStructureID, .automation, .removedAutomationID, .appData: continue
            case .device(let device): mayHaveMovedDevices = placements.note(device) || mayHaveMovedDevices
            case .removedDeviceID(let id):
                placements.forget(id)
                mayHaveMovedDevices = true
            case .room, .zone, .serviceGroup, .removedRoomID, .removedZoneID, .removedServiceGroupID: break
            }
            named.insert(object.key.id)
        }
        if mayHaveMovedDevices { ids.formUnion(naming.withGroups) }
        judge(ids.union(naming.automations(naming: named)), state)
        if isMoved { add(machine.moved(home: home(state), at: moment)) }
    }

    /// Whether an author's rights depend on the time.
    package func hasTimedAuthors(_ state: StructureState) -> Bool {
        naming.authors.contains { state.member($0)?.grant?.isTimed == true }
    }

    /// Re-checks the automations of authors who have become guests, after their hours may have begun or ended.
    package mutating func hoursPassed(_ state: StructureState) {
        let authors = naming.authors.filter { state.member($0)?.grant?.isTimed == true }
        judge(authors.reduce(into: []) { $0.formUnion(naming.automations(savedBy: $1)) }, state)
    }

    /// Re-checks automations that name an attribute which a device may have reported for the first time.
    private mutating func judgeLacking(after record: ReportRecord, _ state: StructureState) {
        let devices = Set(record.states.map(\.path.target.deviceID))
        let reported = Set(record.states.flatMap(\.attributes.fields.keys))
        judge(
            naming.automations(naming: devices).intersection(lacking).filter { id in
                verdicts[id]?.unsupportedAttributes.isDisjoint(with: reported) == false
            }, state)
    }

    private mutating func set(_ verdict: AutomationVerdict?, of id: String) {
        verdicts[id] = verdict
        if verdict?.unsupportedAttributes.isEmpty == false { lacking.insert(id) } else { lacking.remove(id) }
    }

    private mutating func judge(_ ids: Set<String>, _ state: StructureState) {
        guard !ids.isEmpty else { return }
        for id in ids.sorted() {
            guard let record = records[id] else { continue }
            let verdict = verdict(on: record.automation, state)
            if verdict.issues != verdicts[id]?.issues { unshown.insert(id) }
            set(verdict, of: id)
            add(machine.judged(id, isValid: verdict.mayRun))
        }
    }

    // MARK: Running

    /// Runs an automation by hand.
    ///
    /// - Returns: the run; nil if it may not begin.
    package mutating func execute(_ id: String, key: String, _ cause: AutomationCause, _ state: StructureState)
        -> UInt64?
    {
        var actions = AutomationMachine.Actions()
        let run = machine.execute(id, key: key, cause: cause, home: home(state), at: moment, &actions)
        add(actions)
        return run
    }

    /// - Returns: how many runs were ended.
    package mutating func stop(_ id: String, by name: String, _ state: StructureState) -> Int {
        let count = machine.livingRuns(of: id)
        add(machine.stop(id, by: name, home: home(state), at: moment))
        return count
    }

    package func automations(waitingFor event: HomeChange.Event, of cause: AutomationCause) -> [String] {
        machine.automations(waitingFor: event, of: cause)
    }

    package func isRunWaiting(forEventsOf path: TraitPath) -> Bool { machine.isRunWaiting(forEventsOf: path) }

    /// The limit that a further run of an automation would exceed; nil for none.
    func shortage(of id: String) -> PoolRefusal? { machine.shortage(of: id) }

    package func memory(of id: String) -> AutomationMemory? { machine.memory(of: id) }
    package func runs(of id: String) -> [AutomationRun] { machine.runs(of: id) }
    package func isActive(_ id: String) -> Bool { machine.isActive(id) }
    /// The runs that ended since the hub's start, by outcome.
    package var endedRuns: [RunOutcome: UInt64] { machine.endedRuns }
    /// The runs that have not ended.
    package var openRuns: Int { records.all.reduce(0) { $0 + machine.livingRuns(of: $1.automation.id) } }
    func isRunning(_ id: String) -> Bool { machine.isRunning(id) }
    func isManuallyExecutable(_ id: String) -> Bool { machine.isManuallyExecutable(id) }

    /// Why an automation's time starters do not fire now, and the present time; nil if they do.
    func clockWait(of id: String) -> (wait: ClockWait, now: Duration)? {
        let moment = moment
        return machine.clockWait(of: id, at: moment).map { ($0, moment.sinceEpoch) }
    }

    // MARK: Storing

    package var hasUnsaved: Bool { machine.hasUnsaved }

    mutating func takeUnsaved() -> AutomationRows? {
        needsSaving = false
        return machine.takeUnsaved()
    }

    package mutating func saved(_ rows: AutomationRows) { add(machine.saved(rows.mark)) }
    mutating func notSaved(_ rows: AutomationRows) {
        // Saving is retried with everything else that could not be saved.
        _ = machine.notSaved(rows)
    }

    /// The stored automations of a structure.
    package struct Stored {
        package var automations: [(record: AutomationRecord, memory: AutomationMemory)] = []
        /// The runs that had not ended.
        package var runs: [AutomationRun] = []
        /// The programs of earlier revisions that these runs use.
        package var graphs: [(automationID: String, revision: UInt64, graph: AutomationGraph)] = []
        /// The highest number that a run has had.
        var lastRun: UInt64 = 0
        /// Whether all of it is from a restored backup.
        var isFromBackup = false

        package init(lastRun: UInt64, isFromBackup: Bool) {
            self.lastRun = lastRun
            self.isFromBackup = isFromBackup
        }
    }

    /// Loads stored automations.
    ///
    /// - Parameters:
    ///   - settling: how long unfinished runs wait for providers to attach.
    ///   - latest: the latest time since 1970 in the store.
    /// - Returns: all automations, as clients see them.
    package mutating func load(
        _ stored: Stored, settling: Duration, latest: Duration, _ state: StructureState
    ) -> [Hearth_V1_Automation] {
        records = AutomationRecords(stored.automations.map(\.record))
        for record in records.all { naming.put(record.automation) }
        outages.begin(for: state.devices.lazy.map(\.id), since: latest)
        var automations: [(automation: Automation, isValid: Bool, memory: AutomationMemory)] = []
        for (record, memory) in stored.automations {
            let verdict = verdict(on: record.automation, state)
            set(verdict, of: record.automation.id)
            automations.append((record.automation, verdict.mayRun, memory))
        }
        add(
            machine.restored(
                automations: automations, runs: stored.runs, graphs: stored.graphs, nextRunID: stored.lastRun &+ 1,
                settling: settling, latest: latest, isFromBackup: stored.isFromBackup, home: home(state), at: moment))
        unshown = []
        return records.all.map { message(of: $0, state) }
    }
}

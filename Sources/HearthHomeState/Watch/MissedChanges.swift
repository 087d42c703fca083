internal import HearthBase
internal import HearthTraitCore

/// The changes of one structure that a lagging watch lacks: everything after a value of the change counter.
package struct MissedChanges: Sendable {
    /// The catch-up report that they make for a view.
    enum CatchUp: Sendable {
        case nothing
        case report(ReportRecord)
        /// More than is known, or than fits a message: the watch needs a new snapshot.
        case tooMuch
    }

    /// The watch that they are for, by all that shapes its report.
    struct Recipient: Hashable, Sendable {
        let view: WatchView
        /// The position up to which it then has everything.
        let position: StructurePosition
        /// Devices that came into its view, which it gets whole.
        var entering: Set<String> = []
        /// Devices that left its view, whose new description or removal it gets.
        var leaving: Set<String> = []
        /// A cause whose changes it does not get; nil for none.
        var own: ChangeCause?
    }

    /// The report made for one watch, for others that missed the same changes.
    struct Shared: Sendable {
        fileprivate let counters: Range<UInt64>
        fileprivate let version: UInt64
        fileprivate let recipient: Recipient
        fileprivate let report: CatchUp
    }

    let last: LastChanges
    let counter: UInt64
    var shared: Shared?
    /// The memory in bytes of the report that was made.
    private(set) var bytes = 0

    init(last: LastChanges, counter: UInt64, shared: Shared? = nil) {
        self.last = last
        self.counter = counter
        self.shared = shared
    }

    var hasEvents: Bool { last.hasEvents(after: counter) }

    /// The sequence of the last report that watches were notified of.
    package var notifiedSequence: UInt64 { last.position.sequence }

    /// The catch-up report of all missed changes, with the present values.
    mutating func catchUp(from state: StructureState, for recipient: Recipient, limits: WatchLimits) -> CatchUp {
        let counters = counter..<max(counter, last.counter)
        let report: CatchUp
        if let shared, shared.counters == counters, shared.version == state.version, shared.recipient == recipient {
            report = shared.report
        } else {
            report = made(from: state, for: recipient, limits)
            shared = Shared(counters: counters, version: state.version, recipient: recipient, report: report)
        }
        switch report {
        case .nothing: break
        case .report(let record): bytes = record.size
        // A snapshot is shared with others, so only one part of it counts.
        case .tooMuch: bytes = limits.snapshotBytes
        }
        return report
    }

    /// The report for a removed structure, which has nothing but the removal.
    func removal(of state: StructureState) -> ReportRecord {
        let structure = ObjectKey(.structure, state.id)
        return ReportRecord(
            position: state.position,
            cause: last.entries(after: counter).first { $0.subject == .object(structure) }?.change.cause(
                after: counter),
            observedAt: last.observedAt, objects: [ObjectChange(removing: structure)])
    }

    private func made(from state: StructureState, for recipient: Recipient, _ limits: WatchLimits) -> CatchUp {
        guard last.knows(after: counter), recipient.entering.count <= limits.dirtyPaths else { return .tooMuch }
        var parts = Parts(state: state, recipient: recipient)
        for entry in last.entries(after: counter) { parts.add(entry, after: counter) }
        for id in recipient.entering { parts.add(whole: id) }
        guard !parts.isEmpty else { return .nothing }
        let record = ReportRecord(
            position: recipient.position, cause: parts.cause, observedAt: parts.observedAt,
            states: parts.states.reversed(), objects: parts.objects)
        return record.size <= limits.reportBytes ? .report(record) : .tooMuch
    }

    /// The contents of a catch-up report.
    private struct Parts {
        let state: StructureState
        let recipient: Recipient
        var states: [TraitChange] = []
        var observedAt: Duration = .zero
        /// The objects, each with the number of those added before it. The last change is added first.
        private var keys: [ObjectKey: Int] = [:]
        /// The common cause of all changes; nil if there are several.
        private(set) var cause: ChangeCause?
        private var isFirst = true

        init(state: StructureState, recipient: Recipient) {
            self.state = state
            self.recipient = recipient
        }

        var isEmpty: Bool { states.isEmpty && keys.isEmpty }

        private var view: WatchView { recipient.view }

        mutating func add(_ entry: LastChanges.Entry, after counter: UInt64) {
            let own = recipient.own
            switch entry.subject {
            case .trait(let path):
                guard view.passes(path), !recipient.entering.contains(path.target.deviceID) else { return }
                let missed = entry.attributes.filter { $0.value.isMissed(after: counter, except: own) }
                let connectivity = entry.connectivity.flatMap { $0.isMissed(after: counter, except: own) ? $0 : nil }
                guard add(path, only: Set(missed.keys), connectivity: connectivity != nil) else { return }
                for change in missed.values { note(change.cause(after: counter)) }
                if let connectivity { note(connectivity.cause(after: counter)) }
            case .object(let key):
                let isMissed = entry.change.isMissed(after: counter, except: own) && view.mayShow(key)
                guard view.showsObjects, isMissed || key.kind == .device && recipient.leaving.contains(key.id) else {
                    return
                }
                insert(key)
                note(entry.change.cause(after: counter))
            }
            observedAt = max(observedAt, entry.observedAt)
        }

        private mutating func insert(_ key: ObjectKey) {
            if keys[key] == nil { keys[key] = keys.count }
        }

        private mutating func note(_ cause: ChangeCause?) {
            self.cause = isFirst || self.cause == cause ? cause : nil
            isFirst = false
        }

        /// Adds all of a device. The record with the structure's own traits is not a device to clients.
        mutating func add(whole id: String) {
            guard id != state.id, view.passes(device: id) else { return }
            insert(ObjectKey(.device, id))
            guard let device = state.devices[id] else { return }
            for (key, trait) in device.orderedTraits {
                let path = TraitPath(device.target(key.endpoint), key.traitID)
                guard view.passes(path), add(path, only: nil, connectivity: true) else { continue }
                observedAt = max(observedAt, trait.observedAt)
            }
        }

        /// - Returns: whether anything was added.
        private mutating func add(_ path: TraitPath, only ids: Set<UInt32>?, connectivity: Bool) -> Bool {
            let key = TraitKey(endpoint: path.target.endpoint, traitID: path.traitID)
            guard let device = state.devices[path.target.deviceID], let record = device.traits[key] else {
                return false
            }
            let fields =
                if let ids { record.attributes.fields.filter { ids.contains($0.key) } } else {
                    record.attributes.fields
                }
            let attributes = StructureValue(fields)
            guard connectivity || !view.visible(attributes, of: path.traitID).isEmpty else { return false }
            states.append(
                TraitChange(
                    path: path, descriptor: record.descriptor, attributes: attributes,
                    connectivity: connectivity ? device.connectivity : nil))
            return true
        }

        /// In an order that clients can apply.
        var objects: [ObjectChange] {
            let known = Dictionary(grouping: keys.keys, by: \.kind)
            return ObjectKey.Kind.allCases.flatMap { kind in
                (known[kind] ?? []).sorted(by: isBefore).map { state.present($0) }
            }
        }

        /// Whether an object is reported before another of its kind: app data by time, others by id.
        private func isBefore(_ one: ObjectKey, _ other: ObjectKey) -> Bool {
            one.kind == .appData ? keys[one, default: 0] > keys[other, default: 0] : one.id < other.id
        }
    }
}

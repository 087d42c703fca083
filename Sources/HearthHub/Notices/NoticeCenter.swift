internal import HearthBase
internal import HearthHomeState
internal import HearthTraitCore
internal import HearthWire
internal import Synchronization

/// Messages from the home to its people.
///
/// Its lock guards the list of observers, which are called without it.
final class NoticeCenter: Sendable {
    private let clock: any HomeClock
    private let observers = Mutex<[@Sendable (HubNotice) -> Void]>([])

    init(clock: any HomeClock) { self.clock = clock }

    /// Registers a closure that is called with each notice once it is in its structure's list.
    func observe(_ body: @escaping @Sendable (HubNotice) -> Void) { observers.withLock { $0.append(body) } }

    /// Carries out a command of a structure's Notices.
    ///
    /// - Parameter change: changes the structure.
    func invoke(
        _ invocation: CommandInvocation, in cell: StructureCell,
        _ change: ((inout StructureState) -> ReportRecord?) -> Void
    ) throws(TraitError) {
        let (arguments, cause, time) = (invocation.arguments, invocation.cause, clock.sinceEpoch)
        switch invocation.command.id {
        case HubTraits.Notices.notify:
            let notice = try notice(arguments, cause, in: cell)
            change { $0.notify(notice, cause, at: time) }
        case HubTraits.Notices.dismiss:
            var ids: Set<UInt64>?
            if case .list(let values)? = arguments[0] {
                ids = Set(values.compactMap { if case .unsigned(let id) = $0 { id } else { nil } })
            }
            change { [ids] in $0.dismissNotices(ids, cause, at: time) }
        default: throw TraitError(.unsupportedCommand, "there is no command \(invocation.command.id) of Notices")
        }
    }

    private func notice(
        _ arguments: StructureValue, _ cause: ChangeCause, in cell: StructureCell
    ) throws(TraitError) -> Notice {
        func text(_ field: UInt32) -> String { if case .string(let text)? = arguments[field] { text } else { "" } }
        var notice = Notice(title: text(0), text: text(1), urgency: 0)
        if case .unsigned(let urgency)? = arguments[2] { notice.urgency = urgency }
        if case .automation(let id, _) = cause { notice.automationID = id }
        guard case .list(let wanted)? = arguments[3], !wanted.isEmpty else { return notice }
        let words = wanted.compactMap { if case .string(let word) = $0 { word } else { nil } }
        let keys = Set(words.map { NameRules.key($0) })
        // Recipients who have left the home are skipped, so that the others get the notice.
        notice.recipients = cell.read { state in
            state.people.filter { words.contains($0.id) || keys.contains(NameRules.key($0.name)) }.map(\.id)
        }
        guard !notice.recipients.isEmpty else {
            throw TraitError(
                .constraintError,
                "none of the recipients is one of the structure's people; give their IDs or names, or none for everybody"
            )
        }
        return notice
    }

    /// Notifies observers of the notices that a report adds.
    func notifyObservers(of record: ReportRecord, in cell: StructureCell) {
        let events = record.events.filter { $0.path.traitID == HubTraits.Notices.id }
        guard !events.isEmpty else { return }
        let observers = observers.withLock { $0 }
        guard !observers.isEmpty else { return }
        for event in events {
            guard case .structure(let fields)? = event.fields[0] else { continue }
            let notice = cell.read { HubNotice(fields, in: $0) }
            for observer in observers { observer(notice) }
        }
    }
}

extension HubNotice {
    fileprivate init(_ fields: StructureValue, in state: StructureState) {
        func text(_ field: UInt32) -> String { if case .string(let text)? = fields[field] { text } else { "" } }
        func number(_ field: UInt32) -> UInt64 { if case .unsigned(let number)? = fields[field] { number } else { 0 } }
        func id(_ field: UInt32) -> String? { if case .string(let id)? = fields[field] { id } else { nil } }
        var recipients: [String] = []
        if case .list(let ids)? = fields[Notice.Field.recipients] {
            recipients = state.people.filter { ids.contains(.string($0.id)) }.map(\.name)
        }
        let (device, automation) = (id(Notice.Field.deviceID), id(Notice.Field.automationID))
        let subject =
            device.flatMap { state.device($0)?.name } ?? automation.flatMap { state.automations[$0]?.message.name }
            ?? id(Notice.Field.personID).flatMap { state.person($0)?.name } ?? ""
        self.init(
            structureID: state.id, structureName: state.name, id: number(Notice.Field.noticeID),
            title: text(Notice.Field.title), text: text(Notice.Field.text), urgency: number(Notice.Field.urgency),
            recipients: recipients, kind: number(Notice.Field.kind), deviceID: device, automationID: automation,
            subject: subject)
    }
}

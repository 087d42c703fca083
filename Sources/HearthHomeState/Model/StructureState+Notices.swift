internal import HearthBase
package import HearthTraitCore

// The structure's Notices: a list that everybody's apps show, and an event for each that is added.
extension StructureState {
    /// The most notices in the list. The oldest are removed first, but alarms last.
    private static let mostNotices = 50
    /// The most memory in bytes for them. The oldest are removed first, but alarms last.
    private static let mostNoticeBytes = 32 << 10
    /// An equal alarm of the same device within this time adds no further notice, since sensors flicker.
    private static let alarmPause: Duration = .seconds(300)

    private var listedNotices: [TraitValue]? {
        guard
            case .list(let notices)? =
                devices[id]?.traits[HubTraits.key(HubTraits.Notices.id)]?.attributes[HubTraits.Notices.list]
        else { return nil }
        return notices
    }

    /// Adds notices to the list, with an event for each, and removes those of conditions that have ended.
    ///
    /// - Returns: the states and events to add to the report; empty for a structure without the trait.
    mutating func raise(
        _ notices: [Notice], ending conditions: Set<NoticeCondition> = [], at time: Duration
    ) -> (states: [TraitChange], events: [EventChange]) {
        guard !notices.isEmpty || !conditions.isEmpty, var list = listedNotices, let own = devices[id] else {
            return ([], [])
        }
        let count = list.count
        if !conditions.isEmpty { list.removeAll { NoticeCondition(of: $0).map(conditions.contains) ?? false } }
        let hasEnded = list.count < count
        var events: [EventChange] = []
        for notice in notices where !isRepeated(notice, in: list, at: time) {
            // The event's own number, which is unique in the structure.
            let value = TraitValue.structure(notice.value(number: eventNumber &+ 1, at: time))
            let occurrence = DeviceChange.EventOccurrence(
                endpoint: 0, traitID: HubTraits.Notices.id, eventID: HubTraits.Notices.raised, fields: [0: value])
            guard let event = event(of: own, occurrence, at: time) else { continue }
            events.append(event)
            list.append(value)
        }
        guard !events.isEmpty || hasEnded else { return ([], []) }
        while list.count > Self.mostNotices
            || list.count > 1 && StructureValue([0: .list(list)]).memorySize > Self.mostNoticeBytes
        {
            // Messages never push out an alarm.
            list.remove(at: list.firstIndex { !Self.isAlarm($0) } ?? 0)
        }
        return (self.own(HubTraits.Notices.id, [HubTraits.Notices.list: .list(list)], at: time), events)
    }

    private static func isAlarm(_ entry: TraitValue) -> Bool {
        guard case .structure(let fields) = entry else { return false }
        return fields[Notice.Field.urgency] == .unsigned(Notice.Urgency.alarm.rawValue)
    }

    private func isRepeated(_ notice: Notice, in list: [TraitValue], at time: Duration) -> Bool {
        // A condition is listed once, until it has ended.
        if let condition = notice.condition { return list.contains { NoticeCondition(of: $0) == condition } }
        guard let deviceID = notice.deviceID else { return false }
        let (first, last) = (Notice.milliseconds(max(.zero, time - Self.alarmPause)), Notice.milliseconds(time))
        return list.contains { entry in
            guard case .structure(let fields) = entry, fields[Notice.Field.deviceID] == .string(deviceID),
                fields[Notice.Field.kind] == .unsigned(notice.kind.rawValue),
                fields[Notice.Field.text] == .string(notice.text),
                case .unsigned(let raised)? = fields[Notice.Field.raisedAt]
            else { return false }
            // A notice from the future, raised while the clock was wrong, suppresses none.
            return first <= raised && raised <= last
        }
    }

    /// Adds a notice that an app or an automation sends.
    package mutating func notify(_ notice: Notice, _ cause: ChangeCause, at time: Duration) -> ReportRecord? {
        let raised = raise([notice], at: time)
        return report(
            commands.origin(of: cause, on: id), at: time, states: raised.states, events: raised.events)
    }

    /// Removes the notices of conditions that have ended.
    package mutating func withdrawNotices(of conditions: Set<NoticeCondition>, at time: Duration) -> ReportRecord? {
        let raised = raise([], ending: conditions, at: time)
        return report(commands.origin(of: .hub, on: id), at: time, states: raised.states)
    }

    /// Removes notices from the list.
    ///
    /// - Parameter ids: nil for all.
    package mutating func dismissNotices(_ ids: Set<UInt64>?, _ cause: ChangeCause, at time: Duration) -> ReportRecord?
    {
        guard let list = listedNotices else { return nil }
        let rest = list.filter { entry in
            guard let ids, case .structure(let fields) = entry,
                case .unsigned(let id)? = fields[Notice.Field.noticeID]
            else { return false }
            return !ids.contains(id)
        }
        let states = own(HubTraits.Notices.id, [HubTraits.Notices.list: .list(rest)], at: time)
        return report(commands.origin(of: cause, on: id), at: time, states: states)
    }
}

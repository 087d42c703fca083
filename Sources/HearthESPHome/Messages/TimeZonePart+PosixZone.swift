internal import HearthCalendar

extension TimeZonePart {
    /// A zone as firmware from 2026.9 on takes it; older firmware reads the text itself.
    init(_ zone: PosixZone) {
        self.init(
            standardOffset: Int32(clamping: -zone.offset),
            summerOffset: Int32(clamping: -(zone.summer?.offset ?? zone.offset)),
            summerStart: zone.summer.map { ZoneRulePart($0.start) }, summerEnd: zone.summer.map { ZoneRulePart($0.end) }
        )
    }
}

extension ZoneRulePart {
    fileprivate init(_ change: PosixZone.Change) {
        self.init(time: Int32(clamping: change.time))
        switch change.day {
        case .weekday(let month, let week, let weekday):
            kind = 1
            (self.month, self.week, self.weekday) = (
                UInt32(clamping: month), UInt32(clamping: week), UInt32(clamping: weekday)
            )
        case .withoutLeapDay(let number): (kind, day) = (2, UInt32(clamping: number))
        case .withLeapDay(let number): (kind, day) = (3, UInt32(clamping: number))
        }
    }
}

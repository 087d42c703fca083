internal import ProcessTestSupport
internal import Expectations
internal import Testing

@testable internal import HearthCalendar

/// Schedules equal a walk of every minute.
@Suite(.timeLimit(.minutes(15)))
struct BruteForceTests {
    /// The starts at a minute, by the rules for clock changes alone.
    private struct Walk {
        let schedule: Schedule
        /// Whether each minute of a day may match.
        let minutes: [Bool]
        var instants: [Int64] = []

        init(_ schedule: Schedule) {
            self.schedule = schedule
            minutes = (0..<1_440).map { minute in
                switch schedule {
                case .clock(let time, _): time.second == minute * 60
                case .cron(let cron):
                    cron.hours.contains(minute / 60) && cron.minutes.contains(minute % 60)
                default: false
                }
            }
        }

        /// Whether a single start is due at a local time that the clock shows or skips.
        private func isDue(at local: Int64, firing date: LocalDate) -> Bool {
            let (day, second) = LocalDate.split(local)
            guard minutes[Int(second / 60)] else { return false }
            return switch schedule {
            case .clock(_, let weekdays): weekdays.contains(date.weekday)
            case .cron(let cron): cron.contains(day)
            default: false
            }
        }

        /// Whether a start is due when the clock comes to a local time, after it has shown all until another.
        func isDue(at local: Int64, shown: Int64, firing date: LocalDate) -> Bool {
            guard !isByClockShown else { return isDue(at: local, firing: date) }
            return local > shown
                && stride(from: shown + 60, through: local, by: 60).contains { isDue(at: $0, firing: date) }
        }

        private var isByClockShown: Bool {
            if case .cron(let cron) = schedule { !cron.isFixedHour } else { false }
        }
    }

    @Test func schedulesEqualAMinuteWalkInAllZones() throws {
        let seed = UInt64.random(in: 0...UInt64.max)
        var dice = Dice(seed: seed)
        let first = try require(LocalDate(year: 2020, month: 1, dayOfMonth: 1)).day * 86_400
        let (start, end) = (first, first + 3_653 * 86_400)
        let zones = ZoneTable.all(from: start, to: end)
        expect(zones.count, isAbove: 50)
        let chosen = FaultRounds.isWhole ? zones[...] : zones.shuffled(using: &dice).prefix(2)
        for zone in chosen {
            var walks = (0..<8).map { _ in Walk(Self.schedule(&dice)) }
            Self.walk(zone.table, &walks, from: start, to: end)
            let place = SchedulePlace(zone: zone.table.rules, sun: nil)
            for walk in walks {
                var (instant, said) = (start - 1, [Int64]())
                while let next = walk.schedule.next(after: instant, at: place), next < end {
                    said.append(next)
                    instant = next
                }
                let difference = zip(said, walk.instants).first { $0 != $1 }
                expect(
                    said, equals: walk.instants,
                    """
                    \(zone.name), \(walk.schedule), seed \(seed): first \(String(describing: difference)), \
                    \(said.count) for \(walk.instants.count)
                    """)
            }
        }
    }

    private static func walk(_ zone: ZoneTable, _ walks: inout [Walk], from start: Int64, to end: Int64) {
        // For each minute of a day, the minutes until one at which a schedule may start; of these nothing else is checked.
        var idle = [Int64](repeating: 0, count: 1_440)
        for minute in (0..<2_880).reversed() where !walks.contains(where: { $0.minutes[minute % 1_440] }) {
            idle[minute % 1_440] = idle[(minute + 1) % 1_440] + 1
        }
        var change = zone.changes.lastIndex { $0.instant <= start } ?? 0
        // The latest local time that the clock has shown.
        var shown = start - 60 + zone.changes[change].offset
        var instant = start
        while instant < end {
            while change + 1 < zone.changes.count, zone.changes[change + 1].instant <= instant { change += 1 }
            let local = instant + zone.changes[change].offset
            if local <= shown || local == shown + 60 {
                let minute = Int(((local / 60) % 1_440 + 1_440) % 1_440)
                if idle[minute] > 0 {
                    // A change of the clock may skip a start.
                    let next = change + 1 < zone.changes.count ? zone.changes[change + 1].instant : end
                    let skipped = min(idle[minute], (next - instant + 59) / 60)
                    shown = max(shown, local + (skipped - 1) * 60)
                    instant += skipped * 60
                    continue
                }
            }
            let date = LocalDate.split(local).date
            // In place: a copy of a walk would copy its instants with each new one.
            for index in walks.indices where walks[index].isDue(at: local, shown: shown, firing: date) {
                walks[index].instants.append(instant)
            }
            shown = max(shown, local)
            instant += 60
        }
    }

    private static func schedule(_ dice: inout Dice) -> Schedule {
        // Times around the hours at which clocks are changed.
        let hour = [0, 0, 1, 1, 2, 2, 3, 4, dice.below(24)][dice.below(9)]
        let minute = [0, 15, 29, 30, 59, dice.below(60)][dice.below(6)]
        let weekdays = Set(Weekday.allCases.filter { _ in dice.below(3) > 0 })
        switch dice.below(4) {
        case 0:
            guard let time = WallTime(hour: hour, minute: minute) else { break }
            return .clock(time, on: weekdays)
        case 1: return cron("0 \(minute) \(hour) ? * \(["*", "SUN", "MON-FRI", "SUN#1", "SUNL"][dice.below(5)])")
        case 2: return cron("0 \(minute) \(["*", "\(hour)-\((hour + 3) % 24)", "*/5", "1,2,3"][dice.below(4)]) * * ?")
        default: break
        }
        return cron("0 */\(20 + dice.below(30)) \(hour) \(["1", "L", "LW", "29-31"][dice.below(4)]) * ?")
    }

    private static func cron(_ text: String) -> Schedule {
        guard let expression = try? CronExpression(text) else {
            Issue.record("'\(text)' is no expression")
            return .date(LocalDate(day: 0), WallTime.midnight)
        }
        return .cron(expression)
    }

    /// The local times of a zone and their instants are consistent.
    @Test func instantsOfLocalTimesAreThoseTheClockShows() throws {
        let start = try require(LocalDate(year: 2024, month: 1, dayOfMonth: 1)).day * 86_400
        let end = start + 731 * 86_400
        for zone in ZoneTable.all(from: start, to: end) {
            let rules = zone.table.rules
            for change in zone.table.changes.dropFirst() {
                for step in stride(from: Int64(-10_800), through: 10_800, by: 300) {
                    let local = rules.local(change.instant - 1) + 1 + step
                    let shown = zone.table.changes.map { local - $0.offset }
                        .filter { rules.local($0) == local }
                    switch rules.instants(of: local) {
                    case .once(let instant): expect(Set(shown), equals: [instant], "\(zone.name)")
                    case .twice(let first, let second):
                        expect(Set(shown), equals: [first, second], "\(zone.name)")
                        expect(first, isBelow: second, "\(zone.name)")
                    case .never(let gapEnd): expect(shown.isEmpty && gapEnd == change.instant, "\(zone.name)")
                    }
                }
            }
        }
    }
}

internal import HearthCalendar
internal import HearthCommonTraits
internal import HearthTraitCatalog
internal import HearthTraitCore

/// Time (Google's trait) of a structure: the local time to the minute, and the times of sunrise and sunset if the
/// location is known.
///
/// On days without sunset, sunrise is 00:00 and sunset 23:59; on days without sunrise both are noon. Limits: scheduled
/// events are not sent.
struct TimeBehavior: Behavior {
    typealias T = Google.TimeTrait

    private static let secondsOfDay: Int64 = 86_400

    var attributes = T.Attributes()
    private let location: GeoLocation?
    private let zone: ZoneRules
    private var nextMinute: Duration?
    /// The day for which the sun's times were calculated.
    private var day: Int64?

    /// - Parameter secondsEastOfUTC: the local UTC offset in seconds at a time since 1970.
    init(location: GeoLocation?, secondsEastOfUTC: @escaping @Sendable (Duration) -> Int) {
        self.location = location
        zone = ZoneRules { Int64(secondsEastOfUTC(.seconds($0))) }
        attributes.featureMap = 0
        attributes.currentTime = T.TimeOfDay()
        attributes.missingStructureLocation = location == nil
        guard location != nil else { return }
        attributes.sunriseTime = T.TimeOfDay()
        attributes.sunsetTime = T.TimeOfDay()
    }

    var deadline: Duration? { nextMinute }

    mutating func start(restored: Bool, _ context: inout BehaviorContext) {
        tell(context)
    }

    mutating func timePassed(_ context: inout BehaviorContext) {
        tell(context)
    }

    private mutating func tell(_ context: BehaviorContext) {
        let (day, second) = local(context.sinceEpoch)
        attributes.currentTime = Self.timeOfDay(second)
        if let location, day != self.day {
            let noon = zone.instants(of: day &* Self.secondsOfDay &+ Self.secondsOfDay / 2).first
            tellSun(SolarClock(at: location).day(nearest: Double(noon)))
        }
        self.day = day
        let fraction = Duration(secondsComponent: 0, attosecondsComponent: context.sinceEpoch.components.attoseconds)
        nextMinute = context.now + .seconds(60 - second % 60) - fraction
    }

    private mutating func tellSun(_ sun: SolarDay) {
        switch sun {
        case .rising(let sunrise, let sunset):
            attributes.sunriseTime = sunrise.map(nearestMinute) ?? Self.timeOfDay(0)
            attributes.sunsetTime = sunset.map(nearestMinute) ?? Self.timeOfDay(Self.secondsOfDay - 1)
        case .alwaysUp:
            attributes.sunriseTime = Self.timeOfDay(0)
            attributes.sunsetTime = Self.timeOfDay(Self.secondsOfDay - 1)
        case .alwaysDown(let noon):
            attributes.sunriseTime = nearestMinute(noon)
            attributes.sunsetTime = nearestMinute(noon)
        }
    }

    /// The local day since 1970, and the second of that day.
    private func local(_ sinceEpoch: Duration) -> (day: Int64, second: Int64) {
        let (date, second) = LocalDate.split(zone.local(sinceEpoch.components.seconds))
        return (date.day, second)
    }

    private func nearestMinute(_ sinceEpoch: Double) -> T.TimeOfDay {
        let seconds = Int64(exactly: (sinceEpoch + 30).rounded(.down)) ?? 0
        return Self.timeOfDay(local(.seconds(seconds)).second)
    }

    private static func timeOfDay(_ second: Int64) -> T.TimeOfDay {
        var time = T.TimeOfDay()
        time.hours = UInt8(clamping: second / 3_600)
        time.minutes = UInt8(clamping: second / 60 % 60)
        return time
    }
}

internal import HearthCalendar
internal import HearthCommonTraits
internal import HearthTraitCatalog
internal import HearthDeviceBehaviors
internal import HearthTraitCore

/// Time (Google's trait) of a structure: the local time to the minute, the day, and the times of sunrise and sunset if the
/// location is known.
///
/// On days without sunset, sunrise is 00:00 and sunset 23:59; on days without sunrise both are noon. Limits: scheduled
/// events are not sent.
struct TimeBehavior: TraitBehavior {
    typealias HandledTrait = Google.TimeTrait

    var attributes = T.Attributes()
    private let place: SchedulePlace
    private var nextMinute: Duration?

    /// - Parameter secondsEastOfUTC: the local UTC offset in seconds at a time since 1970.
    init(location: GeoLocation?, secondsEastOfUTC: @escaping @Sendable (Duration) -> Int) {
        place = SchedulePlace(
            zone: ZoneRules { Int64(secondsEastOfUTC(.seconds($0))) }, sun: location.map { SolarClock(at: $0) })
        attributes.featureMap = 0
        attributes.currentTime = T.TimeOfDay()
        attributes.missingStructureLocation = location == nil
        guard location != nil else { return }
        attributes.sunriseTime = T.TimeOfDay()
        attributes.sunsetTime = T.TimeOfDay()
    }

    var deadline: Duration? { nextMinute }

    mutating func start(restored: Bool, _ context: inout EndpointContext) {
        tell(context)
    }

    mutating func timePassed(_ context: inout EndpointContext) {
        tell(context)
    }

    private mutating func tell(_ context: EndpointContext) {
        let shown = place.shown(at: context.sinceEpoch.components.seconds)
        attributes.currentTime = Self.timeOfDay(shown.second)
        attributes.sunriseTime = shown.sunrise.map(Self.timeOfDay)
        attributes.sunsetTime = shown.sunset.map(Self.timeOfDay)
        attributes.dayOfWeek = T.DayOfWeek(rawValue: UInt64(clamping: shown.date.weekday.quartzNumber))
        attributes.currentDate = Self.date(shown.date)
        let fraction = Duration(secondsComponent: 0, attosecondsComponent: context.sinceEpoch.components.attoseconds)
        nextMinute = context.now + .seconds(60 - shown.second % 60) - fraction
    }

    private static func date(_ date: HearthCalendar.LocalDate) -> T.LocalDate {
        let (year, month, day) = date.parts
        return T.LocalDate(
            year: Int16(clamping: year), month: UInt8(clamping: month), day: UInt8(clamping: day))
    }

    private static func timeOfDay(_ second: Int64) -> T.TimeOfDay {
        var time = T.TimeOfDay()
        time.hours = UInt8(clamping: second / 3_600)
        time.minutes = UInt8(clamping: second / 60 % 60)
        return time
    }
}

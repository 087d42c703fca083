internal import HearthBase
internal import HearthTraitCore
internal import HearthWire

/// What a guest of a structure may see and use, and when.
public struct GuestGrant: Hashable, Sendable {
    /// A part of some days of the week, in the structure's time zone.
    public struct Hours: Hashable, Sendable {
        /// Monday is 1, Sunday is 7; nil for every day. Without any day the SDK refuses the grant.
        public var weekdays: [Int]?
        /// In minutes since midnight, 0 to 1439.
        public var from: Int
        /// In minutes since midnight, 1 to 1440, exclusive. On the next day if not greater than ``from``.
        public var until: Int

        /// Creates hours.
        public init(weekdays: [Int]? = nil, from: Int, until: Int) {
            self.weekdays = weekdays
            self.from = from
            self.until = until
        }
    }

    /// Whether all devices are granted, except locks, alarms, garage doors, valves and cameras.
    public var everything: Bool
    /// IDs of rooms whose devices are granted, with the same exceptions.
    public var roomIDs: [String]
    /// IDs of granted devices of any kind.
    public var deviceIDs: [String]
    /// When the grant holds; nil for all times. Without any hours the SDK refuses the grant.
    public var hours: [Hours]?
    /// When the grant ends, in seconds since 1970; nil if it does not.
    public var until: Double?

    /// Creates a grant.
    public init(
        everything: Bool = false, roomIDs: [String] = [], deviceIDs: [String] = [], hours: [Hours]? = nil,
        until: Double? = nil
    ) {
        self.everything = everything
        self.roomIDs = roomIDs
        self.deviceIDs = deviceIDs
        self.hours = hours
        self.until = until
    }
}

extension GuestGrant {
    init(_ message: Hearth_V1_Grant) {
        self.init(
            everything: message.everything, roomIDs: message.roomIDs, deviceIDs: message.deviceIDs,
            hours: message.hours.isEmpty
                ? nil
                : message.hours.map { hours in
                    Hours(
                        weekdays: hours.weekdays.isEmpty ? nil : hours.weekdays.map { Int(clamping: $0) },
                        from: Int(clamping: hours.from), until: Int(clamping: hours.until))
                }, until: message.until.map { Double($0.seconds) })
    }
}

extension Hearth_V1_Grant {
    /// - Throws: `HomeError` `.invalidArgument` for hours or weekdays that are empty: on the wire that means always.
    init(_ grant: GuestGrant) throws(HomeError) {
        guard grant.hours?.isEmpty != true else {
            throw HomeError(
                .invalidArgument,
                "the grant has no hours, so the guest could never use it; give it hours, or nil for all times")
        }
        guard grant.hours?.allSatisfy({ $0.weekdays?.isEmpty != true }) ?? true else {
            throw HomeError(
                .invalidArgument,
                "hours of the grant have no weekday, so they never come; give them a weekday, or nil for every day")
        }
        self.init(
            everything: grant.everything, roomIDs: grant.roomIDs, deviceIDs: grant.deviceIDs,
            hours: (grant.hours ?? []).map { hours in
                Hearth_V1_Hours(
                    weekdays: (hours.weekdays ?? []).map { UInt32(clamping: $0) }, from: UInt32(clamping: hours.from),
                    until: UInt32(clamping: hours.until))
            },
            // The hub refuses a time after the year 9999. A time that is not a number has already ended.
            until: grant.until.map {
                Google_Protobuf_Timestamp(seconds: $0.isNaN ? 0 : Int64(min(max($0, 0), 1e12)))
            })
    }
}

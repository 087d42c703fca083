internal import HearthAccessories
internal import HearthRPC
public import HearthStore
internal import HearthTraitCore

// Where structures are: their time zones and locations.
extension Hub {
    /// Sets the first structure's time zone and location where they are not set yet.
    ///
    /// - Parameters:
    ///   - timeZone: the time zone of the hub's machine; empty if that is not known.
    ///   - location: where the hub is; nil if that is not known.
    /// - Throws: ``HubError`` for an unknown time zone, and for coordinates out of range.
    public func placeFirstStructure(timeZone: String, location: StoredLocation?) async throws {
        guard let first = cells.first else { return }
        let known = first.read { $0.place }
        let isZoneNew = known.timeZone.isEmpty && !timeZone.isEmpty
        let isLocationNew = known.location == nil && location != nil
        guard isZoneNew || isLocationNew else { return }
        _ = try await updateStructure(
            first.id, timeZone: isZoneNew ? timeZone : nil, location: isLocationNew ? location : nil,
            as: Caller(.owner))
    }

    /// - Throws: ``HubError`` for an unknown time zone.
    func check(timeZone name: String) throws(HubError) {
        guard !name.isEmpty, !Self.hasFormOfTimeZone(name) || !isTimeZone(name) else { return }
        throw HubError(
            homeKit: .invalidParameter,
            "there is no time zone \(quotedBeginning(name)); use a name of the IANA database, as Europe/Berlin")
    }

    private static func hasFormOfTimeZone(_ name: String) -> Bool {
        name.utf8.count <= 64
            && name.utf8.allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                    UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "+"), UInt8(ascii: "-"),
                    UInt8(ascii: "/"):
                    true
                default: false
                }
            }
    }
}

extension StoredLocation {
    /// - Throws: ``HubError`` for coordinates out of range.
    func check() throws(HubError) {
        for (value, most, name) in [(latitude, 90.0, "latitude"), (longitude, 180.0, "longitude")] {
            guard value.isFinite else {
                throw HubError(homeKit: .invalidValueType, "the \(name) is not a number; give degrees")
            }
            guard abs(value) > most else { continue }  // in range: a fraction
            throw HubError(
                homeKit: value < 0 ? .valueLowerThanMinimum : .valueHigherThanMaximum,
                "the \(name) is \(value); it is -\(Int(most)) to \(Int(most)) degrees")
        }
    }
}

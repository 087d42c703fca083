internal import HearthStore

/// Where a structure is, in time and on Earth.
struct StructurePlace: Hashable, Sendable {
    /// The time zone's name in the IANA database; empty for the hub's.
    var timeZone = ""
    /// nil while that is not known.
    var location: StoredLocation?
}

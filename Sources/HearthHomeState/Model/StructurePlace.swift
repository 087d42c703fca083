package import HearthWire

/// The time zone and the location of a structure.
package struct StructurePlace: Hashable, Sendable {
    /// The time zone's name in the IANA database; empty for the hub's.
    package var timeZone = ""
    /// nil while that is not known.
    package var location: Hearth_V1_Location?

    package init(timeZone: String = "", location: Hearth_V1_Location? = nil) {
        self.timeZone = timeZone
        self.location = location
    }
}

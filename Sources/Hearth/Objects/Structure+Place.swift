extension Structure {
    /// Sets the time zone and the location, both or none. Automations use them for times of day, sunrise and sunset.
    ///
    /// - Parameters:
    ///   - timeZone: its name in the IANA database, for example "Europe/Berlin"; empty for the hub's. nil keeps it.
    ///   - location: the location; nil keeps it.
    /// - Returns: the structure afterwards. This value doesn't change.
    /// - Throws: `HomeError`: `.invalidArgument` for an unknown time zone or a location that isn't on Earth, `.notFound`
    ///   if the structure has been removed.
    public func update(timeZone: String? = nil, location: StructureLocation? = nil) async throws -> Structure {
        let connection = reference.connection
        let record = try await HomeModel(connection).placeStructure(id, timeZone: timeZone, location: location)
        return Structure(record, connection)
    }
}

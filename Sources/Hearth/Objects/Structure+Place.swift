internal import HearthWire

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
        let response: Hearth_V1_UpdateStructureResponse = try await connection.change(
            Hearth_V1_HomeMethods.updateStructure,
            Hearth_V1_UpdateStructureRequest(
                structureID: id, options: connection.callOptions, timeZone: timeZone,
                location: location.map { Hearth_V1_Location(latitude: $0.latitude, longitude: $0.longitude) }),
            "the structure's place")
        await connection.reach([response.position])
        return Structure(CachedStructure(try present(response.structure, "structure")), connection)
    }
}

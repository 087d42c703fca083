internal import HearthHomeKitMapping
internal import HearthBase
internal import HearthHomeState
internal import HearthRPC
internal import HearthStore
internal import HearthTraitCore
internal import HearthWire
internal import Synchronization

// Structures, with their places and first people.
extension HomeEditor {
    /// Creates a structure.
    ///
    /// - Parameter enter: enters the structure in the home.
    /// - Throws: ``HubError`` if the name is invalid or in use.
    func createStructure(
        name: String, as caller: Caller, entering enter: @escaping @Sendable (StructureCell) -> Void
    ) async throws -> StructureCell {
        try caller.require(.manage, to: "create a structure")
        let name = try NameRules.checked(name, for: "a structure")
        return try await edits.run {
            try directory.checkRunning()
            let maker = try maker(of: caller)
            try directory.checkStructureName(name, except: nil, caller)
            guard directory.cells.count < limits.structures else {
                throw HubError(
                    homeKit: .maximumObjectLimitReached,
                    "the hub has \(limits.structures) structures, the most it may have")
            }
            let id = directory.newID()
            let epoch = directory.epoch
            let people = firstPeople(in: id, with: maker?.person)
            let cell = StructureCell(
                StructureState(
                    id: id, name: name, epoch: epoch, people: people.compactMap { PersonRecord($0) },
                    households: maker?.households ?? [], limits: limits),
                limits: limits, clock: clock)
            _ = try await edit(
                cell,
                storing: [
                    .putStructure(StoredStructure(id: id, name: name, households: maker?.households ?? [])),
                    audit.creation(ofStructure: name, id: id, by: directory.actor(caller, in: cell)),
                ] + people.map { .putPerson($0) }, as: caller, beside: { enter(cell) }
            ) {
                $0.announce(caller.origin, at: $1)
            } result: {
                (position: $0.position, structure: $0.message)
            }
            return cell
        }
    }

    /// Changes a structure (``Hub/updateStructure(_:name:timeZone:location:as:)``). Its own traits have to follow if it is
    /// moved.
    func updateStructure(
        _ id: String, name: String?, timeZone: String?, location: StoredLocation?, as caller: Caller
    ) async throws -> PlacedStructure {
        try caller.require(.manage, to: "change a structure")
        let name = try name.map { name throws(HubError) in try NameRules.checked(name, for: "the structure") }
        if let timeZone { try check(timeZone: timeZone) }
        if let location { try location.check() }
        let claims = [EditClaim.structure(id)] + (name.map { [.structureName(NameRules.key($0))] } ?? [])
        return try await edits.run(claiming: Set(claims)) { () -> PlacedStructure in
            let cell = try directory.cell(id, toLet: caller, "change the structure")
            if let name { try directory.checkStructureName(name, except: id, caller) }
            let (oldName, old) = cell.read { ($0.name, $0.place) }
            let newName = name.map { NameRules.kept($0, insteadOf: oldName) } ?? oldName
            let place = StructurePlace(
                timeZone: timeZone ?? old.timeZone, location: location.map { Hearth_V1_Location($0) } ?? old.location)
            let stored = StoredStructure(
                id: id, name: newName, timeZone: place.timeZone, location: place.location.map { StoredLocation($0) })
            let answer = try await edit(cell, storing: [.putStructure(stored)], as: caller) {
                $0.edit(name: newName, place: place, caller.origin, at: $1)
            } result: {
                (position: $0.position, structure: $0.message)
            }
            return PlacedStructure(answer: answer, cell: cell, isMoved: place != old)
        }
    }

    /// A structure after an update.
    struct PlacedStructure {
        let answer: (position: StructurePosition, structure: Hearth_V1_Structure)
        let cell: StructureCell
        /// Whether it has another time zone or location than before.
        let isMoved: Bool
    }

    /// Deletes a structure (``Hub/deleteStructure(_:as:)``).
    ///
    /// - Returns: also the identities of its people.
    func deleteStructure(
        _ id: String, as caller: Caller
    ) async throws -> (position: StructurePosition, people: Set<String>) {
        try caller.require(.manage, to: "delete a structure")
        return try await edits.run {
            let cell = try directory.cell(id, toLet: caller, "delete the structure")
            guard directory.isOwner(caller.principal, of: cell) else {
                throw HubError.notAllowed(caller, "delete the structure, which only owners may", about: id)
            }
            let people = cell.read { Set($0.people.map(\.identity)) }
            guard directory.cells.count > 1 || caller.principal.isHubOwner else {
                throw HubError.notAllowed(
                    caller, "delete the last structure of the hub, which only the hub's owner may", about: id)
            }
            // A provider describes bridged devices with their bridge, so only bridges are marked as removed.
            let removed = cell.read { $0.objects }.orderedDevices.filter { $0.isOfThisProcess && $0.bridgeID == nil }
                .map(\.id)
            let ownPort = directory.entry(of: id)?.port
            let row = audit.removal(
                of: "the structure", cell.read { $0.name }, id: id, in: id, by: directory.actor(caller, in: cell))
            let position = try await edit(
                cell, storing: [.removeStructure(id: id), row] + removed.map { .markRemoved(deviceID: $0) }, as: caller,
                beside: { [self] in leave(cell, removing: removed, ownPort) }
            ) {
                $0.announceRemoval(caller.origin, at: $1)
            } result: {
                $0.position
            }
            await ownPort?.provider.stop()
            return (position, people)
        }
    }

    private func leave(_ cell: StructureCell, removing removed: [String], _ ownPort: ProviderPort?) {
        directory.remove(cell, markingRemoved: removed)
        guard let ownPort else { return }
        providers.remove(ownPort)
        ownPort.close()
    }

    // MARK: Places

    /// - Throws: ``HubError`` for an unknown time zone.
    private func check(timeZone name: String) throws(HubError) {
        guard !name.isEmpty, !Self.hasFormOfTimeZone(name) || !isTimeZone(name) else { return }
        throw HubError(
            homeKit: .invalidParameter,
            """
            there is no time zone \(quotedBeginning(name)) on the hub's machine; use a name of the IANA database, as \
            Europe/Berlin, which the package tzdata contains
            """)
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

    // MARK: First people

    /// The hub's owner as a member of a structure.
    func hubOwner(in structureID: String) -> StoredPerson {
        StoredPerson(
            id: directory.newID(), structureID: structureID, identity: Principal.hubOwner, name: "Owner",
            role: MemberRole.owner.rawValue)
    }

    /// The creator of a structure.
    private struct Maker {
        /// The membership in the first structure that it owns.
        let person: PersonRecord
        /// The IDs of the households of the structures that it owns, in which the new one counts as well.
        let households: Set<String>
    }

    /// The creator of a structure, who has to own another one, and not too many.
    ///
    /// - Returns: nil for the hub's owner.
    private func maker(of caller: Caller) throws(HubError) -> Maker? {
        if caller.principal.isHubOwner { return nil }
        let owned = directory.cells.filter { directory.member(caller.principal, of: $0)?.role == .owner }
        guard let first = owned.first.flatMap({ directory.member(caller.principal, of: $0) }) else {
            throw .notAllowed(caller, "create a structure, which only owners of another one may", about: "")
        }
        guard !first.isOfHubOwner else { return nil }
        guard owned.count < limits.structuresPerPerson else {
            throw HubError(
                homeKit: .maximumObjectLimitReached,
                "you own \(owned.count) structures, the most with which a person can create more; delete one, or ask "
                    + "the hub's owner to create it")
        }
        return Maker(person: first, households: owned.households)
    }

    /// The first members of a new structure: the hub's owner and the creator.
    private func firstPeople(in structureID: String, with maker: PersonRecord?) -> [StoredPerson] {
        let owner = hubOwner(in: structureID)
        guard let maker else { return [owner] }
        let name = Self.free(maker.name, among: [owner.name])
        return [
            owner,
            StoredPerson(
                id: directory.newID(), structureID: structureID, identity: maker.identity, name: name,
                role: MemberRole.owner.rawValue),
        ]
    }

    /// The name, followed by a number if it is taken.
    static func free(_ name: String, among taken: [String]) -> String {
        let keys = Set(taken.map { NameRules.key($0) })
        var candidate = name
        var number = 2
        while keys.contains(NameRules.key(candidate)) {
            let ending = " \(number)"
            candidate = String(name.prefix(NameRules.maxLength - ending.count)) + ending
            number += 1
        }
        return candidate
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

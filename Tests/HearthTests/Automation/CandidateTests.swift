internal import HearthCalendar
internal import HearthVirtualHome
internal import HearthHub
internal import HearthTraitCore
internal import HearthTraits
internal import HearthWire
internal import Expectations
internal import Testing
@testable internal import Hearth

/// The candidates that apps find for automations.
@Suite(.timeLimit(.minutes(5))) struct CandidateTests {
    private func candidates(
        _ body: (Set<AnyNodeCandidate>, Structure) async throws -> Void
    ) async throws {
        let app = try await AutomationHouse.start()
        let structure = app.structure
        try await body(try await structure.candidates(includeDescendants: true).list(), structure)
        await app.stop()
    }

    @Test func onlyTraitsThatTheAppHasNamedAreFound() async throws {
        try await candidates { found, structure in
            expect(!found.isEmpty)
            expect(
                found.allSatisfy {
                    $0.node.trait == Matter.OnOffTrait.self || $0.node.trait == Matter.LevelControlTrait.self
                        || $0.node.trait == Google.TimeTrait.self
                })
            let own = try await structure.candidates(includeDescendants: false).list()
            expect(own.allSatisfy { $0.node.homeObject.id == structure.id })
            expect(own.isStrictSubset(of: found))
        }
    }

    @Test func attributesCommandsAndEventsComeWithWhatTheyMayBe() async throws {
        try await candidates { found, _ in
            let lamp = found.map(\.node).filter { $0.homeObject.id == "bedroom-lamp" }
            let onOff = try require(
                lamp.compactMap { $0 as? TraitAttributesCandidate }.first { $0.trait == Matter.OnOffTrait.self })
            expect(onOff.deviceTypes.contains { $0 == DimmableLightDeviceType.self })
            let details = Dictionary(uniqueKeysWithValues: onOff.fieldDetails.map { ($0.key.id, $0.value) })
            expect(Set(details.keys), equals: [Matter.OnOffTrait.Attribute.onOff.id, 0x4003])
            expect(details[Matter.OnOffTrait.Attribute.onOff.id]?.constraint, equals: .booleanConstraint)
            guard case .enumConstraint(let allowed)? = details[0x4003]?.constraint else {
                Issue.record("\(details)")
                return
            }
            expect(allowed.map { $0.cast(Matter.OnOffTrait.StartUpOnOffEnum.self) }, equals: [.off, .on, .toggle])
            expectNil(allowed.first?.cast(Matter.OnOffTrait.EffectIdentifierEnum.self))

            let commands = lamp.compactMap { $0 as? CommandCandidate }
            expect(
                Set(commands.map { "\($0.commandType)" }),
                equals: ["Off", "On", "Toggle", "OffWithEffect", "MoveToLevel"])
            let move = try require(commands.first { $0.commandType.name == "MoveToLevel" })
            let level = try require(move.fieldDetails.first { $0.key.name == "level" })
            expect(
                level.value.constraint,
                equals: .uintRangeConstraint(lowerBound: 0, upperBound: 254, step: nil, unit: nil))
            expect(level.value.field.id, equals: 0)
        }
    }

    @Test func timesOfTheSunNeedALocation() async throws {
        try await candidates(ofStructureIn: nil) { reasons in
            expect(reasons["ScheduledEvent"], equals: [.missingStructureAddressSetup])
            expect(reasons["RecurringSolarTimeScheduledEvent"], equals: [.missingStructureAddressSetup])
            expect(reasons["RecurringClockTimeScheduledEvent"], equals: [])
        }
        try await candidates(ofStructureIn: GeoLocation(latitude: 52.5, longitude: 13.4)) { reasons in
            expect((reasons.isEmpty, reasons.values.allSatisfy { $0.isEmpty }), are: (false, true))
        }
    }

    /// Why events of the structure's Time trait can't be used.
    private func candidates(
        ofStructureIn location: GeoLocation?,
        _ body: ([String: [UnsupportedCandidateReason.ReasonType]]) throws -> Void
    ) async throws {
        let app = try await AutomationHouse.start([])
        try await app.fixture.hub.attachOwnTraits {
            VirtualHome(structureID: $0.id, location: location, secondsEastOfUTC: { _ in 0 })
        }
        var structure = app.structure
        for try await structures in app.home.structures().batched().values {
            structure = try require(structures.first)
            if !structure.record.traits.isEmpty { break }
        }
        let events = try await structure.candidates().list().compactMap { $0.node as? EventCandidate }
        try body(
            Dictionary(uniqueKeysWithValues: events.map { ("\($0.event)", $0.unsupportedReasons.map(\.reasonType)) }))
        await app.stop()
    }
}

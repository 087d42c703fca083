internal import HearthTraitCatalog
internal import HearthTraitDescriptors
internal import Expectations
internal import Testing

@testable internal import HearthHomeKitMapping

/// Invariants of all rows of the table.
@Suite struct ServiceTableTests {
    private let rows = ServiceTable.all + [ServiceTable.information]

    private func check(_ attribute: AttributeID) {
        let found = knownTrait(attribute.trait)?.attribute(attribute.id)?.name
        expect(found, equals: attribute.name, "\(String(attribute.trait, radix: 16)) \(attribute.id)")
    }

    @Test func everyAttributeIsThatOfTheSchema() {
        for row in rows {
            for attribute in row.constants.keys { check(attribute) }
            for link in row.links {
                for attribute in link.sources + link.updates.keys { check(attribute) }
                for (attribute, _) in link.attributes(Self.values(of: row)) { check(attribute) }
            }
        }
    }

    @Test func everyCommandIsThatOfTheSchema() {
        for command in rows.flatMap(\.links).flatMap(\.commands.keys) {
            let found = knownTrait(command.trait)?.command(command.id)
            expect(found?.name, equals: command.name)
            expect(found?.isTimed, equals: command.isTimed, "\(command.name)")
        }
    }

    @Test func everyEventIsThatOfTheSchema() {
        for event in rows.flatMap(\.links).flatMap(\.events.keys) {
            expect(knownTrait(event.trait)?.event(event.id)?.name, equals: event.name)
        }
    }

    @Test func everyTraitAndDeviceTypeIsThere() {
        for row in rows {
            for trait in row.traits + row.alsoTakes { expect(knownTrait(trait) != nil, "\(trait)") }
            for type in row.deviceTypes + [row.accessoryDeviceType].compactMap({ $0 }) {
                expect(StandardTraits.deviceTypes.contains { $0.id == type }, "\(type)")
            }
        }
    }

    @Test func everyCharacteristicBelongsToItsService() throws {
        for row in rows {
            let definition = try require(ServiceCatalogue.definition(of: row.type))
            let all = ServiceCatalogue.all.filter { $0.type == row.type }.flatMap { $0.required + $0.optional }
            let types = row.links.map(\.type)
            expect(Set(types).count, equals: types.count, "\(row.type)")
            for type in types {
                // HAP allows these on any service (StatusFault marks an unknown value).
                expect(all.contains(type) || [.name, .statusFault].contains(type), "\(row.type): \(type)")
            }
            for type in definition.required where row.isFromTraits {
                expect(types.contains(type), "\(row.type) lacks \(type)")
            }
        }
    }

    @Test func onlyCharacteristicsWritableInHAPAreWritten() throws {
        for row in rows {
            for link in row.links where link.write != nil {
                let definition = try require(CharacteristicCatalogue.definition(of: link.type))
                expect(definition.permissions.contains(.write), "\(row.type): \(link.type)")
            }
        }
    }

    /// The greatest value for each characteristic of a row.
    static func values(of row: ServiceMapping) -> CharacteristicValues {
        var values: CharacteristicValues = [:]
        for link in row.links {
            switch link.metadata.format {
            case .bool: values[link.type] = .bool(true)
            case .string: values[link.type] = .string("x")
            case .tlv8, .data: break
            default:
                // Every enumeration contains 1.
                let number = (link.metadata.maximum ?? 1) <= 10 ? 1 : link.metadata.maximum ?? 1
                values[link.type] = link.metadata.fitted(.float(number))
            }
        }
        return values
    }
}

internal import HearthHomeKitMapping
internal import Expectations
internal import Testing

/// Invariants of the catalogue.
@Suite struct CatalogueTests {
    @Test func eachTypeIsListedOnce() {
        let types = ServiceCatalogue.all.filter { $0.name != "TelevisionSpeaker" }.map(\.type)
        expect(Set(types).count, equals: types.count)
        expect(ServiceType.speaker, equals: .televisionSpeaker)
        expect(Set(ServiceCatalogue.all.map(\.name)).count, equals: ServiceCatalogue.all.count)
        expect(Set(CharacteristicCatalogue.all.map(\.type)).count, equals: CharacteristicCatalogue.all.count)
        expect(Set(CharacteristicCatalogue.all.map(\.name)).count, equals: CharacteristicCatalogue.all.count)
    }

    @Test func eachCharacteristicOfAServiceIsInTheCatalogue() {
        for service in ServiceCatalogue.all {
            let named = service.required + service.optional
            expect(Set(named).count, equals: named.count, "\(service.name)")
            for type in named {
                expect(CharacteristicCatalogue.definition(of: type) != nil, "\(service.name): \(type)")
            }
        }
    }

    @Test func onlyFactsAreNotOperated() {
        let facts = ServiceCatalogue.all.filter { !$0.isUserInteractive }.map(\.name)
        expect(facts, equals: ["AccessoryInformation", "ServiceLabel"])
    }

    @Test func limitsAreOrderedAndMatchTheFormat() {
        for characteristic in CharacteristicCatalogue.all {
            let metadata = characteristic.metadata, name = characteristic.name
            expect((metadata.minimum == nil), equals: (metadata.maximum == nil), "\(name)")
            if let minimum = metadata.minimum, let maximum = metadata.maximum {
                expect(minimum, isAtMost: maximum, "\(name)")
                for limit in [minimum, maximum] {
                    expect(throws: Never.self, "\(name)") {
                        try metadata.checked(.float(limit), of: characteristic.type)
                    }
                }
            }
            if ![.int, .float, .uint8, .uint16, .uint32, .uint64].contains(metadata.format) {
                expectNil(metadata.minimum, "\(name)")
                expectNil(metadata.step, "\(name)")
            }
            if metadata.format != .string { expectNil(metadata.maximumLength, "\(name)") }
        }
    }

    @Test func namedValuesAreInRange() {
        for characteristic in CharacteristicCatalogue.all where !characteristic.values.isEmpty {
            for (value, name) in characteristic.values {
                expect(throws: Never.self, "\(characteristic.name) \(name)") {
                    try characteristic.metadata.checked(.uint(value), of: characteristic.type)
                }
                expect(characteristic.name(of: value), equals: name)
            }
        }
    }

    @Test func brightnessIsAnIntInPercentWithoutValidValues() throws {
        let brightness = try require(CharacteristicCatalogue.definition(of: .brightness))
        expect(
            brightness.metadata,
            equals: CharacteristicMetadata(.int, unit: .percentage, minimum: 0, maximum: 100, step: 1))
        expect(brightness.permissions, equals: [.read, .write, .events])
    }

    @Test func airQualityHasSixValues() {
        let names = CharacteristicCatalogue.definition(of: .airQuality)?.values.map(\.name)
        expect(names, equals: ["unknown", "excellent", "good", "fair", "inferior", "poor"])
    }

    @Test func lightbulbHasItsCharacteristics() throws {
        let lightbulb = try require(ServiceCatalogue.definition(of: .lightbulb))
        expect(lightbulb.required, equals: [.on])
        for type in [CharacteristicType.name, .hue, .saturation, .brightness, .colorTemperature] {
            expect(lightbulb.optional.contains(type))
        }
    }

    @Test func allNineCameraSettingsAreListed() {
        let settings: [CharacteristicType] = [
            .currentHorizontalTiltAngle, .targetHorizontalTiltAngle, .currentVerticalTiltAngle,
            .targetVerticalTiltAngle,
            .digitalZoom, .opticalZoom, .imageMirroring, .imageRotation, .nightVision,
        ]
        for type in settings { expect(CharacteristicCatalogue.definition(of: type) != nil) }
    }

    @Test func aTypeIsCalledByItsNameInHAP() {
        expect(CharacteristicType.on.description, equals: "On")
        expect(ServiceType.fanv2.description, equals: "Fanv2")
        expect(ServiceType(HAPUUID(high: 1, low: 2)).description, equals: "00000000-0000-0001-0000-000000000002")
    }
}

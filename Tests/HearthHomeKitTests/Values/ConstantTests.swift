internal import Foundation
internal import HearthHomeKitMapping
@testable internal import HearthHomeKit
internal import Expectations
internal import Testing

struct ConstantTests {
    @Test func constantsAreTheCatalogues() throws {
        let text = try Self.source("HMServiceType") + Self.source("HMCharacteristicType")
        var constants: [String: String] = [:]
        for match in text.matches(of: /public let (\w+) =\s+"([^"]+)"/) {
            constants[String(match.1)] = String(match.2)
        }
        for service in ServiceCatalogue.all {
            guard let name = service.homeKitName else { continue }
            expect(constants.removeValue(forKey: "HMServiceType\(name)"), equals: service.type.uuid.full)
        }
        for characteristic in CharacteristicCatalogue.all {
            let name = "HMCharacteristicType\(characteristic.homeKitName)"
            expect(constants.removeValue(forKey: name), equals: characteristic.type.uuid.full)
        }
        expect(constants.keys.sorted(), equals: [])
        expect(HMServiceTypeLightbulb, equals: ServiceType.lightbulb.uuid.full)
        expect(HMCharacteristicTypePowerState, equals: CharacteristicType.on.uuid.full)
    }

    private static func source(_ name: String) throws -> String {
        let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent()
        return try String(
            contentsOf: root.appending(path: "Sources/HearthHomeKit/Generated/\(name).swift"), encoding: .utf8)
    }

    @Test func formatsAndUnitsAreHAPs() {
        for format in CharacteristicFormat.allCases {
            expect(Self.formats.contains(format.rawValue))
        }
        for unit in CharacteristicUnit.allCases {
            expect(Self.units.contains(unit.rawValue))
        }
    }

    private static let formats: Set = [
        HMCharacteristicMetadataFormatBool, HMCharacteristicMetadataFormatInt, HMCharacteristicMetadataFormatFloat,
        HMCharacteristicMetadataFormatString, HMCharacteristicMetadataFormatUInt8, HMCharacteristicMetadataFormatUInt16,
        HMCharacteristicMetadataFormatUInt32, HMCharacteristicMetadataFormatUInt64, HMCharacteristicMetadataFormatData,
        HMCharacteristicMetadataFormatTLV8,
    ]
    private static let units: Set = [
        HMCharacteristicMetadataUnitsCelsius, HMCharacteristicMetadataUnitsFahrenheit,
        HMCharacteristicMetadataUnitsPercentage, HMCharacteristicMetadataUnitsArcDegree,
        HMCharacteristicMetadataUnitsSeconds, HMCharacteristicMetadataUnitsLux,
        HMCharacteristicMetadataUnitsPartsPerMillion, HMCharacteristicMetadataUnitsMicrogramsPerCubicMeter,
    ]

    @Test func airQualityHasSixValues() {
        expect(
            HMCharacteristicValueAirQuality.allCases.map { "\($0)" },
            equals: CharacteristicCatalogue.definition(of: .airQuality)?.values.map(\.name))
    }

    @Test func valuesAreWithinTheCatalogue() {
        func check<Value: CaseIterable & RawRepresentable<Int>>(_ type: CharacteristicType, _: Value.Type) {
            let known = CharacteristicCatalogue.definition(of: type)?.values.map { Int($0.value) } ?? []
            expect(Value.allCases.map(\.rawValue).filter { !known.contains($0) }, equals: [], "\(type)")
            expect(known.filter { Value(rawValue: $0) == nil }, equals: [], "\(type)")
        }
        check(.active, HMCharacteristicValueActivationState.self)
        check(.chargingState, HMCharacteristicValueChargingState.self)
        check(.contactSensorState, HMCharacteristicValueContactState.self)
        check(.currentDoorState, HMCharacteristicValueDoorState.self)
        check(.targetDoorState, HMCharacteristicValueTargetDoorState.self)
        check(.currentFanState, HMCharacteristicValueCurrentFanState.self)
        check(.currentHeaterCoolerState, HMCharacteristicValueCurrentHeaterCoolerState.self)
        check(.currentHeatingCoolingState, HMCharacteristicValueCurrentHeatingCooling.self)
        check(.targetHeatingCoolingState, HMCharacteristicValueHeatingCooling.self)
        check(.currentSlatState, HMCharacteristicValueCurrentSlatState.self)
        check(.filterChangeIndication, HMCharacteristicValueFilterChange.self)
        check(.lockCurrentState, HMCharacteristicValueLockMechanismState.self)
        check(.lockTargetState, HMCharacteristicValueTargetLockMechanismState.self)
        check(.lockLastKnownAction, HMCharacteristicValueLockMechanismLastKnownAction.self)
        check(.positionState, HMCharacteristicValuePositionState.self)
        check(.programmableSwitchEvent, HMCharacteristicValueInputEvent.self)
        check(.rotationDirection, HMCharacteristicValueRotationDirection.self)
        check(.securitySystemCurrentState, HMCharacteristicValueCurrentSecuritySystemState.self)
        check(.securitySystemTargetState, HMCharacteristicValueTargetSecuritySystemState.self)
        check(.swingMode, HMCharacteristicValueSwingMode.self)
        check(.valveType, HMCharacteristicValueValveType.self)
    }
}

internal import Expectations
internal import Testing
internal import ResolvedSchema
internal import TraitSchema

/// Our schemas against the tables of facts: nothing is missing or different.
@Suite(.enabled(if: FactsTable.isThere, "no tables of facts beside the package"))
struct FactsTests {
    /// Our deviations, with their reasons.
    static let deviations: [(reason: String, keys: [String])] = [
        (
            "the table's default is outside of its own limits, or of the type",
            [
                "DeviceEnergyManagement.PowerRangeAdjustRequest.maxPower default",
                "DoorLock.SetUser.userUniqueID default",
                "ElectricalAlarm.overCurrentThreshold default", "ElectricalAlarm.overPowerThreshold default",
                "ElectricalAlarm.overVoltageThreshold default", "ElectricalAlarm.powerImportThreshold default",
                "ElectricalAlarm.SetElectricalAlarmThresholds.overCurrentThreshold default",
                "ElectricalAlarm.SetElectricalAlarmThresholds.overPowerThreshold default",
                "ElectricalAlarm.SetElectricalAlarmThresholds.overVoltageThreshold default",
                "ElectricalAlarm.SetElectricalAlarmThresholds.powerImportThreshold default",
                "GeneralCommissioning.recoveryIdentifier default", "Thermostat.ACLouverPosition default",
                "Thermostat.numberOfPresets default", "Thermostat.numberOfScheduleTransitions default",
                "Thermostat.numberOfSchedules default",
            ]
        ),
        (
            "the cluster's own enum has the values that the table leaves a number",
            ["RvcOperationalState.operationalState type"]
        ),
        ("0 is the only value that the table would let be", ["IlluminanceMeasurement.measuredValue max"]),
        (
            "the type says the unit, and makers' files can say no other",
            [
                "DoorLock.SetYearDaySchedule.localStartTime unit", "DoorLock.SetYearDaySchedule.localEndTime unit",
                "DoorLock.GetYearDayScheduleResponse.localStartTime unit",
                "DoorLock.GetYearDayScheduleResponse.localEndTime unit",
                "DoorLock.SetHolidaySchedule.localStartTime unit", "DoorLock.SetHolidaySchedule.localEndTime unit",
                "DoorLock.GetHolidayScheduleResponse.localStartTime unit",
                "DoorLock.GetHolidayScheduleResponse.localEndTime unit",
                "MediaPlayback.startTime unit", "MediaPlayback.StateChanged.startTime unit",
            ]
        ),
        (
            "the features decide on the limit and the default, which a schema cannot say",
            ["LevelControl.minLevel default", "LevelControl.minLevel conformance"]
        ),
        (
            "the commands with on and off are those without, and a step moves",
            [
                "LevelControl.MoveToLevelWithOnOff.optionsMask default",
                "LevelControl.MoveToLevelWithOnOff.optionsOverride default",
                "LevelControl.MoveWithOnOff.optionsMask default", "LevelControl.MoveWithOnOff.optionsOverride default",
                "LevelControl.StepWithOnOff.optionsMask default", "LevelControl.StepWithOnOff.optionsOverride default",
                "LevelControl.StopWithOnOff.optionsMask default", "LevelControl.StopWithOnOff.optionsOverride default",
                "LevelControl.Step.stepSize min", "LevelControl.StepWithOnOff.stepSize min",
            ]
        ),
        (
            "the table has these limits in words only",
            [
                "Thermostat.occupiedCoolingSetpoint min", "Thermostat.occupiedCoolingSetpoint max",
                "Thermostat.occupiedHeatingSetpoint min", "Thermostat.occupiedHeatingSetpoint max",
                "Thermostat.unoccupiedCoolingSetpoint min", "Thermostat.unoccupiedCoolingSetpoint max",
                "Thermostat.unoccupiedHeatingSetpoint min", "Thermostat.unoccupiedHeatingSetpoint max",
                "Thermostat.minHeatSetpointLimit min", "Thermostat.minHeatSetpointLimit max",
                "Thermostat.maxHeatSetpointLimit min", "Thermostat.maxHeatSetpointLimit max",
                "Thermostat.minCoolSetpointLimit min", "Thermostat.minCoolSetpointLimit max",
                "Thermostat.maxCoolSetpointLimit min", "Thermostat.maxCoolSetpointLimit max",
                "Thermostat.minSetpointDeadBand max",
            ]
        ),
        (
            "brackets that mean nothing",
            [
                "AmbientContextSensing.AmbientContextDetectStarted conformance",
                "AmbientContextSensing.AmbientContextDetectEnded conformance",
            ]
        ),
    ]

    @Test func everyMemberIsAsTheFactsHaveIt() throws {
        let model = try SchemasTests.model()
        let table = try FactsTable.read()
        var comparison = FactsComparison()
        for facts in table.clusters {
            let cluster = try require(model.cluster(named: facts.name), "no cluster \(facts.name)")
            comparison.compare(cluster, facts)
        }
        let outside = FactsTable.Cluster(
            id: 0, name: "Globals", revision: 0, enums: [], bitmaps: [], structs: [], attributes: [], commands: [],
            events: [])
        comparison.compare(model.globals, table.globals, in: outside)
        let known = Set(Self.deviations.flatMap(\.keys))
        for (key, difference) in comparison.differences where !known.contains(key) {
            Issue.record("\(key): \(difference)")
        }
        for key in known where comparison.differences[key] == nil {
            Issue.record("\(key) is as the table has it: take it off the list")
        }
    }

    @Test func countsAreThoseOfTheFacts() throws {
        let model = try SchemasTests.model()
        let table = try FactsTable.read()
        let clusters = model.clusters.filter { $0.vendor.id == 0 }
        expect(clusters.count, equals: table.clusters.count)
        for (name, ours, facts) in [
            ("features", clusters.map { $0.features.count }, table.clusters.map { $0.features?.count ?? 0 }),
            (
                "attributes", clusters.map { $0.attributes.count { !$0.isGlobal } },
                table.clusters.map { $0.attributes.count }
            ),
            (
                "commands", clusters.map { $0.commands.count + $0.responses.count },
                table.clusters.map { $0.commands.count }
            ),
            ("events", clusters.map { $0.events.count }, table.clusters.map { $0.events.count }),
            ("enums", clusters.map { $0.types.enumerations.count }, table.clusters.map { $0.enums.count }),
            ("bitmaps", clusters.map { $0.types.bitmaps.count }, table.clusters.map { $0.bitmaps.count }),
            ("structs", clusters.map { $0.types.structures.count }, table.clusters.map { $0.structs.count }),
        ] as [(String, [Int], [Int])] {
            expect(ours.reduce(0, +), equals: facts.reduce(0, +), "\(name)")
        }
    }

    @Test func deviceTypesAreAsTheFactsHaveThem() throws {
        let model = try SchemasTests.model()
        // HeatingCoolingUnit is older than Matter.
        let types = model.deviceTypes.filter { $0.vendor.id == 0 && $0.id != 0x0300 }
        let facts = try FactsTable.deviceTypes().sorted { $0.id < $1.id }
        expect(types.map(\.id), equals: facts.map(\.id))
        for (ours, fact) in zip(types, facts) {
            expect(ours.revision, equals: fact.revision ?? 1, "\(ours.name)")
            expect(ours.deviceClass, equals: fact.class, "\(ours.name)")
            let superset = facts.first { $0.title == fact.superset }?.id
            expect(types.first { $0.name == ours.superset }?.id, equals: superset, "\(ours.name)")
            // A vendor's additions to a standard type do not belong to the standard.
            let standard = ours.clusters.filter { $0.clusterID >> 16 == 0 }
            expect(Set(standard.map { Row($0, in: model) }), equals: Set((fact.clusters ?? []).map(Row.init)))
            expect(
                ours.components.map(\.deviceTypeID), equals: fact.composition?.endpoints.map(\.deviceType) ?? [],
                "\(ours.name)")
        }
    }

    /// A cluster of a device type.
    private struct Row: Hashable {
        var id: UInt32
        var side: String
        var isOptional: Bool

        /// The mandatory features, in lower case.
        var features: Set<String>

        init(_ cluster: DeviceTypeClusterModel, in model: ResolvedSchema) {
            id = cluster.clusterID
            side = cluster.side.rawValue
            isOptional = cluster.isOptional
            let known = model.cluster(named: cluster.clusterName)?.features ?? []
            features = Set(known.filter { $0.mask & cluster.requiredFeatures != 0 }.map { $0.name.lowercased() })
        }

        init(_ facts: FactsTable.DeviceType.Cluster) {
            id = facts.id
            side = facts.side
            isOptional = facts.presence != "required"
            let required = (facts.features ?? []).filter { [nil, "M", "P, M"].contains($0.conformance) }
            features = Set(required.map { $0.name.lowercased() })
        }
    }
}

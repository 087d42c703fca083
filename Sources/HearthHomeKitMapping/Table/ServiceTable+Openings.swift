internal import HearthTraitDescriptors

extension AttributeID {
    static let operationalStatus = AttributeID(TraitIDs.windowCovering, 10, "operationalStatus")
    static let targetLift = AttributeID(TraitIDs.windowCovering, 11, "targetPositionLiftPercent100ths")
    static let targetTilt = AttributeID(TraitIDs.windowCovering, 12, "targetPositionTiltPercent100ths")
    static let endProductType = AttributeID(TraitIDs.windowCovering, 13, "endProductType")
    static let currentLift = AttributeID(TraitIDs.windowCovering, 14, "currentPositionLiftPercent100ths")
    static let currentTilt = AttributeID(TraitIDs.windowCovering, 15, "currentPositionTiltPercent100ths")
    static let safetyStatus = AttributeID(TraitIDs.windowCovering, 26, "safetyStatus")
    static let closureState = AttributeID(TraitIDs.closureControl, 1, "mainState")
    static let closureErrors = AttributeID(TraitIDs.closureControl, 2, "currentErrorList")
    static let closurePosition = AttributeID(TraitIDs.closureControl, 3, "overallCurrentState")
    static let closureTarget = AttributeID(TraitIDs.closureControl, 4, "overallTargetState")
}

extension CommandID {
    static let upOrOpen = CommandID(TraitIDs.windowCovering, 0, "UpOrOpen")
    static let downOrClose = CommandID(TraitIDs.windowCovering, 1, "DownOrClose")
    static let stopMotion = CommandID(TraitIDs.windowCovering, 2, "StopMotion")
    static let goToLift = CommandID(TraitIDs.windowCovering, 5, "GoToLiftPercentage")
    static let goToTilt = CommandID(TraitIDs.windowCovering, 8, "GoToTiltPercentage")
    static let moveTo = CommandID(TraitIDs.closureControl, 1, "MoveTo", timed: true)
}

extension ServiceTable {
    static let openings: [ServiceMapping] = [
        covering(.windowCovering, isFromTraits: true),
        covering(.window, isFromTraits: false),
        covering(.door, isFromTraits: false),
        ServiceMapping(
            .garageDoorOpener, deviceTypes: [DeviceTypeIDs.closure], traits: [TraitIDs.closureControl],
            [doorState, targetDoorState, obstruction]),
    ]

    /// WindowCovering (0x102). Motorized windows and doors become coverings when they come from an accessory; devices
    /// never get these services.
    private static func covering(_ type: ServiceType, isFromTraits: Bool) -> ServiceMapping {
        ServiceMapping(
            type, deviceTypes: [DeviceTypeIDs.windowCovering], traits: [TraitIDs.windowCovering],
            [
                currentPosition, targetPosition, positionState, holdPosition, coveringObstruction,
            ] + (type == .windowCovering ? tilts : [])
        ).with { $0.isFromTraits = isFromTraits }
    }

    // MARK: Positions

    /// The position; a covering that only tilts uses its tilt, as HAP requires a position.
    private static func position(
        _ type: CharacteristicType, _ lift: AttributeID, _ tilt: AttributeID
    ) -> CharacteristicLink {
        var link = CharacteristicLink.attribute(type, lift, .position)
        link.isOffered = { _ in true }
        link.sources.append(tilt)
        link.read = { reading in
            (reading.value(lift) ?? reading.value(tilt)).flatMap(Conversion.position.toCharacteristic)
        }
        return link
    }

    private static let currentPosition = position(.currentPosition, .currentLift, .currentTilt)

    private static let targetPosition: CharacteristicLink = {
        var link = position(.targetPosition, .targetLift, .targetTilt)
        let read = link.read
        // The features Lift and PositionAwareLift.
        link.features = { _ in [TraitIDs.windowCovering: 0x5] }
        // A covering at rest may have no target; its current position counts then.
        link.read = { read($0) ?? currentPosition.read($0) }
        link.sources += [.currentLift, .currentTilt]
        link.write = { values, reading in
            guard let position = values[.targetPosition], let percent = position.number,
                let raw = Conversion.position.toTrait(position)
            else { return [] }
            if reading.has(.targetLift) { return [reading.invoke(.goToLift, [0: raw])] }
            if reading.has(.targetTilt) { return [reading.invoke(.goToTilt, [0: raw])] }
            // The covering does not know its position.
            return [reading.invoke(percent >= 50 ? .upOrOpen : .downOrClose)]
        }
        link.commands = [
            .goToLift: { arguments, _ in
                arguments[0].flatMap(Conversion.position.toCharacteristic).map { [.targetPosition: $0] } ?? [:]
            },
            .upOrOpen: { _, _ in [.targetPosition: .uint(100)] },
            .downOrClose: { _, _ in [.targetPosition: .uint(0)] },
            .stopMotion: { _, values in
                // Without HoldPosition, moving to the current position stops it.
                guard values[.holdPosition] == nil, let position = values[.currentPosition] else { return [:] }
                return [.targetPosition: position]
            },
        ]
        return link
    }()

    /// OperationalStatus, bits 0 and 1: stopped 0, opening 1, closing 2.
    private static let positionState: CharacteristicLink = {
        let states = Conversion.choices([0: 2, 1: 1, 2: 0])
        var link = CharacteristicLink.attribute(.positionState, .operationalStatus, states)
        link.isOffered = { _ in true }
        link.read = { reading in
            states.toCharacteristic(.signed((reading.integer(.operationalStatus) ?? 0) & 3)) ?? .uint(2)
        }
        return link
    }()

    private static let holdPosition: CharacteristicLink = {
        var link = CharacteristicLink(.holdPosition)
        link.write = { values, reading in
            values.truth(.holdPosition) == true ? [reading.invoke(.stopMotion)] : []
        }
        link.commands = [.stopMotion: { _, _ in [.holdPosition: .bool(true)] }]
        return link
    }()

    /// SafetyStatus, bit 5: obstacle detected.
    private static let coveringObstruction: CharacteristicLink = {
        var link = CharacteristicLink.computed(.obstructionDetected, from: [.safetyStatus]) { reading in
            reading.integer(.safetyStatus).map { .bool($0 & 0x20 != 0) }
        }
        link.isOffered = { $0.has(.safetyStatus) }
        link.attributes = { values in
            values.truth(.obstructionDetected).map { [.safetyStatus: .unsigned($0 ? 0x20 : 0)] } ?? [:]
        }
        return link
    }()

    // MARK: Tilt

    /// EndProductType: a curtain of vertical strips.
    private static let verticalStrips: Int64 = 11

    private static let tilts: [CharacteristicLink] = [
        tilt(.currentHorizontalTiltAngle, isVertical: false),
        targetTilt(.targetHorizontalTiltAngle, isVertical: false),
        tilt(.currentVerticalTiltAngle, isVertical: true), targetTilt(.targetVerticalTiltAngle, isVertical: true),
    ]

    private static func tilt(_ type: CharacteristicType, isVertical: Bool) -> CharacteristicLink {
        var link = CharacteristicLink.attribute(type, .currentTilt, .tilt)
        link.sources.append(.endProductType)
        link.isOffered = { reading in
            reading.has(.currentTilt) && (reading.integer(.endProductType) == verticalStrips) == isVertical
        }
        return link
    }

    private static func targetTilt(_ type: CharacteristicType, isVertical: Bool) -> CharacteristicLink {
        var link = CharacteristicLink.attribute(type, .targetTilt, .tilt)
            .sending(.goToTilt, argument: 0, .tilt)
        link.sources += [.endProductType, .currentTilt]
        link.read = { reading in
            [reading.value(.targetTilt), reading.value(.currentTilt)].lazy
                .compactMap { $0.flatMap(Conversion.tilt.toCharacteristic) }.first
        }
        link.isOffered = { reading in
            reading.has(.targetTilt) && (reading.integer(.endProductType) == verticalStrips) == isVertical
        }
        // The features Tilt and PositionAwareTilt.
        link.features = { _ in [TraitIDs.windowCovering: 0x12] }
        link.commands[.goToTilt] = { arguments, values in
            guard values[type] != nil else { return [:] }
            return arguments[0].flatMap(Conversion.tilt.toCharacteristic).map { [type: $0] } ?? [:]
        }
        return link
    }

    // MARK: Garage doors: ClosureControl (0x104)

    /// The position in field 0 of OverallCurrentState and OverallTargetState: closed 0, open 1, others in between.
    private static func position(_ attribute: AttributeID, _ reading: ServiceReading) -> Int64? {
        guard case .structure(let state) = reading.value(attribute) else { return nil }
        return state[0]?.integer
    }

    /// MainState: moving.
    private static let moving: Int64 = 1

    private static let doorState: CharacteristicLink = {
        var link = CharacteristicLink.computed(
            .currentDoorState, from: [.closureState, .closurePosition, .closureTarget]
        ) { reading in
            if reading.integer(.closureState) == moving {
                return .uint(position(.closureTarget, reading) == 0 ? 3 : 2)
            }
            switch position(.closurePosition, reading) {
            case 0: return .uint(1)
            case 1: return .uint(0)
            case nil: return nil
            default: return .uint(4)
            }
        }
        link.attributes = { values in
            // The position and MainState (moving 1, else 0) by CurrentDoorState.
            let states: [Int64: (UInt64, UInt64)] = [0: (1, 0), 1: (0, 0), 2: (2, 1), 3: (2, 1), 4: (2, 0)]
            guard let (position, main) = values.integer(.currentDoorState).flatMap({ states[$0] }) else { return [:] }
            return [
                .closureState: .unsigned(main),
                .closurePosition: .structure([0: .unsigned(position), 3: .bool(position == 0)]),
            ]
        }
        return link
    }()

    private static let targetDoorState: CharacteristicLink = {
        var link = CharacteristicLink.computed(
            .targetDoorState, from: [.closureTarget, .closurePosition]
        ) { reading in
            (position(.closureTarget, reading) ?? position(.closurePosition, reading)).map { .uint($0 == 0 ? 1 : 0) }
        }
        link.attributes = { values in
            guard let target = values.truth(.targetDoorState) else { return [:] }
            return [.closureTarget: .structure([0: .unsigned(target ? 0 : 1)])]
        }
        link = link.choosing([
            (.uint(1), .moveTo, [0: .unsigned(0)]), (.uint(0), .moveTo, [0: .unsigned(1)]),
        ])
        return link
    }()

    /// CurrentErrorList: blocked 0, blocked by a sensor 1.
    private static let obstruction: CharacteristicLink = {
        var link = CharacteristicLink.computed(.obstructionDetected, from: [.closureErrors]) { reading in
            .bool(reading.value(.closureErrors)?.list?.contains { [0, 1].contains($0.integer ?? -1) } ?? false)
        }
        link.attributes = { values in
            values.truth(.obstructionDetected).map { [.closureErrors: .list($0 ? [.unsigned(0)] : [])] } ?? [:]
        }
        return link
    }()
}

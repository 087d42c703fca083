internal import HearthTraitDescriptors

extension TraitIDs {
    static let cameraStreams: UInt32 = 0x0551
    static let cameraMovement: UInt32 = 0x0552
}

extension AttributeID {
    static let sensor = AttributeID(TraitIDs.cameraStreams, 2, "videoSensorParams")
    static let minViewport = AttributeID(TraitIDs.cameraStreams, 4, "minViewportResolution")
    static let snapshotCapabilities = AttributeID(TraitIDs.cameraStreams, 10, "snapshotCapabilities")
    static let nightVision = AttributeID(TraitIDs.cameraStreams, 22, "nightVision")
    static let viewport = AttributeID(TraitIDs.cameraStreams, 24, "viewport")
    static let speakerMuted = AttributeID(TraitIDs.cameraStreams, 25, "speakerMuted")
    static let speakerVolume = AttributeID(TraitIDs.cameraStreams, 26, "speakerVolumeLevel")
    static let speakerMax = AttributeID(TraitIDs.cameraStreams, 27, "speakerMaxLevel")
    static let speakerMin = AttributeID(TraitIDs.cameraStreams, 28, "speakerMinLevel")
    static let microphoneMuted = AttributeID(TraitIDs.cameraStreams, 29, "microphoneMuted")
    static let microphoneVolume = AttributeID(TraitIDs.cameraStreams, 30, "microphoneVolumeLevel")
    static let microphoneMax = AttributeID(TraitIDs.cameraStreams, 31, "microphoneMaxLevel")
    static let microphoneMin = AttributeID(TraitIDs.cameraStreams, 32, "microphoneMinLevel")
    static let imageRotation = AttributeID(TraitIDs.cameraStreams, 34, "imageRotation")
    static let imageMirrored = AttributeID(TraitIDs.cameraStreams, 35, "imageFlipHorizontal")
    static let cameraPosition = AttributeID(TraitIDs.cameraMovement, 0, "mptzPosition")
    static let zoomMax = AttributeID(TraitIDs.cameraMovement, 4, "zoomMax")
    static let tiltMin = AttributeID(TraitIDs.cameraMovement, 5, "tiltMin")
    static let tiltMax = AttributeID(TraitIDs.cameraMovement, 6, "tiltMax")
    static let panMin = AttributeID(TraitIDs.cameraMovement, 7, "panMin")
    static let panMax = AttributeID(TraitIDs.cameraMovement, 8, "panMax")
}

extension CommandID {
    static let captureSnapshot = CommandID(TraitIDs.cameraStreams, 12, "CaptureSnapshot")
    static let setCameraPosition = CommandID(TraitIDs.cameraMovement, 0, "MPTZSetPosition")
}

extension ServiceTable {
    /// CameraControl, Microphone and Speaker of cameras: CameraAvStreamManagement (0x551),
    /// CameraAvSettingsUserLevelManagement (0x552). HAP's cameras have more than these traits show, so an accessory's
    /// services become no traits.
    static let cameras: [ServiceMapping] = [
        ServiceMapping(
            .cameraControl, traits: [TraitIDs.cameraStreams],
            [
                movement(.currentHorizontalTiltAngle, .pan), movement(.targetHorizontalTiltAngle, .pan),
                movement(.currentVerticalTiltAngle, .tilt), movement(.targetVerticalTiltAngle, .tilt),
                movement(.opticalZoom, .zoom), digitalZoom, nightVision,
                .attribute(.imageMirroring, .imageMirrored, .truth).updating(.truth),
                .attribute(.imageRotation, .imageRotation, .number).updating(.number),
            ]
        ).with { row in
            let links = row.links
            row.alsoTakes = [TraitIDs.cameraMovement]
            row.matches = { reading in links.contains { $0.isOffered(reading) } }
            row.isFromAccessories = false
        },
        sound(.microphone, .microphoneMuted, .microphoneVolume, (.microphoneMin, .microphoneMax)),
        sound(.speaker, .speakerMuted, .speakerVolume, (.speakerMin, .speakerMax)),
    ]

    private static func sound(
        _ type: ServiceType, _ muted: AttributeID, _ volume: AttributeID, _ limits: (AttributeID, AttributeID)
    ) -> ServiceMapping {
        ServiceMapping(
            type, traits: [TraitIDs.cameraStreams],
            [
                CharacteristicLink.attribute(.mute, muted, .truth).updating(.truth),
                CharacteristicLink.attribute(.volume, volume, .volume).updating(.volume)
                    .limited(limits.0, limits.1, .volume),
            ]
        ).with {
            $0.isMain = false
            $0.isFromAccessories = false
            $0.matches = { $0.has(muted) }
        }
    }

    // MARK: Movement

    /// A part of the position of a camera, with its field in MPTZPosition and MPTZSetPosition, and its limits.
    private struct Axis {
        let field: UInt32
        let limits: [AttributeID]
        let fixedMinimum: Double?

        static let pan = Axis(field: 0, limits: [.panMin, .panMax], fixedMinimum: nil)
        static let tilt = Axis(field: 1, limits: [.tiltMin, .tiltMax], fixedMinimum: nil)
        static let zoom = Axis(field: 2, limits: [.zoomMax], fixedMinimum: 1)
    }

    /// The characteristics that move the camera, with their fields.
    private static let targets: [(CharacteristicType, UInt32, isSigned: Bool)] = [
        (.targetHorizontalTiltAngle, 0, true), (.targetVerticalTiltAngle, 1, true), (.opticalZoom, 2, false),
    ]

    /// Degrees and zoom factors are the same on both sides. Matter has no target of a movement, so it is the position.
    private static func movement(_ type: CharacteristicType, _ axis: Axis) -> CharacteristicLink {
        var link = CharacteristicLink.computed(type, from: [.cameraPosition] + axis.limits) { reading in
            position(axis.field, reading).map { .int($0) }
        }
        link.isOffered = { position(axis.field, $0) != nil }
        link.limit = { reading, metadata in
            let limits = axis.limits.map { reading.integer($0).map(Double.init) }
            metadata.minimum = axis.fixedMinimum ?? limits.first.flatMap { $0 } ?? metadata.minimum
            metadata.maximum = limits.last.flatMap { $0 } ?? metadata.maximum
            metadata.step = 1
        }
        guard targets.contains(where: { $0.0 == type }) else { return link }
        link.write = { values, reading in
            var arguments: StructureValue = [:]
            for (type, field, isSigned) in targets {
                guard let number = values.number(type).flatMap(nearest) else { continue }
                arguments[field] = isSigned ? .signed(number) : .unsigned(UInt64(clamping: number))
            }
            return [reading.invoke(.setCameraPosition, arguments)]
        }
        return link
    }

    private static func position(_ field: UInt32, _ reading: ServiceReading) -> Int64? {
        guard case .structure(let position) = reading.value(.cameraPosition) else { return nil }
        return position[field]?.integer
    }

    // MARK: The picture

    /// A camera whose night vision is automatic has it, and stays automatic.
    private static let nightVision: CharacteristicLink = {
        var link = CharacteristicLink.attribute(.nightVision, .nightVision, .anyAboveZero).updating(.anyAboveZero)
        let write = link.write
        link.write = { values, reading in
            let isAutomatic = reading.integer(.nightVision) == 2 && values.truth(.nightVision) == true
            return isAutomatic ? [] : write?(values, reading) ?? []
        }
        return link
    }()

    /// How many times as wide as the viewport the sensor is. A write keeps the viewport's centre as far as the sensor
    /// allows.
    private static let digitalZoom: CharacteristicLink = {
        var link = CharacteristicLink.computed(.digitalZoom, from: [.viewport, .sensor, .minViewport]) { reading in
            guard let view = CameraViewport(reading) else { return nil }
            return .float(view.zoom)
        }
        link.isOffered = { CameraViewport($0) != nil }
        link.limit = { reading, metadata in
            guard let view = CameraViewport(reading) else { return }
            (metadata.minimum, metadata.maximum) = (1, max(1, view.greatestZoom))
        }
        link.write = { values, reading in
            guard let zoom = values.number(.digitalZoom), let view = CameraViewport(reading)?.zoomed(zoom) else {
                return []
            }
            return [reading.update(.viewport, .structure(view))]
        }
        return link
    }()
}

internal import HearthBase
internal import HearthTraitCatalog
internal import HearthTraitCore

/// A camera as Camera or VideoDoorbell of Matter, and what it recognises as ObjectDetection.
struct CameraConverter: EntityConverter {
    private typealias T = StandardTraits

    /// The types and features of ObjectDetection (Google Home APIs, ObjectDetectionTrait).
    private static let objects: [String: (type: Int64, feature: UInt32)] = [
        "face": (2, 0x1), "person": (3, 0x2), "package": (4, 0x4), "animal": (5, 0x8), "vehicle": (6, 0x10),
    ]

    private let key: String
    let parts: [EntityPart]

    init(_ entity: Entity, _ camera: EntityKind.Camera) {
        key = entity.key
        var traits = [Self.streams(camera)]
        let features = camera.objects.reduce(UInt32(0)) { $0 | (Self.objects[$1]?.feature ?? 0) }
        if features != 0 { traits.append(TraitDraft(T.googleObjectDetection, features: features)) }
        parts = [
            EntityPart(
                key: key, name: entity.name,
                types: [camera.isDoorbell ? T.videoDoorbellDeviceType : T.cameraDeviceType], traits: traits)
        ]
    }

    /// The facts about the camera's picture (Matter 1.5 Application Clusters, Camera AV Stream Management). No stream is
    /// allocated: that is up to the program that opens them. The hub keeps the privacy modes, and obeys them.
    private static func streams(_ camera: EntityKind.Camera) -> TraitDraft {
        let common: [String: PlainValue] = [
            "maxContentBufferSize": 4_194_304, "maxNetworkBandwidth": 128_000, "supportedStreamUsages": [3],
            "streamUsagePriorities": [3], recordingPrivacy: false, livePrivacy: false,
        ]
        // Matter has 16 bits for each of them, and at least 64 points for a sensor.
        func number(_ value: Int) -> Int64 { Int64(min(max(value, 0), 65_535)) }
        let (width, height, rate) = (
            number(camera.width), number(camera.height), max(number(camera.framesPerSecond), 1)
        )
        guard min(width, height) >= 64 else {
            return TraitDraft(T.matterCameraAvStreamManagement, features: 0x8, common)
        }
        let features: UInt32 = (camera.hasPictures ? 0xE : 0xA) | (camera.hasSpeaker ? 0x10 : 0)
        var draft = TraitDraft(T.matterCameraAvStreamManagement, features: features, common)
        draft.set([
            "maxConcurrentEncoders": 1,
            "maxEncodedPixelRate": .integer(min(width * height * rate, 0xFFFF_FFFF)),  // in range: 48 bits
            "videoSensorParams": .structure([
                "sensorWidth": .integer(width), "sensorHeight": .integer(height), "maxFPS": .integer(rate),
            ]),
            "minViewportResolution": .structure(["width": .integer(width), "height": .integer(height)]),
            "rateDistortionTradeOffPoints": [], "currentFrameRate": 0, "allocatedVideoStreams": [],
            "viewport": .structure(["x1": 0, "y1": 0, "x2": .integer(width), "y2": .integer(height)]),
        ])
        if camera.hasPictures { describePictures(width: width, height: height, in: &draft) }
        if camera.hasSpeaker { describeSpeaker(in: &draft) }
        return draft
    }

    /// A speaker that people can talk through. Its volume is the camera's matter. Matter has no name for G.711, which
    /// most cameras play, and demands a codec.
    private static func describeSpeaker(in draft: inout TraitDraft) {
        draft.set([
            "twoWayTalkSupport": 1, speakerMuted: false, "speakerVolumeLevel": 254, "speakerMinLevel": 0,
            "speakerMaxLevel": 254,
            "speakerCapabilities": .structure([
                "maxNumberOfChannels": 1, "supportedCodecs": [0], "supportedSampleRates": [8_000],
                "supportedBitDepths": [16],
            ]),
        ])
    }

    private static func describePictures(width: Int64, height: Int64, in draft: inout TraitDraft) {
        let resolution = PlainValue.structure(["width": .integer(width), "height": .integer(height)])
        draft.accept("CaptureSnapshot")
        draft.set([
            "snapshotCapabilities": [
                .structure([
                    "resolution": resolution, "maxFrameRate": 1, "imageCodec": 0, "requiresEncodedPixels": false,
                ])
            ],
            "allocatedSnapshotStreams": [
                .structure([
                    "snapshotStreamID": .integer(snapshotStream), "imageCodec": 0, "frameRate": 1,
                    "minResolution": resolution, "maxResolution": resolution, "quality": 80, "referenceCount": 0,
                    "encodedPixels": false, "hardwareEncoder": false,
                ])
            ],
        ])
    }

    /// The ID of the stream of pictures.
    static let snapshotStream: Int64 = 1
    private static let recordingPrivacy = "softRecordingPrivacyModeEnabled"
    private static let livePrivacy = "softLivestreamPrivacyModeEnabled"
    private static let speakerMuted = "speakerMuted"

    /// Whether a privacy mode forbids pictures, by a camera's attributes.
    static func isPrivate(_ attributes: StructureValue) -> Bool {
        [livePrivacy, "hardPrivacyModeOn"].contains { name in
            T.matterCameraAvStreamManagement.attribute(named: name).flatMap { attributes[$0.field.id]?.bool } ?? false
        }
    }

    func kept(_ write: TraitWrite) throws(TraitError) -> [String: PlainValue]? {
        guard write.trait.id == T.matterCameraAvStreamManagement.id else { return nil }
        try write.expect(Self.recordingPrivacy, Self.livePrivacy, Self.speakerMuted)
        return [Self.recordingPrivacy, Self.livePrivacy, Self.speakerMuted].reduce(into: [:]) { values, name in
            values[name] = write.value(name)?.bool.map { .bool($0) }
        }
    }

    var entities: [String] { [key] }

    func values(_ states: EntityStates) -> PartValues { [:] }

    func events(_ event: EntityReport.Event) -> [PartEvent] {
        guard let object = Self.objects[event.type] else { return [] }
        var fields: [String: PlainValue] = [:]
        if let moment = event.moment {
            let (milliseconds, isTooLong) = moment.wholeSeconds.multipliedReportingOverflow(by: 1_000)
            let time = PlainValue.integer(isTooLong ? 0 : milliseconds)
            fields["detectionTimestampMillis"] = time
            fields["objects"] = .structure([
                "unfamiliar": .integer(event.type == "face" ? 1 : 0), "named": [], "unclassified": 0, "familiar": 0,
                "objects": .list([
                    .structure([
                        "type": .integer(object.type), "startTimestampMillis": time, "endTimestampMillis": time,
                        "name": "", "imageUrl": "",
                    ])
                ]),
            ])
        }
        return [PartEvent(key, T.googleObjectDetection, "ObjectDetected", fields)]
    }
}

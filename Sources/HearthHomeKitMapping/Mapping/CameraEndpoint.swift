public import HearthTraitDescriptors

/// A camera of a device: an endpoint whose CameraAvStreamManagement has video or snapshots.
public struct CameraEndpoint: Hashable, Sendable {
    /// The endpoint.
    public let endpoint: UInt16
    /// Whether it has live pictures.
    public let hasVideo: Bool
    /// Whether it takes pictures.
    public let hasSnapshots: Bool
    /// The request for a picture as large as the camera takes them.
    public let snapshotRequest: TraitRequest

    /// Reads an endpoint; nil if it is no camera.
    init?(_ reading: ServiceReading) {
        let features = reading.features(TraitIDs.cameraStreams)
        endpoint = reading.endpoint.number
        hasVideo = features & 0x2 != 0
        hasSnapshots = features & 0x4 != 0
        guard hasVideo || hasSnapshots else { return nil }
        let size = Self.greatestPicture(reading)
        snapshotRequest = reading.invoke(
            .captureSnapshot, [0: .null, 1: .structure([0: .unsigned(size.width), 1: .unsigned(size.height)])])
    }

    /// The greatest resolution of SnapshotCapabilities, else that of the sensor.
    private static func greatestPicture(_ reading: ServiceReading) -> (width: UInt64, height: UInt64) {
        let capabilities = (reading.value(.snapshotCapabilities)?.list ?? []).compactMap { entry -> TraitValue? in
            guard case .structure(let capability) = entry else { return nil }
            return capability[0]
        }
        return capabilities.compactMap(size).max { $0.width < $1.width } ?? reading.value(.sensor).flatMap(size) ?? (
            640, 480
        )
    }

    private static func size(_ value: TraitValue) -> (width: UInt64, height: UInt64)? {
        guard case .structure(let size) = value, let width = size[0]?.integer.flatMap({ UInt64(exactly: $0) }),
            let height = size[1]?.integer.flatMap({ UInt64(exactly: $0) }), width > 0, height > 0
        else { return nil }
        return (width, height)
    }
}

/// A picture that a camera has taken.
public struct CameraPicture: Hashable, Sendable {
    /// The JPEG file.
    public let jpeg: [UInt8]
    /// Width in pixels; 0 if the camera did not say it.
    public let width: Int
    /// Height in pixels; 0 if the camera did not say it.
    public let height: Int

    /// Reads the answer to ``CameraEndpoint/snapshotRequest`` (CameraAvStreamManagement: CaptureSnapshotResponse); nil if
    /// it has no JPEG.
    public init?(_ answer: StructureValue) {
        guard case .octets(let bytes) = answer[0], answer[1]?.integer == 0, !bytes.isEmpty else { return nil }
        var size: StructureValue = [:]
        if case .structure(let fields) = answer[2] { size = fields }
        jpeg = bytes
        width = Int(clamping: size[0]?.integer ?? 0)
        height = Int(clamping: size[1]?.integer ?? 0)
    }
}

extension AccessoryView {
    /// The cameras, in ascending order of endpoint.
    public var cameras: [CameraEndpoint] {
        device.endpoints.compactMap { endpoint in
            guard endpoint.traits[TraitIDs.cameraStreams] != nil else { return nil }
            return CameraEndpoint(ServiceReading(device: device, endpoint: endpoint, part: 0))
        }
    }
}

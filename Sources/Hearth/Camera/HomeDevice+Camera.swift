internal import HearthRPC
public import HearthTraitCore
internal import HearthWire

extension HomeDevice {
    /// The ID of CameraAvStreamManagement, which every camera has.
    private static let cameraTrait: UInt32 = 0x0551

    /// Whether a device has a camera.
    static func hasCamera(_ device: CachedDevice) -> Bool {
        device.endpoints.contains { $0.traits.contains { $0.id == cameraTrait } }
    }

    /// A camera of the device.
    ///
    /// - Parameter endpoint: nil for the first one.
    func camera(_ endpoint: UInt16?) throws(HomeError) -> TraitTarget {
        guard let endpoint = endpoint ?? cameraEndpoints.first else {
            throw HomeError(.notFound, "\(name) has no camera")
        }
        return TraitTarget(deviceID: id, endpoint: endpoint)
    }

    /// The endpoints that are cameras.
    public var cameraEndpoints: [UInt16] {
        endpoints.filter { $0.traits.contains { $0.id == Self.cameraTrait } }.map(\.id)
    }

    /// Opens the live stream of a camera.
    ///
    /// ```swift
    /// for try await part in try await doorbell.live(quality: .sub) { show(part) }
    /// ```
    ///
    /// - Parameters:
    ///   - endpoint: the camera; nil for the device's first one.
    ///   - quality: the stream for a large view, or the one for tiles and slow networks.
    ///   - withoutAudio: whether sound is left out.
    /// - Throws: `HomeError`: `.notFound` for a device without a camera, `.failedPrecondition` while a privacy mode is
    ///   on, `.resourceExhausted` if the camera or the hub has too many viewers, `.unavailable` if the camera can't be
    ///   reached.
    public func live(
        endpoint: UInt16? = nil, quality: CameraQuality = .main, withoutAudio: Bool = false
    ) async throws(HomeError) -> CameraStream {
        let target = try camera(endpoint)
        let connection = reference.connection
        try connection.checkOpen()
        do throws(RPCError) {
            let reader = try await Hearth_V1_CameraClient(connection.calls).openLiveView(
                Hearth_V1_OpenLiveViewRequest(
                    target: Hearth_V1_Target(target), quality: Hearth_V1_CameraQuality(quality),
                    withoutAudio: withoutAudio))
            guard let first = try await reader.next(), case .opened(let opened)? = first.part else {
                throw RPCError(.internal, "the hub's live stream does not begin with its opening")
            }
            return CameraStream(target, opened, reader, connection)
        } catch {
            throw HomeError(error)
        }
    }
}

package import HearthEventLoop
package import HearthIntegrations
internal import HearthMDNS
package import HearthMDNSDriver
internal import HearthONVIF

/// The services that devices announce on the local network, and the cameras that answer there, for the inbox of
/// integrations.
package struct NearbyServices: Sendable {
    /// The type of service that cameras count as which are found by WS-Discovery. No multicast DNS has it.
    package static let cameraType = "ws-discovery/NetworkVideoTransmitter"

    private let network: MDNSService
    private let cameras: CameraDiscovery

    /// Joins the multicast groups by which cameras are found.
    ///
    /// - Parameters:
    ///   - network: multicast DNS on this machine's networks.
    ///   - loop: the loop to run on.
    ///   - notice: receives a line for each network on which cameras are not found.
    package init(on network: MDNSService, loop: EventLoop, notice: @escaping @Sendable (String) -> Void) {
        self.network = network
        cameras = CameraDiscovery(loop: loop, onProblem: notice)
    }

    /// Tells a centre of the services that it wants to know of, until the task is cancelled or both ``stop()`` and
    /// `MDNSService.stop()` are called.
    package func follow(for centre: IntegrationCentre) async {
        async let following: Void = followServices(for: centre)
        for await camera in cameras.cameras { await centre.take(.seen(Self.announced(camera))) }
        await following
    }

    private func followServices(for centre: IntegrationCentre) async {
        let types = Set(centre.serviceTypes.compactMap { try? ServiceType($0) })
        for await change in network.browse(types) {
            switch change {
            case .found(let service), .changed(let service): await centre.take(.seen(announced(service)))
            case .gone(let service): await centre.take(.gone(type: service.type.description, name: service.name))
            }
        }
    }

    /// Leaves the multicast groups by which cameras are found.
    package func stop() async { await cameras.stop() }

    private static func announced(_ camera: NearbyCamera) -> NearbyService {
        let address = "\(camera.address)"
        return NearbyService(
            type: cameraType, name: camera.endpoint, host: address, addresses: [address], port: camera.port,
            properties: [
                "name": camera.name, "hardware": camera.hardware, "maker": camera.maker, "path": camera.path,
            ], life: CameraBrowser.life)
    }

    private func announced(_ service: DiscoveredService) -> NearbyService {
        var properties: [String: String] = [:]
        // Of repeated keys, only the first counts (RFC 6763, section 6.4).
        for attribute in service.attributes.all where properties[attribute.key.lowercased()] == nil {
            properties[attribute.key.lowercased()] = String(decoding: attribute.value ?? [], as: UTF8.self)
        }
        return NearbyService(
            type: service.type.description, name: service.name, host: "\(service.host)",
            addresses: service.addresses.map { "\($0)" }, port: service.port, properties: properties)
    }
}

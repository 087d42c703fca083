internal import HearthTraitCore

/// Cameras and doorbells in Google's form: a camera of Matter's is a GoogleCamera, too, and a doorbell a GoogleDoorbell.
enum GoogleCameras {
    private static let camera: UInt32 = 0x6006_0158
    private static let doorbell: UInt32 = 0x6006_0113
    /// Matter's VideoDoorbell, whose camera is an endpoint of its own and no further GoogleCamera.
    private static let videoDoorbell: UInt32 = 0x0143

    /// Google's type by Matter's: AudioDoorbell, Camera, VideoDoorbell, SnapshotCamera.
    private static let types: [UInt32: UInt32] = [
        0x0141: doorbell, 0x0142: camera, videoDoorbell: doorbell, 0x0145: camera,
    ]

    /// The endpoints of a device, with Google's types beside Matter's.
    static func typed(_ endpoints: [DeviceEndpoint]) -> [DeviceEndpoint] {
        guard endpoints.contains(where: { !added(to: $0).isEmpty }) else { return endpoints }
        let inDoorbells = endpoints.filter { $0.isOf(videoDoorbell) }
            .flatMap { PartScope(within: $0.id).parts(in: endpoints).map(\.id) }
        return endpoints.map { endpoint in
            var endpoint = endpoint
            for type in added(to: endpoint) where type.id != camera || !inDoorbells.contains(endpoint.id) {
                endpoint.deviceTypes.append(type)
            }
            return endpoint
        }
    }

    /// Whether a type is an endpoint's primary one: Google's is where Matter's is.
    static func isPrimary(_ type: UInt32, on endpoint: DeviceEndpoint) -> Bool {
        guard let primary = endpoint.primaryType else { return false }
        return primary == type || types[primary] == type
    }

    private static func added(to endpoint: DeviceEndpoint) -> [DeviceTypeEntry] {
        endpoint.deviceTypes.compactMap { type in
            guard let google = types[type.id], !endpoint.isOf(google) else { return nil }
            return DeviceTypeEntry(id: google, revision: 1, isPrimary: type.isPrimary)
        }
    }

    /// The endpoints that the views on an endpoint read; empty if it is neither a camera nor a doorbell.
    static func sources(of endpoint: UInt16, in endpoints: [DeviceEndpoint]) -> [DeviceEndpoint] {
        guard let shown = endpoints.first(where: { $0.id == endpoint }),
            shown.deviceTypes.contains(where: { types[$0.id] != nil || $0.id == camera || $0.id == doorbell })
        else { return [] }
        return [shown] + PartScope(within: endpoint).parts(in: endpoints)
    }
}

extension HomeCache {
    /// The traits of one endpoint, and those in whose form this program shows them (``TraitView``).
    func shownRecords(of target: TraitTarget) -> [UInt32: TraitRecord] {
        var records = records(of: target)
        guard let source = viewSource(of: target) else { return records }
        for view in TraitView.ofCameras where view.completesOwn || records[view.descriptor.id] == nil {
            if let shown = view.record(source) { records[view.descriptor.id] = shown }
        }
        return records
    }

    /// Where the events of a trait come from: the endpoint itself, or one inside of it that a view reads.
    func eventTarget(of traitID: UInt32, at target: TraitTarget) -> TraitTarget {
        guard records(of: target)[traitID] == nil, TraitView.ofCameras.contains(where: { $0.source == traitID }),
            let endpoint = viewSource(of: target)?.endpoint(with: traitID)
        else { return target }
        return TraitTarget(deviceID: target.deviceID, endpoint: endpoint)
    }

    /// What the views on an endpoint read; nil if it has none.
    func viewSource(of target: TraitTarget) -> TraitViewSource? {
        guard let device = state.devices[target.deviceID] else { return nil }
        let sources = GoogleCameras.sources(of: target.endpoint, in: device.endpoints)
        guard !sources.isEmpty else { return nil }
        var found: [UInt16: [UInt32: TraitRecord]] = [:]
        for endpoint in sources {
            found[endpoint.id] = records(of: TraitTarget(deviceID: target.deviceID, endpoint: endpoint.id))
        }
        return TraitViewSource(sources, found)
    }
}

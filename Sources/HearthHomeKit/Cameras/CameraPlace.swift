internal import HearthHomeKitMapping

/// A camera of an accessory, which its profile and controls belong to.
struct CameraPlace: Sendable {
    weak let accessory: HMAccessory?
    let endpoint: UInt16

    /// The name of the accessory, for messages.
    var name: String { accessory?.name ?? "the removed accessory" }

    /// What the camera can do now; nil once it was removed.
    var camera: CameraEndpoint? { accessory?.view.cameras.first { $0.endpoint == endpoint } }

    var services: [HMService] { [.cameraControl, .microphone, .speaker].compactMap(service) }

    func service(_ type: ServiceType) -> HMService? {
        let key = ServiceKey(endpoint: endpoint, type: type)
        return accessory?.services.first { $0.key == key }
    }

    func characteristic(_ type: CharacteristicType, of service: ServiceType) -> HMCharacteristic? {
        self.service(service)?.characteristics.first { $0.type == type }
    }

    /// The accessory and its model, for a request.
    func present() throws(HMError) -> (accessory: HMAccessory, model: HomeKitModel) {
        guard let accessory, accessory.home != nil else {
            throw HMError(.objectNotAssociatedToAnyHome, "the accessory of the camera was removed")
        }
        try accessory.checkReachable()
        return (accessory, try Operation(accessory.core).present())
    }
}

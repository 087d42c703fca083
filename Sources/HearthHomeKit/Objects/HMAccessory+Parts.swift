internal import Hearth
internal import HearthHomeKitMapping
internal import HearthTraitCore
internal import Synchronization

// Makes the services and cameras of an accessory from its traits, and keeps them up to date.
extension HMAccessory {
    /// The services and cameras with their state, made on first use.
    var parts: Parts {
        if let known = state.withLock({ $0.parts }) { return known }
        let record = record
        let traits = core?.model.records(of: id) ?? [:]
        let entries = AccessoryReading.makersTraits(of: record)
        let makers = entries.isEmpty ? [:] : core?.model.knownDescriptors(of: entries) ?? [:]
        let view = AccessoryReading.view(record, traits, makers: makers)
        let made = Parts(
            services: services(view, known: []), cameras: cameras(view, known: []), traits: traits, makers: makers)
        let parts = state.withLock { state in
            if let known = state.parts { return known }
            state.parts = made
            return made
        }
        if makers.count < Set(entries.map(\.id)).count { learn(entries) }
        return parts
    }

    /// Fetches the descriptors of makers' traits, then adds their services.
    private func learn(_ entries: [DeviceEndpoint.TraitEntry]) {
        guard let model = core?.model else { return }
        Task { [weak self] in
            guard let makers = try? await model.descriptors(of: entries), !makers.isEmpty else { return }
            MainQueue.run { [weak self] in
                self?.change { $0.parts?.makers = makers }
                self?.core?.accessoriesChanged()
                self?.rebuild(tells: true)
            }
        }
    }

    /// The view of the current trait values.
    var view: AccessoryView {
        let parts = parts
        return AccessoryReading.view(record, parts.traits, makers: parts.makers)
    }

    /// The services of a view; services in `known` with the same key keep their objects.
    private func services(_ view: AccessoryView, known: [HMService]) -> [HMService] {
        let accessory = view.accessory()
        let names = Dictionary(accessory.services.map { ($0.id, $0.key) }, uniquingKeysWith: { first, _ in first })
        return accessory.services.map { service in
            let linked = service.linked.compactMap { names[$0] }
            if let old = known.first(where: { $0.key == service.key }) {
                old.update(service, linked: linked)
                return old
            }
            return HMService(service, linked: linked, of: self)
        }
    }

    /// The cameras of a view; those in `known` keep their objects.
    private func cameras(_ view: AccessoryView, known: [HMCameraProfile]) -> [HMCameraProfile] {
        view.cameras.map { camera in
            known.first { $0.place.endpoint == camera.endpoint }
                ?? HMCameraProfile(CameraPlace(accessory: self, endpoint: camera.endpoint))
        }
    }

    // MARK: Changes. Main queue.

    /// Stores changed traits and updates the services made from them.
    func take(_ records: [TraitPath: TraitRecord], tells: Bool) {
        let isKnown = state.withLock { state in
            guard state.parts != nil else { return false }
            for (path, record) in records { state.parts?.traits[path] = record }
            return true
        }
        if isKnown { rebuild(tells: tells) }
    }

    /// Replaces all traits by those of the SDK's cache.
    func reload(tells: Bool) {
        if state.withLock({ $0.isReachable != nil }) { updateReachability(tells: tells) }
        guard state.withLock({ $0.parts != nil }), let traits = core?.model.records(of: id) else { return }
        change { $0.parts?.traits = traits }
        rebuild(tells: tells)
    }

    /// Updates services and values to the current traits, and notifies the delegate of the differences.
    private func rebuild(tells: Bool) {
        guard let (old, oldCameras) = state.withLock({ state in state.parts.map { ($0.services, $0.cameras) } }) else {
            return
        }
        let view = view
        let shape = old.map(\.shape), firmware = old.lazy.compactMap(\.firmwareVersion).first
        let new = services(view, known: old)
        let newCameras = cameras(view, known: oldCameras)
        change {
            $0.parts?.services = new
            $0.parts?.cameras = newCameras
        }
        if new.map(\.shape) != shape { toldDelegate { $0.accessoryDidUpdateServices(self) } }
        for gone in oldCameras where !newCameras.contains(gone) {
            toldDelegate { $0.accessory(self, didRemove: gone) }
        }
        for added in newCameras where !oldCameras.contains(added) {
            toldDelegate { $0.accessory(self, didAdd: added) }
        }
        for service in new {
            for characteristic in service.takeChanged() where tells && characteristic.isNotificationEnabled {
                toldDelegate { $0.accessory(self, service: service, didUpdateValueFor: characteristic) }
            }
        }
        if tells, let version = new.lazy.compactMap(\.firmwareVersion).first, let firmware, version != firmware {
            toldDelegate { $0.accessory(self, didUpdateFirmwareVersion: version) }
        }
    }

    /// Applies an event of the device, such as the press of a button.
    func take(_ event: HomeReport.EventOccurrence) {
        guard let parts = state.withLock({ $0.parts }),
            let descriptor = AccessoryReading.descriptor(event.path.traitID, parts.makers),
            let kind = descriptor.events.first(where: { $0.id == event.eventID }),
            let fields = try? descriptor.decodeEvent(kind, event.payload.span.bytes)
        else { return }
        let values = view.values(
            ofEvent: event.eventID, trait: event.path.traitID, endpoint: event.path.target.endpoint, fields: fields)
        for write in values {
            guard let service = parts.services.first(where: { $0.key == write.key.service }),
                let characteristic = service.characteristics.first(where: { $0.type == write.key.type })
            else { continue }
            characteristic.happened(write.value)
            guard characteristic.isNotificationEnabled else { continue }
            toldDelegate { $0.accessory(self, service: service, didUpdateValueFor: characteristic) }
        }
    }

    /// Notifies the delegate of services that were renamed or whose associated type changed.
    func tellSettings(_ old: CachedDevice, _ new: CachedDevice) {
        for service in state.withLock({ $0.parts?.services }) ?? [] {
            if service.name(in: old) != service.name(in: new) {
                toldDelegate { $0.accessory(self, didUpdateNameFor: service) }
            }
            if service.setting(in: old)?.associatedType != service.setting(in: new)?.associatedType {
                toldDelegate { $0.accessory(self, didUpdateAssociatedServiceTypeFor: service) }
            }
        }
    }
}

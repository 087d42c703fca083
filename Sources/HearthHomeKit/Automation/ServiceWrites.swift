internal import HearthHomeKitMapping
internal import HearthTraitDescriptors

/// Values written together to the characteristics of one service, and their conversion to requests and back. Both
/// directions use the table of HearthHomeKitMapping: ``AccessoryView`` plans the requests, and the meaning of requests is
/// found by planning candidates.
///
/// A plan leaves out requests for values that the device already has, but a scene must not depend on the state of its
/// devices. So it is planned for a device whose written values are unknown.
struct ServiceWrites: Hashable, Sendable {
    let service: ServiceKey
    let values: [CharacteristicType: CharacteristicValue]

    /// The requests, in the order of sending.
    ///
    /// - Throws: ``CharacteristicError`` with HomeKit's code: `notFound`, `invalidParameter`, `readOnlyCharacteristic`,
    ///   `invalidValueType`, `valueLowerThanMinimum`, `valueHigherThanMaximum`, `stringLongerThanMaximum` or
    ///   `stringShorterThanMinimum` for an invalid write; `operationNotSupported` if the device needs no request for
    ///   it.
    func requests(to device: DeviceSnapshot) throws(CharacteristicError) -> [TraitRequest] {
        let together = try plan(device)
        guard !together.isEmpty else {
            throw CharacteristicError(
                .operationNotSupported,
                "\(device.name) needs no request for this value in its present state; choose another value")
        }
        // Leave out requests that another one implies, unless the app asked for both: setting a brightness also
        // switches on.
        guard
            let said = Self.smallest(
                together, device, by: { part throws(CharacteristicError) in try part.plan(device) })
        else { return together }
        var requests: [TraitRequest] = []
        for (type, value) in values.sorted(by: { $0.key < $1.key })
        where said.values[type] == nil {
            requests += try ServiceWrites(service: service, values: [type: value]).plan(device)
        }
        return requests.filter { !together.contains($0) } + together
    }

    /// The smallest set of values that leads to the requests. If the device has changed so that no set does, all values
    /// that they may stand for. nil if no characteristic corresponds to them.
    init?(_ requests: [TraitRequest], to device: DeviceSnapshot) {
        let requests = requests.map(\.untimed)
        let meant = Self.smallest(requests, device) { part throws(CharacteristicError) in try part.requests(to: device)
        }
        guard let found = meant ?? Self.candidates(requests, device).first else { return nil }
        self = found
    }

    init(service: ServiceKey, values: [CharacteristicType: CharacteristicValue]) {
        self.service = service
        self.values = values
    }

    // MARK: Planning

    private func plan(_ device: DeviceSnapshot) throws(CharacteristicError) -> [TraitRequest] {
        let writes = values.map { CharacteristicWrite(CharacteristicKey(service, $0.key), $0.value) }
        let plan = AccessoryView(forgotten(by: device)).plan(for: writes)
        if let refused = plan.refused.first {
            guard refused.error.code != .invalidOrMissingAuthorizationData else {
                throw CharacteristicError(
                    refused.error.code,
                    "\(device.name) takes this value only with a code, which an action set can't have")
            }
            throw refused.error
        }
        return plan.requests.map(\.untimed)
    }

    /// The device with the written values set to unknown.
    private func forgotten(by device: DeviceSnapshot) -> DeviceSnapshot {
        let view = AccessoryView(device)
        var result = device
        for endpoint in device.endpoints {
            for (trait, snapshot) in endpoint.traits {
                for attribute in snapshot.attributes.fields.keys {
                    let touched = view.touched(endpoint: endpoint.number, trait: trait, attributes: [attribute])
                    guard touched.contains(where: { $0.service == service && values[$0.type] != nil }) else { continue }
                    let without = device.with(.null, of: attribute, trait: trait, endpoint: endpoint.number)
                    guard shows(AccessoryView(without), otherwiseThan: view) else { continue }
                    result = result.with(.null, of: attribute, trait: trait, endpoint: endpoint.number)
                }
            }
        }
        return result
    }

    /// Whether a written value differs, with the same limits.
    private func shows(_ new: AccessoryView, otherwiseThan old: AccessoryView) -> Bool {
        let (new, old) = (new.accessory()[service], old.accessory()[service])
        return values.keys.contains { type in
            new?[type]?.value != old?[type]?.value && new?[type]?.metadata == old?[type]?.metadata
        }
    }

    // MARK: The way back

    /// The most values tried together. Services have fewer that requests can stand for.
    private static let most = 6

    /// The smallest set of values that leads to the requests.
    private static func smallest(
        _ requests: [TraitRequest], _ device: DeviceSnapshot,
        by plan: (ServiceWrites) throws(CharacteristicError) -> [TraitRequest]
    ) -> ServiceWrites? {
        for candidate in candidates(requests, device) {
            let types = candidate.values.keys.sorted().prefix(most)
            let masks = (1..<(1 << types.count)).sorted { ($0.nonzeroBitCount, $0) < ($1.nonzeroBitCount, $1) }
            for mask in masks {
                let chosen = types.enumerated().filter { mask >> $0.offset & 1 == 1 }.map(\.element)
                let part = ServiceWrites(
                    service: candidate.service, values: candidate.values.filter { chosen.contains($0.key) })
                if let planned = try? plan(part), planned == requests { return part }
            }
        }
        return nil
    }

    /// All values that the requests may stand for, by service in the order of the table.
    private static func candidates(_ requests: [TraitRequest], _ device: DeviceSnapshot) -> [ServiceWrites] {
        let view = AccessoryView(device)
        let accessory = AccessoryDevice(view.accessory())
        var found: [ServiceKey: [CharacteristicType: CharacteristicValue]] = [:]
        for request in requests {
            let writes = ((try? accessory.writes(for: request)) ?? []) + shown(by: request, device, view)
            for write in writes where found[write.key.service]?[write.key.type] == nil {
                found[write.key.service, default: [:]][write.key.type] = write.value
            }
        }
        return view.serviceKeys.compactMap { key in found[key].map { ServiceWrites(service: key, values: $0) } }
    }

    /// The values that written attributes would show, including those of makers' traits, which ``AccessoryDevice`` does
    /// not handle.
    private static func shown(
        by request: TraitRequest, _ device: DeviceSnapshot, _ view: AccessoryView
    ) -> [CharacteristicWrite] {
        guard case .update(let values) = request.content else { return [] }
        return values.fields.flatMap { attribute, value in
            let after = AccessoryView(
                device.with(value, of: attribute, trait: request.trait, endpoint: request.endpoint))
            let touched = view.touched(endpoint: request.endpoint, trait: request.trait, attributes: [attribute])
            return touched.compactMap { key in (try? after.value(of: key)).map { CharacteristicWrite(key, $0) } }
        }
    }
}

extension TraitRequest {
    /// The request as graphs store it. The schema says which ones are timed.
    fileprivate var untimed: TraitRequest {
        TraitRequest(endpoint: endpoint, trait: trait, content: content)
    }
}

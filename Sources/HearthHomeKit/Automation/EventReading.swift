internal import HearthHomeKitMapping
internal import HearthTraitDescriptors
internal import HearthWire

/// An event of a trait that a characteristic shows, such as a button press. It is found by trial, as in
/// ``AttributeReading``.
struct EventReading: Sendable {
    let endpoint: UInt16
    let trait: UInt32
    let event: UInt32
    let fields: StructureValue
    /// The value of the characteristic after the event.
    let value: CharacteristicValue

    /// The events of a characteristic. Event fields are tried with the numbers 0 to 4, which covers counts of presses.
    static func all(of key: CharacteristicKey, _ device: DeviceSnapshot) -> [EventReading] {
        guard let endpoint = device.endpoints.first(where: { $0.number == key.service.endpoint }) else { return [] }
        let view = AccessoryView(device)
        var found: [EventReading] = []
        for trait in endpoint.traits.values.sorted(by: { $0.id < $1.id }) {
            for event in trait.descriptor?.events ?? [] {
                func add(_ fields: StructureValue) -> Bool {
                    let values = view.values(
                        ofEvent: event.id, trait: trait.id, endpoint: endpoint.number, fields: fields)
                    guard let value = values.first(where: { $0.key == key })?.value else { return false }
                    found.append(
                        EventReading(
                            endpoint: endpoint.number, trait: trait.id, event: event.id, fields: fields, value: value))
                    return true
                }
                if add([:]) { continue }
                for field in event.fields.fields where !field.isList {
                    for number in UInt64(0)...4 { _ = add([field.id: .unsigned(number)]) }
                }
            }
        }
        return found
    }

    func starter(_ deviceID: String) -> Hearth_V1_AutomationStarter {
        Hearth_V1_AutomationStarter(
            trait: .init(deviceID, endpoint: endpoint, trait: trait), eventID: event,
            parameters: Hearth_V1_FieldValue.fields(fields))
    }
}

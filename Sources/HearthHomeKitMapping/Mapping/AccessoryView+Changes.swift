public import HearthTraitDescriptors

extension AccessoryView {
    /// The characteristics whose value or limits depend on one of the changed attributes of a trait.
    public func touched(
        endpoint: UInt16, trait: UInt32, attributes: some Collection<UInt32>
    ) -> [CharacteristicKey] {
        entries.filter { $0.reading.endpoint.number == endpoint }.flatMap { entry in
            entry.links.filter { link in
                link.sources.contains { $0.trait == trait && attributes.contains($0.id) }
            }.map { CharacteristicKey(entry.key, $0.type) }
        }
    }

    /// The characteristic values that an event reports to observers.
    ///
    /// A button press is reported each time and never stored (a read gives null in HAP). Other values, such as a lock's
    /// last action or that it is jammed, hold until the next change.
    public func values(
        ofEvent event: UInt32, trait: UInt32, endpoint: UInt16, fields: StructureValue
    ) -> [CharacteristicWrite] {
        entries.filter { $0.reading.endpoint.number == endpoint }.flatMap { entry in
            entry.links.compactMap { link in
                guard let read = link.events.first(where: { $0.key.trait == trait && $0.key.id == event })?.value,
                    let value = read(fields, entry.reading).flatMap(Self.metadata(link, entry.reading).fitted)
                else { return nil }
                return CharacteristicWrite(CharacteristicKey(entry.key, link.type), value)
            }
        }
    }
}

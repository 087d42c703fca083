internal import HearthDeviceBehaviors
internal import HearthTraitCore

/// A trait that only has settings: the device keeps what clients write, also over a restart.
struct SettingsBehavior: DescribedBehavior {
    let descriptor: TraitDescriptor
    var values: StructureValue

    init(_ descriptor: TraitDescriptor, _ values: StructureValue) {
        self.descriptor = descriptor
        self.values = values
    }

    mutating func restore(_ stored: StructureValue) -> Bool {
        let kept = stored.fields.filter { descriptor.attribute($0.key)?.isWritable == true && values[$0.key] != nil }
        adopt(StructureValue(kept))
        return !kept.isEmpty
    }
}

/// Two descriptors are equal when they describe the same trait in the same way, item by item.
extension TraitDescriptor: Hashable {
    public static func == (left: TraitDescriptor, right: TraitDescriptor) -> Bool {
        left === right
            || left.id == right.id && left.name == right.name && left.vendor == right.vendor
                && left.package == right.package && left.revision == right.revision
                && left.features == right.features && left.enums == right.enums && left.bitmaps == right.bitmaps
                && left.structs == right.structs && left.attributes == right.attributes
                && left.commands == right.commands && left.events == right.events
    }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(id)
        hasher.combine(name)
        hasher.combine(package)
        hasher.combine(revision)
    }
}

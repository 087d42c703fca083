package import HearthTraitCore

/// A device class of covers that are closures, by Home Assistant's word, with the semantic tag that means it (Home
/// Assistant's documentation, "Cover", "Device class"; Matter 1.5 Standard Namespaces, namespace 0x44).
package enum ClosureClass: String, CaseIterable, Sendable {
    case gate, garage, door

    private static let namespace: UInt8 = 0x44

    var tag: SemanticTag {
        let tag: UInt8 =
            switch self {
            case .gate: 4
            case .garage: 5
            case .door: 6
            }
        return SemanticTag(namespaceID: Self.namespace, tag: tag)
    }

    /// The class of a Descriptor's `tagList`; nil without such a tag.
    package init?(tagList: TraitValue?) {
        for case .structure(let fields) in tagList?.list ?? [] {
            // Fields of a tag: 0 is the vendor, 1 the namespace and 2 the tag.
            guard fields[0]?.integer == nil, fields[1]?.integer == Int64(Self.namespace), let tag = fields[2]?.integer,
                let found = Self.allCases.first(where: { Int64($0.tag.tag) == tag })
            else { continue }
            self = found
            return
        }
        return nil
    }
}

internal import HearthBase
internal import HearthTraitCatalog
internal import HearthTraitCore

/// What every device and endpoint has beside the traits of its entities.
enum RootEndpoint {
    private typealias T = StandardTraits

    /// Basic Information of a device of another ecosystem. The vendor's and product's IDs are 0, as it has none.
    static func information(of device: EntityDevice, id: String) -> TraitDraft {
        let version = (device.softwareVersion ?? "").prefix(bytes: 64)
        var values: [String: PlainValue] = [
            "dataModelRevision": 18, "vendorName": .text((device.maker ?? "").prefix(bytes: 32)), "vendorID": 0,
            "productName": .text((device.model ?? device.name).prefix(bytes: 32)), "productID": 0, "nodeLabel": "",
            "location": "XX", "hardwareVersion": 0, "hardwareVersionString": "-", "softwareVersion": 0,
            "softwareVersionString": .text(version.isEmpty ? "-" : version), "reachable": true,
            "uniqueID": .text(uniqueID(id)),
            "capabilityMinima": .structure(["caseSessionsPerFabric": 3, "subscriptionsPerFabric": 3]),
            "specificationVersion": 0x0104_0000, "maxPathsPerInvoke": 1, "configurationVersion": 1,
        ]
        if let serial = device.serialNumber { values["serialNumber"] = .text(serial.prefix(bytes: 32)) }
        return TraitDraft(T.matterBasicInformation, values)
    }

    /// The id in at most 32 bytes: itself, or a hash of it.
    private static func uniqueID(_ id: String) -> String {
        id.utf8.count <= 32 ? id : String(stableHash(Array(id.utf8)), radix: 16)
    }

    static func descriptor(
        types: [DeviceTypeDescriptor], servers: [UInt32], parts: [UInt16], tags: [SemanticTag]
    ) -> TraitDraft {
        var values: [String: PlainValue] = [
            "deviceTypeList": .list(
                types.map {
                    .structure(["deviceType": .integer(Int64($0.id)), "revision": .integer(Int64($0.revision))])
                }),
            "serverList": .list(
                Set(servers + [T.matterDescriptor.id]).sorted().map { .integer(Int64($0)) }),
            "clientList": [], "partsList": .list(parts.map { .integer(Int64($0)) }),
        ]
        if !tags.isEmpty {
            values["tagList"] = .list(
                tags.map { tag in
                    .structure([
                        "mfgCode": tag.vendorID.map { .integer(Int64($0)) } ?? .null,
                        "namespaceID": .integer(Int64(tag.namespaceID)), "tag": .integer(Int64(tag.tag)),
                        "label": tag.label.map { .text($0) } ?? .null,
                    ])
                })
        }
        return TraitDraft(T.matterDescriptor, features: tags.isEmpty ? 0 : 0x1, values)
    }

    /// A tag of Hearth's own with the name of a part, of at most 64 characters (Matter Core 1.4, section 9.5.6.2).
    static func tag(_ name: String) -> SemanticTag {
        SemanticTag(
            namespaceID: 0, tag: 0, vendorID: 0xFFF0, label: String(name.prefix(bytes: 255).unicodeScalars.prefix(64)))
    }
}

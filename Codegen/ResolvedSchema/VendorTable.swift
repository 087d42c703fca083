internal import TraitSchema

/// The owners of vendor ids.
struct VendorTable {
    private var declared: [UInt16: VendorSyntax] = [:]
    private let given: [UInt16: String]

    /// - Parameter names: names for vendor ids from outside the schemas; a declaration in a file has priority.
    init(_ files: [FileSyntax], names: [UInt16: String], _ findings: inout Findings) {
        given = names
        for file in files {
            var isHead = true
            for item in file.items {
                guard case .vendor(let vendor) = item else {
                    isHead = false
                    continue
                }
                if !isHead {
                    findings.error(vendor.location, "a vendor belongs at the top of its file", hint: "move it up")
                }
                add(vendor, &findings)
            }
        }
    }

    private mutating func add(_ vendor: VendorSyntax, _ findings: inout Findings) {
        let name = vendor.name.text
        guard let id = UInt16(exactly: vendor.id.value), (1...0xFFF4).contains(id) else {
            return findings.error(
                vendor.id.location, "\(vendor.id.value) is not a vendor id", hint: "0x0001 to 0xFFF4")
        }
        if let owner = VendorModel.reservedNames[name], owner != id {
            findings.error(vendor.name.location, "the vendor name '\(name)' is reserved", hint: "use your own name")
        }
        if let known = declared[id], known.name.text != name {
            findings.error(
                vendor.name.location, "vendor \(vendor.id.value) is already called '\(known.name.text)'",
                hint: "see \(known.name.location)")
        } else if let other = declared.values.first(where: { $0.name.text == name && $0.id.value != vendor.id.value }) {
            findings.error(
                vendor.name.location, "the vendor name '\(name)' is taken", hint: "see \(other.name.location)")
        }
        declared[id] = vendor
    }

    /// The owner of a cluster or device type id.
    func owner(of id: UInt32) -> VendorModel {
        let prefix = UInt16(truncatingIfNeeded: id >> 16)
        guard prefix != 0 else { return .matter }
        let name = declared[prefix]?.name.text ?? given[prefix]
        return VendorModel(id: prefix, name: name ?? "Vendor_" + String(prefix, radix: 16, uppercase: true))
    }
}

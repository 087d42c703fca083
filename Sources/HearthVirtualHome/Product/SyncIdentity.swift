public import HearthNodeTraits
public import HearthTraitCatalog
internal import HearthTraitCore

/// The Matter identity of a cloud device, from three fields of its SYNC response.
///
/// Fields are independent: invalid ones are dropped and listed in ``faults``.
public struct SyncIdentity: Hashable, Sendable {
    /// An invalid field.
    public struct Fault: Error, Hashable, Sendable, CustomStringConvertible {
        /// The field's name in the response.
        public let field: String
        /// The problem and the valid values.
        public let reason: String

        public var description: String { "\(field): \(reason)" }
    }

    /// Vendor ID assigned by the Connectivity Standards Alliance; nil if the maker has none.
    public let vendorID: UInt16?
    /// Product ID; nil without a vendor ID.
    public let productID: UInt16?
    /// Unique ID assigned by the maker; at most 32 bytes.
    public let uniqueID: String?
    /// The invalid fields, in the order of the initializer's parameters.
    public let faults: [Fault]

    /// Reads an identity from the response's fields. Empty fields are treated as absent.
    ///
    /// - Parameters:
    ///   - matterOriginalVendorId: hexadecimal, such as "0xfff1".
    ///   - matterOriginalProductId: hexadecimal, such as "0x1234".
    ///   - matterUniqueId: any text of at most 32 bytes.
    public init(matterOriginalVendorId: String?, matterOriginalProductId: String?, matterUniqueId: String?) {
        var faults: [Fault] = []
        vendorID = Self.number(matterOriginalVendorId, "matterOriginalVendorId", &faults)
        let product = Self.number(matterOriginalProductId, "matterOriginalProductId", &faults)
        if product != nil, vendorID == nil {
            faults.append(
                Fault(
                    field: "matterOriginalProductId",
                    reason: "has no meaning without the vendor's id, matterOriginalVendorId"))
        }
        productID = vendorID == nil ? nil : product
        let name = matterUniqueId.flatMap { $0.isEmpty ? nil : $0 }
        if let name, name.utf8.count > 32 {
            faults.append(
                Fault(field: "matterUniqueId", reason: "must have 32 bytes at most, not \(name.utf8.count)"))
            uniqueID = nil
        } else {
            uniqueID = name
        }
        self.faults = faults
    }

    /// Sets vendorID, productID and uniqueID of Basic Information attributes. Unknown ones are not changed.
    public func fill(_ attributes: inout Matter.BasicInformationTrait.Attributes) {
        if let vendorID { attributes.vendorID = vendorID }
        if let productID { attributes.productID = productID }
        if let uniqueID { attributes.uniqueID = uniqueID }
    }

    /// Parses a hexadecimal ID. Refuses plain digits, because they might be decimal.
    private static func number(_ text: String?, _ field: String, _ faults: inout [Fault]) -> UInt16? {
        guard let text, !text.isEmpty else { return nil }
        let digits = text.dropFirst(2)
        let isHex = text.hasPrefix("0x") || text.hasPrefix("0X")
        guard isHex, digits.utf8.count <= 4, digits.first != "+", let number = UInt16(digits, radix: 16), number > 0
        else {
            faults.append(
                Fault(field: field, reason: "must be 0x and one to four hex digits, not all 0, and not \(quoted(text))")
            )
            return nil
        }
        return number
    }
}

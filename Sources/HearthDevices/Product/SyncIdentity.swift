internal import HearthTraitCore
public import HearthTraits

/// Who made a cloud device, by the three fields of its SYNC answer that name Matter's ids.
///
/// Each field stands for itself: one that can't be used is left out and said in ``faults``, and the device is taken
/// with the others.
public struct SyncIdentity: Hashable, Sendable {
    /// A field that can't be used, and why.
    public struct Fault: Error, Hashable, Sendable, CustomStringConvertible {
        /// The field's name in the answer.
        public let field: String
        /// What is wrong with it, and what would be right.
        public let reason: String

        public var description: String { "\(field): \(reason)" }
    }

    /// The vendor's id from the Connectivity Standards Alliance; nil when the maker has none.
    public let vendorID: UInt16?
    /// The product's id among the vendor's; nil without a vendor's id.
    public let productID: UInt16?
    /// What the maker tells this device from all others by; at most 32 bytes.
    public let uniqueID: String?
    /// The fields that were left out, in the order of the initializer.
    public let faults: [Fault]

    /// An identity from the fields as they stand in the answer. Absent and empty are the same.
    ///
    /// - Parameters:
    ///   - matterOriginalVendorId: "0xfff1".
    ///   - matterOriginalProductId: "0x1234".
    ///   - matterUniqueId: any text of 32 bytes at most.
    public init(matterOriginalVendorId: String?, matterOriginalProductId: String?, matterUniqueId: String?) {
        var faults: [Fault] = []
        vendorID = Self.number(matterOriginalVendorId, "matterOriginalVendorId", &faults)
        let product = Self.number(matterOriginalProductId, "matterOriginalProductId", &faults)
        if product != nil, vendorID == nil {
            faults.append(
                Fault(
                    field: "matterOriginalProductId",
                    reason: "says nothing without the vendor's id, matterOriginalVendorId"))
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

    /// Sets vendorID, productID and uniqueID of BasicInformation. What is not known stays as it is: not supported, on
    /// new attributes.
    public func fill(_ attributes: inout Matter.BasicInformationTrait.Attributes) {
        if let vendorID { attributes.vendorID = vendorID }
        if let productID { attributes.productID = productID }
        if let uniqueID { attributes.uniqueID = uniqueID }
    }

    /// An id in hex. Digits alone are refused, as nobody can tell whether they are meant to be hex.
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

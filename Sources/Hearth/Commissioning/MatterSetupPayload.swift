internal import HearthTraitCore

/// The content of a Matter device's setup code (Matter Core 1.4, 5.1). The names are those of Apple's `MTRSetupPayload`.
///
/// Its descriptions show no passcode.
public struct MatterSetupPayload: Hashable, Sendable, CustomStringConvertible, CustomDebugStringConvertible,
    CustomReflectable
{
    /// What a person has to do before a device can be commissioned.
    public enum CommissioningFlow: Hashable, Sendable {
        /// Nothing: it can be commissioned once it has power.
        case standard
        /// Something at the device, such as pressing a button.
        case userActionRequired
        /// The steps of its maker.
        case custom
    }

    /// How a device that is not commissioned yet can be found.
    public struct DiscoveryCapabilities: OptionSet, Hashable, Sendable {
        public let rawValue: UInt8

        public init(rawValue: UInt8) { self.rawValue = rawValue }

        /// By a Wi-Fi network of its own.
        public static let softAP = DiscoveryCapabilities(rawValue: 1 << 0)
        /// By Bluetooth Low Energy.
        public static let ble = DiscoveryCapabilities(rawValue: 1 << 1)
        /// By DNS-SD on the network that it is in.
        public static let onNetwork = DiscoveryCapabilities(rawValue: 1 << 2)
    }

    /// The version of the code's format: 0.
    public let version: Int
    /// The maker; nil if the code does not say it.
    public let vendorID: UInt16?
    /// The maker's product; nil if the code does not say it.
    public let productID: UInt16?
    /// What a person has to do. Digits only say whether it is ``CommissioningFlow/custom``.
    public let commissioningFlow: CommissioningFlow
    /// How it can be found; nil for digits, which do not say it.
    public let discoveryCapabilities: DiscoveryCapabilities?
    /// Distinguishes devices of the same product that are set up at the same time: 12 bits, or with
    /// ``hasShortDiscriminator`` the upper 4 of these.
    public let discriminator: UInt16
    /// Whether ``discriminator`` has only 4 bits, as in digits.
    public let hasShortDiscriminator: Bool
    /// The secret that proves that a person has the device, 1 to 99,999,998.
    public let setupPasscode: UInt32

    /// Reads a setup code: the text of a QR code, such as `MT:Y.K9042C00KA0648G00`, or 11 or 21 digits, in which hyphens
    /// and spaces are skipped, such as `3497-011-2332`.
    ///
    /// - Throws: `HomeError` `.invalidArgument`, which says what is wrong, without the text.
    public init(_ text: String) throws(HomeError) {
        var code = text[...]
        while code.first?.isWhitespace == true { code.removeFirst() }
        while code.last?.isWhitespace == true { code.removeLast() }
        self = try code.hasPrefix("MT:") ? Self(base38: code.dropFirst(3)) : Self(digits: code)
    }

    public var description: String {
        let maker = vendorID.map { "vendor \($0), " } ?? ""
        let product = productID.map { "product \($0), " } ?? ""
        return "MatterSetupPayload(\(maker)\(product)discriminator \(discriminator))"
    }

    public var debugDescription: String { description }

    public var customMirror: Mirror { Mirror(self, children: []) }
}

// MARK: QR codes

extension MatterSetupPayload {
    /// The most characters of a QR code that are read. A code without additional data has 19.
    private static let mostCharacters = 1_024

    /// Reads the fields of a QR code (Matter Core 1.4, 5.1.3). What follows them, a maker's additional data, is skipped.
    private init(base38 text: Substring) throws(HomeError) {
        guard text.utf8.count <= Self.mostCharacters else {
            throw Self.refusal("has more than \(Self.mostCharacters) characters; scan it again")
        }
        guard !text.contains("*") else {
            throw Self.refusal("belongs to several devices at once; scan the code on one of them")
        }
        guard let bytes = Base38.bytes(text) else {
            throw Self.refusal("is damaged: a QR code has digits, capital letters, \"-\" and \".\"; scan it again")
        }
        var bits = LowBitsFirst(bytes)
        guard let version = bits.next(3), let vendorID = bits.next(16), let productID = bits.next(16),
            let flow = bits.next(2), let capabilities = bits.next(8), let discriminator = bits.next(12),
            let passcode = bits.next(27), let padding = bits.next(4)
        else { throw Self.refusal("is too short; scan it again") }
        guard version == 0 else { throw Self.refusal("has version \(version) of its format; only 0 is known") }
        let flows = [CommissioningFlow.standard, .userActionRequired, .custom]
        guard padding == 0, flows.indices.contains(Int(flow)) else { throw Self.refusal("is damaged; scan it again") }
        self.version = Int(version)
        // Vendor 0 stands for none.
        self.vendorID = vendorID == 0 ? nil : UInt16(truncatingIfNeeded: vendorID)
        self.productID = productID == 0 ? nil : UInt16(truncatingIfNeeded: productID)
        commissioningFlow = flows[Int(flow)]
        discoveryCapabilities = DiscoveryCapabilities(rawValue: UInt8(truncatingIfNeeded: capabilities))
        self.discriminator = UInt16(truncatingIfNeeded: discriminator)
        hasShortDiscriminator = false
        setupPasscode = try Self.checked(passcode: passcode)
    }

    private static func refusal(_ reason: String) -> HomeError {
        HomeError(.invalidArgument, "the setup code \(reason)")
    }
}

// MARK: Digits

extension MatterSetupPayload {
    /// Reads digits (Matter Core 1.4, 5.1.4).
    private init(digits text: Substring) throws(HomeError) {
        var digits: [UInt8] = []
        for byte in text.utf8 where byte != UInt8(ascii: "-") && byte != UInt8(ascii: " ") {
            guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) else {
                throw Self.refusal("is neither digits nor the text of a QR code, which begins with MT:")
            }
            guard digits.count < 21 else { throw Self.refusal("has more than 21 digits") }
            digits.append(byte - UInt8(ascii: "0"))
        }
        guard digits.count == 11 || digits.count == 21 else {
            throw Self.refusal("has \(digits.count) digits, not 11 or 21")
        }
        guard Verhoeff.isValid(digits) else {
            throw Self.refusal("has a wrong digit; compare it with the code on the device")
        }
        func number(_ range: Range<Int>) -> UInt32 { digits[range].reduce(0) { $0 * 10 + UInt32($1) } }
        let (first, low, high) = (number(0..<1), number(1..<6), number(6..<10))
        guard first < 8 else { throw Self.refusal("has a version of its format that is not known") }
        guard low <= 0xFFFF, high < 1 << 13, (first & 4 != 0) == (digits.count == 21) else {
            throw Self.refusal("is no setup code of a Matter device; compare it with the code on the device")
        }
        let (vendorID, productID) = digits.count == 21 ? (number(10..<15), number(15..<20)) : (0, 0)
        guard vendorID <= 0xFFFF, productID <= 0xFFFF else {
            throw Self.refusal("names a maker or a product that can't exist; compare it with the code on the device")
        }
        version = 0
        self.vendorID = vendorID == 0 ? nil : UInt16(vendorID)
        self.productID = productID == 0 ? nil : UInt16(productID)
        commissioningFlow = digits.count == 21 ? .custom : .standard
        discoveryCapabilities = nil
        discriminator = UInt16((first & 3) << 2 | low >> 14)
        hasShortDiscriminator = true
        setupPasscode = try Self.checked(passcode: high << 14 | low & 0x3FFF)
    }

    /// The passcode, unless it is one that devices must not have (Matter Core 1.4, 5.1.7.1).
    private static func checked(passcode: UInt32) throws(HomeError) -> UInt32 {
        let isTrivial = passcode % 11_111_111 == 0 || passcode == 12_345_678 || passcode == 87_654_321
        guard passcode <= 99_999_998, !isTrivial else {
            throw refusal("has a passcode that no Matter device may have; compare it with the code on the device")
        }
        return passcode
    }
}

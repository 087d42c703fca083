internal import HearthHomeState
internal import HearthRPC

/// The memory that the schemas of one provider may still take. Checked before a descriptor is made.
struct SchemaBudget {
    /// Bytes in use, including what was taken since.
    private var ownBytes: Int?
    private var allBytes: Int
    private let limits: HubLimits

    /// - Parameters:
    ///   - account: nil to check the limit over all only.
    ///   - wanted: the most that will be taken.
    init(_ live: inout LiveTraits, account: LiveTraits.Account?, wanted: Int, limits: HubLimits) {
        let fitsItsOwn = account.map { live.mostBytes(of: $0) <= limits.schemaBytesPerPrincipal - wanted } ?? true
        if !fitsItsOwn || live.mostBytes() > limits.schemaBytes - wanted { live.clean() }
        ownBytes = account.map { live.mostBytes(of: $0) }
        allBytes = live.mostBytes()
        self.limits = limits
    }

    /// Takes the memory of one more trait.
    ///
    /// - Throws: ``HubError`` `.resourceExhausted`, saying which limit is exceeded, by how much and what to do.
    mutating func take(_ bytes: Int, for trait: String) throws(HubError) {
        if let ownBytes { try check(ownBytes + bytes, limits.schemaBytesPerPrincipal, trait, bytes, "of one client") }
        try check(allBytes + bytes, limits.schemaBytes, trait, bytes, "of all makers")
        ownBytes = ownBytes.map { $0 + bytes }
        allBytes += bytes
    }

    private func check(
        _ sum: Int, _ limit: Int, _ trait: String, _ bytes: Int, _ whose: String
    ) throws(HubError) {
        guard sum > limit else { return }
        throw HubError(
            .resourceExhausted,
            "the trait \(trait) needs about \(Self.size(bytes)) of memory, and with it the traits \(whose) would have "
                + "\(Self.size(sum - limit)) more than the \(Self.size(limit)) that they may; bring fewer or smaller "
                + "schemas, or remove traits that no device has (hearth traits, hearth traits remove)")
    }

    /// In KiB, rounded up.
    private static func size(_ bytes: Int) -> String { "\((bytes + 1_023) / 1_024) KiB" }
}

extension Message {
    /// Feeds the fields that are set into the hasher. Floating-point numbers are left out: equal ones may differ in
    /// their bytes.
    public func hash(into hasher: inout Hasher) {
        serialized().withUnsafeBytes { WireScanner.hash($0, Self.layout.table, into: &hasher) }
    }

    /// The hash value of the fields that are set.
    public var hashValue: Int {
        var hasher = Hasher()
        hash(into: &hasher)
        return hasher.finalize()
    }
}

extension WireScanner {
    /// Feeds a message's bytes into a hasher, field by field.
    fileprivate static func hash(_ bytes: UnsafeRawBufferPointer, _ layout: LayoutTable?, into hasher: inout Hasher) {
        var scanner = WireScanner(bytes)
        while let field = scanner.next() {
            let slot = layout?.slot(field.number)
            if let payload = field.payload, let inner = slot?.inner {
                hasher.combine(field.number)
                hash(payload, inner, into: &hasher)
            } else if slot?.field.kind != .float, slot?.field.kind != .double {
                hasher.combine(bytes: field.whole)
            }
        }
    }
}

public import HearthMessage

/// The attributes that every trait has in the same form (Matter Core, "Global Elements"). The feature map is not among
/// them: its type is the trait's own.
public struct GlobalAttributeValues: Hashable, Sendable {
    /// Ids of the responses that the device can send.
    @TraitAttribute public var generatedCommandList: [UInt32]?
    /// Ids of the commands that the device accepts.
    @TraitAttribute public var acceptedCommandList: [UInt32]?
    /// Ids of the attributes that the device has, the global ones included.
    @TraitAttribute public var attributeList: [UInt32]?
    /// Revision of the cluster that the device implements.
    @TraitAttribute public var clusterRevision: UInt16?

    /// Creates values without any attribute.
    public init() {}
}

extension FieldReader {
    /// Reads the global attributes that are present. The offsets are those of the attributes in the order of their IDs;
    /// the presence word of the revision follows it.
    public func read(
        _ globals: inout GlobalAttributeValues, at generated: Int, _ accepted: Int, _ attributes: Int, _ revision: Int
    ) {
        if let list = list(at: generated) { globals.generatedCommandList = list }
        if let list = list(at: accepted) { globals.acceptedCommandList = list }
        if let list = list(at: attributes) { globals.attributeList = list }
        if let value = uint16(at: revision, has: revision + 4) { globals.clusterRevision = value }
    }

    private func list(at offset: Int) -> [UInt32]? {
        messageReader(at: offset)?.repeatedUInt32(at: WireList.at)
    }
}

extension FieldWriter {
    /// Writes the global attributes that are present; offsets as for reading.
    public mutating func write(
        _ globals: GlobalAttributeValues, at generated: Int, _ accepted: Int, _ attributes: Int, _ revision: Int
    ) {
        if let list = globals.generatedCommandList { write(list, at: generated) }
        if let list = globals.acceptedCommandList { write(list, at: accepted) }
        if let list = globals.attributeList { write(list, at: attributes) }
        if let value = globals.clusterRevision { setUInt32(UInt32(value), at: revision, has: revision + 4) }
    }

    private mutating func write(_ list: [UInt32], at offset: Int) {
        setMessage(WireList.uint32, at: offset) { $0.setRepeatedUInt32(list, at: WireList.at) }
    }
}

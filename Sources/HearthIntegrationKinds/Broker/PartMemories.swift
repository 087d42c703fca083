internal import HearthBase
internal import HearthEntities

/// What the ecosystems on a broker's connection have to know after a restart of the hub, in the one memory of their
/// integration. A part is known by its place, so parts keep their order in later versions.
actor PartMemories {
    private let receiver: any EntityReceiver
    private var memories: [Int: [UInt8]] = [:]
    /// Stores the memory before the next one.
    private var storing: Task<Void, Never>?

    /// - Parameter memory: that of the integration.
    init(_ memory: [UInt8], receiver: any EntityReceiver) {
        self.receiver = receiver
        for field in memory.span.bytes.wireFields(in: memory.indices) where field.wire == 2 {
            memories[Int(field.number) - 1] = Array(memory[field.range])  // in range: it has 29 bits
        }
    }

    func memory(of part: Int) -> [UInt8] { memories[part] ?? [] }

    /// Stores a part's memory. Returns once it is stored.
    func remember(_ memory: [UInt8], of part: Int) async {
        memories[part] = memory
        var writer = WireWriter()
        for (part, memory) in memories.sorted(by: { $0.key < $1.key }) { writer.delimited(Int64(part) + 1, memory) }
        let (receiver, bytes, before) = (receiver, writer.bytes, storing)
        let storing = Task {
            await before?.value
            await receiver.remember(bytes)
        }
        self.storing = storing
        await storing.value
    }
}

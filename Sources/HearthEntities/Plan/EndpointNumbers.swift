internal import HearthTraitCore

/// The endpoint numbers of a device. A number is given to a part once and never to another, so that automations keep
/// their meaning when firmware adds or drops entities.
package struct EndpointNumbers: Hashable, Sendable {
    private var numbers: [String: UInt16] = [:]
    private var next: UInt16 = 1
    /// The most bytes that the numbers take in ``memory``.
    private var bytes = 0

    /// The most parts whose numbers are kept, counting parts that are gone.
    package static let mostParts = 1_000
    /// The most bytes of ``memory``; the hub stores no more than 64 KiB a key.
    package static let mostBytes = 56_000

    /// Creates numbers of a device that has no parts yet.
    package init() {}

    /// The number of a part, which is given now if it has none; nil if the device has had too many
    /// parts, or parts with too long keys, to remember another.
    package mutating func number(of part: String) -> UInt16? {
        if part == EntityPart.root { return 0 }
        if let number = numbers[part] { return number }
        guard numbers.count < Self.mostParts, next < .max, bytes + Self.bytes(of: part) <= Self.mostBytes else {
            return nil
        }
        numbers[part] = next
        bytes += Self.bytes(of: part)
        next += 1
        return numbers[part]
    }

    /// Whether a part has a number.
    func has(_ part: String) -> Bool { part == EntityPart.root || numbers[part] != nil }

    /// The part with a number; nil if there is none.
    package func part(_ number: UInt16) -> String? {
        number == 0 ? EntityPart.root : numbers.first { $0.value == number }?.key
    }

    /// The most bytes that a part takes in ``memory``: its key, a number of three bytes, and tags and lengths.
    private static func bytes(of part: String) -> Int { part.utf8.count + 16 }

    // MARK: Memory

    private static let layout = TraitDescriptor(
        id: 0, name: "EndpointNumbers", vendor: "Hearth", package: "hearth.entities.v1", revision: 1,
        structs: [
            StructDescriptor(
                "Part", [FieldDescriptor(0, "key", .string), FieldDescriptor(1, "number", .unsigned(16))])
        ],
        attributes: [
            AttributeDescriptor(FieldDescriptor(0, "parts", .structure(0), .list)),
            AttributeDescriptor(FieldDescriptor(1, "next", .unsigned(16))),
        ])

    /// The numbers as bytes, for ``init(memory:)``.
    package var memory: [UInt8] {
        let parts = numbers.sorted { $0.value < $1.value }.map { key, number in
            TraitValue.structure([0: .string(key), 1: .unsigned(UInt64(number))])
        }
        return Self.layout.encodeAttributes([0: .list(parts), 1: .unsigned(UInt64(next))])
    }

    /// Reads stored numbers; what can't be read is left out.
    package init(memory: [UInt8]) {
        guard let values = try? Self.layout.decodeAttributes(memory.span.bytes) else { return }
        for case .structure(let fields) in values[0]?.list ?? [] {
            guard let key = fields[0]?.string, numbers.count < Self.mostParts,
                let number = fields[1]?.integer.flatMap({ UInt16(exactly: $0) }), number > 0, number < .max
            else { continue }
            if numbers.updateValue(number, forKey: key) == nil { bytes += Self.bytes(of: key) }
            next = max(next, number + 1)
        }
        if let stored = values[1]?.integer.flatMap({ UInt16(exactly: $0) }) { next = max(next, stored) }
    }
}

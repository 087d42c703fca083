internal import HearthMessage
internal import Synchronization

/// A trait's attributes in encoded form, with a cache of their decoded form in the type that was last requested. All
/// copies share the cache.
package struct EncodedAttributes: Hashable, Sendable {
    package let bytes: [UInt8]
    private let decoded: Decoded

    private final class Decoded: Sendable {
        let attributes = Mutex<(any TraitAttributes)?>(nil)
    }

    package init(_ bytes: [UInt8]) {
        self.bytes = bytes
        decoded = Decoded()
    }

    /// The attributes with their Swift types; nil if the bytes are malformed.
    package func decoded<Attributes: TraitAttributes>(as type: Attributes.Type) -> Attributes? {
        decoded.attributes.withLock { known in
            if let known = known as? Attributes { return known }
            guard let attributes = try? Attributes(serialized: bytes.span.bytes) else { return nil }
            known = attributes
            return attributes
        }
    }

    package static func == (left: EncodedAttributes, right: EncodedAttributes) -> Bool {
        left.decoded === right.decoded || left.bytes == right.bytes
    }

    package func hash(into hasher: inout Hasher) { hasher.combine(bytes) }
}

internal import HearthBase

/// The ids of devices by what their announcements begin with. The announcements of one device may begin with different
/// identifiers and come in any order, and only some of them are kept by the broker. So a device keeps its id over a
/// restart of the hub only if the hub remembers it.
package struct DeviceIdentities: Hashable, Sendable {
    /// The most bytes that are remembered, so that other links of the same broker have room beside.
    package static let mostBytes = 48 << 10
    /// The most identifiers of a device of which no announcement is known now. A device may choose a new one each time.
    private static let mostFormer = 64

    private enum Field {
        /// An identifier that is an id too.
        static let plain: UInt32 = 1
        /// An id; the identifiers of ``also`` that follow it belong to it.
        static let id: UInt32 = 2
        static let also: UInt32 = 3
    }

    private var ids: [String: String] = [:]
    /// The identifiers of each id.
    private var identifiers: [String: Set<String>] = [:]

    init() {}

    /// Reads ``bytes``; what can't be read is unknown.
    init(bytes: [UInt8]) {
        var id: String?
        for field in bytes.span.bytes.wireFields(in: bytes.indices) where field.wire == 2 {
            let text = String(decoding: bytes[field.range], as: UTF8.self)
            switch field.number {
            case Field.plain: set(text, to: text)
            case Field.id: id = text
            case Field.also: if let id { set(text, to: id) }
            default: break
            }
        }
    }

    /// The identities for a store. Those that don't fit are left out; first those of devices whose announcements all
    /// begin with the id.
    var bytes: [UInt8] {
        var writer = WireWriter()
        let pairs = ids.sorted { ($0.value, $0.key) < ($1.value, $1.key) }
        var last: String?
        for (identifier, id) in pairs where identifier != id {
            var entry = WireWriter()
            if id != last { entry.string(Int64(Field.id), id) }
            entry.string(Int64(Field.also), identifier)
            guard writer.bytes.count + entry.bytes.count <= Self.mostBytes else { return writer.bytes }
            writer.fields(entry.bytes)
            last = id
        }
        for (identifier, id) in pairs where identifier == id {
            var entry = WireWriter()
            entry.string(Int64(Field.plain), id)
            guard writer.bytes.count + entry.bytes.count <= Self.mostBytes else { break }
            writer.fields(entry.bytes)
        }
        return writer.bytes
    }

    /// The known ids of a device, the lowest first.
    ///
    /// - Parameter identifiers: what its announcements begin with.
    func known(_ identifiers: Set<String>) -> [String] { Set(identifiers.compactMap { ids[$0] }).sorted() }

    /// Notes what the announcements of a device begin with. If it has had too many others, they are forgotten.
    mutating func note(_ id: String, _ identifiers: Set<String>) {
        let former = self.identifiers[id, default: []].subtracting(identifiers).subtracting([id])
        if former.count > Self.mostFormer { drop(former, of: id) }
        for identifier in identifiers { set(identifier, to: id) }
    }

    /// Forgets a device that is gone.
    mutating func forget(_ id: String) { drop(identifiers[id] ?? [], of: id) }

    private mutating func set(_ identifier: String, to id: String) {
        if let other = ids[identifier], other != id { drop([identifier], of: other) }
        ids[identifier] = id
        identifiers[id, default: []].insert(identifier)
    }

    private mutating func drop(_ dropped: Set<String>, of id: String) {
        for identifier in dropped { ids[identifier] = nil }
        identifiers[id]?.subtract(dropped)
        if identifiers[id]?.isEmpty == true { identifiers[id] = nil }
    }
}

/// A type of records, by its number (RFC 1035, section 3.2.2, and later documents).
package struct DNSType: RawRepresentable, Hashable, Sendable {
    package let rawValue: UInt16

    package init(rawValue: UInt16) { self.rawValue = rawValue }

    /// An IPv4 address.
    package static let a = DNSType(rawValue: 1)
    /// A name that another name points to.
    package static let ptr = DNSType(rawValue: 12)
    /// Strings; for a service its attributes.
    package static let txt = DNSType(rawValue: 16)
    /// An IPv6 address (RFC 3596).
    package static let aaaa = DNSType(rawValue: 28)
    /// A service's host and port (RFC 2782).
    package static let srv = DNSType(rawValue: 33)
    /// The types that a name has (RFC 4034); in multicast DNS it denies all others.
    package static let nsec = DNSType(rawValue: 47)
    /// Any type; only in questions.
    package static let any = DNSType(rawValue: 255)
}

/// The data of a record.
package enum DNSRecordData: Hashable, Sendable {
    /// An address of 4 bytes.
    case a(IPAddress)
    /// An address of 16 bytes.
    case aaaa(IPAddress)
    /// The name that the record points to.
    case ptr(DNSName)
    /// The place of a service.
    case srv(priority: UInt16, weight: UInt16, port: UInt16, target: DNSName)
    /// Strings of at most 255 bytes.
    case txt([[UInt8]])
    /// The types that a name has.
    case nsec(next: DNSName, types: [DNSType])
    /// The bytes of a type that is not known here (RFC 3597).
    case other(type: DNSType, bytes: [UInt8])

    /// The number of the type.
    package var type: DNSType {
        switch self {
        case .a: .a
        case .aaaa: .aaaa
        case .ptr: .ptr
        case .srv: .srv
        case .txt: .txt
        case .nsec: .nsec
        case .other(let type, _): type
        }
    }
}

/// A record of a name.
package struct DNSRecord: Hashable, Sendable {
    package var name: DNSName
    /// The class; 1 is the Internet, the only one in use.
    package var recordClass: UInt16 = 1
    /// Whether the record replaces all others of its name and type (RFC 6762, section 10.2).
    package var flushesCache = false
    /// How many seconds the record is valid; 0 withdraws it (RFC 6762, section 10.1).
    package var lifetime: UInt32
    package var data: DNSRecordData

    package init(_ name: DNSName, _ data: DNSRecordData, lifetime: UInt32, flushesCache: Bool = false) {
        self.name = name
        self.data = data
        self.lifetime = lifetime
        self.flushesCache = flushesCache
    }

    package var type: DNSType { data.type }
}

/// A question for records of a name.
package struct DNSQuestion: Hashable, Sendable {
    package var name: DNSName
    package var type: DNSType
    /// The class; 1 is the Internet, 255 any.
    package var questionClass: UInt16 = 1
    /// Whether the asker takes an answer to itself alone (RFC 6762, section 5.4).
    package var wantsUnicast = false

    package init(_ name: DNSName, _ type: DNSType, wantsUnicast: Bool = false) {
        self.name = name
        self.type = type
        self.wantsUnicast = wantsUnicast
    }
}

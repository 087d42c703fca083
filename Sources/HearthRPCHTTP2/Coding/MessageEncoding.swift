internal import HearthRPC

/// The `grpc-encoding` of one direction: how messages with the compressed flag are compressed.
enum MessageEncoding: Equatable {
    /// Named so or absent: no message may have the flag.
    case identity
    case gzip
    /// Not supported. A server refuses the call; a client refuses only messages that have the flag.
    case unknown(String)

    init(_ name: String?) {
        switch name?.lowercased() {
        case nil, "identity": self = .identity
        case "gzip": self = .gzip
        default: self = .unknown(name ?? "")
        }
    }

    var isGzip: Bool {
        if case .gzip = self { true } else { false }
    }

    /// Why a call whose requests are in this encoding is refused; nil when they can be read.
    var refusal: RPCError? {
        guard case .unknown(let name) = self else { return nil }
        return RPCError(
            .unimplemented, "messages compressed by \"\(name)\" cannot be read here; send identity or gzip")
    }

    /// Why a message that has the flag cannot be read; nil when it can.
    var failure: RPCError? {
        switch self {
        case .gzip: nil
        case .identity:
            RPCError(.internal, "a message is marked as compressed, but there is no grpc-encoding header")
        case .unknown(let name):
            RPCError(.internal, "a message is compressed by \"\(name)\"; only gzip and identity can be read here")
        }
    }

    /// Whether a `grpc-accept-encoding` names gzip.
    static func acceptsGzip(_ names: ArraySlice<UInt8>) -> Bool {
        names.split(separator: UInt8(ascii: ",")).contains { name in
            let name = name.drop { $0 == UInt8(ascii: " ") }
            return name.prefix { $0 != UInt8(ascii: " ") && $0 != UInt8(ascii: ";") }.elementsEqual("gzip".utf8)
        }
    }
}

internal import HearthBase
internal import HearthEventLoop

#if canImport(FoundationEssentials)
    internal import FoundationEssentials
#else
    internal import Foundation
#endif

/// This machine's addresses for other machines, as far as it knows them.
enum OwnAddresses {
    /// Names and addresses for a certificate.
    static var names: [String] {
        var names = ["localhost", "127.0.0.1", "::1"]
        let host = ProcessInfo.processInfo.hostName
        if isName(host) {
            names.append(host)
            if !host.contains(".") { names.append(host + ".local") }
        }
        return names + addresses.filter { !names.contains($0) }
    }

    private static func isName(_ text: String) -> Bool {
        !text.isEmpty && text != "localhost"
            && text.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-" || $0 == ".") }
    }

    /// The address at which other machines reach a listener on `address`. For a listener on all addresses, the first
    /// that is not local.
    static func reachable(_ address: String) -> String {
        guard let colon = address.lastIndex(of: ":") else { return address }
        let (host, port) = (address[..<colon], address[colon...])
        guard ["0.0.0.0", "[::]"].contains(host) else { return address }
        let own = addresses
        let best = own.first { !$0.contains(":") } ?? own.first { _ in host == "[::]" }
        guard let best else { return ProcessInfo.processInfo.hostName + port }
        return (best.contains(":") ? "[\(best)]" : best) + port
    }

    /// Addresses of the network interfaces, without loopback, and without those that are valid with a zone only (RFC 4007).
    private static var addresses: [String] {
        let interfaces = (try? NetworkInterface.all()) ?? []
        return interfaces.flatMap { $0.addresses.map(\.host) }.filter { host in
            let isLoopback = host.count == 4 ? host[0] == 127 : host.dropLast().allSatisfy { $0 == 0 } && host.last == 1
            let isOfLink = host.count == 16 && host[0] == 0xFE && host[1] & 0xC0 == 0x80
            return !isLoopback && !isOfLink
        }.map { ipText($0) }
    }
}

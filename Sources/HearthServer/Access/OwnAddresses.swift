internal import Foundation

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
        let allowed = CharacterSet(charactersIn: "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-.")
        return !text.isEmpty && text != "localhost" && text.unicodeScalars.allSatisfy(allowed.contains)
    }

    /// The address at which other machines reach a listener on `address`. For a listener on all addresses, the first
    /// that is not local.
    static func reachable(_ address: String) -> String {
        guard let colon = address.lastIndex(of: ":") else { return address }
        let (host, port) = (address[..<colon], address[colon...])
        guard ["0.0.0.0", "[::]"].contains(host) else { return address }
        let own = addresses
        let best = own.first { !$0.contains(":") } ?? own.first { host == "[::]" && !$0.hasPrefix("fe80") }
        guard let best else { return ProcessInfo.processInfo.hostName + port }
        return (best.contains(":") ? "[\(best)]" : best) + port
    }

    /// Addresses of the network interfaces, without loopback and zones.
    private static var addresses: [String] {
        Host.current().addresses.filter { !$0.hasPrefix("127.") && $0 != "::1" && !$0.contains("%") }
    }
}

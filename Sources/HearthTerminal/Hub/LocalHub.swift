internal import Hearth
internal import HearthTLS

#if canImport(Darwin)
    internal import Darwin
#else
    internal import Glibc
#endif
#if canImport(FoundationEssentials)
    internal import FoundationEssentials
#else
    internal import Foundation
#endif

/// How to reach a hub from its own machine as the user who runs it. A file of that user has it while the hub runs. A
/// hub that listens only on a network address has a Unix socket beside its store for this, and one with `--socket` has
/// that socket. The hub that runs as a service of the machine has one in a fixed place, for root and its group.
package struct LocalHub: Equatable {
    /// The address where it listens, as in `--listen`.
    package let listening: String
    /// The address at which commands on its machine reach it with the rights of its owner.
    package let address: String
    package let process: Int32

    /// Describes a hub that runs in a process of this machine.
    package init(listening: String, address: String, process: Int32) {
        self.listening = listening
        self.address = address
        self.process = process
    }

    /// Writes the file for a hub at the default address or with a Unix socket. Errors are ignored, since commands can
    /// name the hub instead.
    package func note() {
        try? FileManager.default.createDirectory(
            atPath: Self.folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        try? PrivateFile.replace(file, "\(process)\n\(listening)\n\(address)\n")
    }

    /// Removes the file of ``note()``, unless another hub has replaced it.
    package func forget() { if Self.read(file) == self { try? FileManager.default.removeItem(atPath: file) } }

    /// The address for a command without a hub, or with one that has a Unix socket on this machine.
    ///
    /// - Parameter named: the hub that the command names; nil for none.
    /// - Returns: nil if no file and no service helps.
    package static func address(for named: String?) -> String? {
        let network = ofNetwork
        if let named { return network.flatMap { $0.listening == named ? $0.address : nil } }
        // A hub at the default address comes first, and a hub of this user before the machine's.
        guard read(file(isDefault: true)) == nil else { return nil }
        return network?.address ?? ofService
    }

    /// The Unix sockets of this machine's hubs that this user may use, as addresses: of a hub of this user, and of the
    /// hub that runs as a service.
    package static var sockets: [String] { [ofNetwork?.address, ofService].compactMap(\.self) }

    /// The Unix socket of the hub that runs as a service of this machine.
    package static let serviceSocket = "/run/hearth/hub.sock"

    /// The address of the machine's hub; nil if none runs as a service, or if this user may not use its socket.
    private static var ofService: String? {
        FileManager.default.isWritableFile(atPath: serviceSocket) ? "unix:" + serviceSocket : nil
    }

    /// The running hub that is reached by its Unix socket; nil for none.
    package static var ofNetwork: LocalHub? { read(file(isDefault: false)) }

    private var file: String { Self.file(isDefault: address == Home.defaultAddress) }

    private static var folder: String { StorePlace.userFolder + "/running" }

    private static func file(isDefault: Bool) -> String { folder + (isDefault ? "/default" : "/network") }

    /// The hub in a file; nil if it has ended.
    private static func read(_ file: String) -> LocalHub? {
        guard let text = try? String(contentsOfFile: file, encoding: .utf8) else { return nil }
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        guard lines.count >= 3, let process = Int32(lines[0]), process > 0 else { return nil }
        guard kill(process, 0) == 0 || errno == EPERM else { return nil }
        return LocalHub(listening: lines[1], address: lines[2], process: process)
    }
}

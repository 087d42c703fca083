internal import Foundation
internal import HearthTLS

/// The way to a hub from its own machine, by the user who runs it: noted in a file of that user while the hub runs. A
/// hub that listens on an address of the network only also has a Unix socket beside its store for that.
struct LocalHub: Equatable {
    /// Where it listens, as `--listen` says it.
    let listening: String
    /// Where commands on its machine reach it as its owner's.
    let address: String
    let process: Int32

    /// Notes a hub at the default address, or one that has a Unix socket. Nothing depends on it but how easily it is
    /// found.
    func note() {
        try? FileManager.default.createDirectory(
            atPath: Self.folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        try? PrivateFile.replace(file, "\(process)\n\(listening)\n\(address)\n")
    }

    /// Takes back what ``note()`` has noted, unless another hub has by now.
    func forget() { if Self.read(file) == self { try? FileManager.default.removeItem(atPath: file) } }

    /// The address for a command: that of a hub on this machine, if the command names it, or names none.
    ///
    /// - Parameter named: what the command names; nil for the hub that one would expect.
    /// - Returns: nil where nothing is noted that helps.
    static func address(for named: String?) -> String? {
        let network = read(file(isDefault: false))
        if let named { return network.flatMap { $0.listening == named ? $0.address : nil } }
        // The usual address comes first where both are there.
        return read(file(isDefault: true)) == nil ? network?.address : nil
    }

    private var file: String { Self.file(isDefault: address == Connection.defaultAddress) }

    private static var folder: String { StorePlace.userFolder + "/running" }

    private static func file(isDefault: Bool) -> String { folder + (isDefault ? "/default" : "/network") }

    /// What is noted; nil when that hub has ended.
    private static func read(_ file: String) -> LocalHub? {
        guard let text = try? String(contentsOfFile: file, encoding: .utf8) else { return nil }
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        guard lines.count >= 3, let process = Int32(lines[0]), process > 0 else { return nil }
        guard kill(process, 0) == 0 || errno == EPERM else { return nil }
        return LocalHub(listening: lines[1], address: lines[2], process: process)
    }
}

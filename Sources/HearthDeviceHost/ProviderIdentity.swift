internal import HearthBase
internal import HearthSystem
internal import HearthTLS
internal import HearthTraitCore

#if canImport(FoundationEssentials)
    internal import FoundationEssentials
#else
    internal import Foundation
#endif

/// Identifies a host to its hub: hosts with the same identity have the same devices.
public enum ProviderIdentity: Hashable, Sendable {
    /// A fixed ID of 1 to 128 bytes, unique among the hub's hosts.
    case given(String)
    /// The ID in the file at this path. The file is created with a random ID if it doesn't exist, readable by its owner
    /// only (mode 0600), since anyone who knows the ID could impersonate the host.
    case file(String)

    private static let maxBytes = 128

    /// - Throws: `HomeError` if the file can't be read or created, or doesn't contain an ID.
    func load(makeID: () -> String = RandomID.make) throws(HomeError) -> String {
        switch self {
        case .given(let id):
            return try Self.checked(id, from: "the id of the provider")
        case .file(let path):
            if let id = try Self.read(path) { return id }
            return try Self.write(makeID(), to: path)
        }
    }

    /// Returns nil if there is no file.
    private static func read(_ path: String) throws(HomeError) -> String? {
        let text: String
        do {
            text = try String(contentsOfFile: path, encoding: .utf8)
        } catch let error as CocoaError where error.code == .fileReadNoSuchFile {
            return nil
        } catch {
            throw HomeError(
                .failedPrecondition, "the provider's id can't be read from \(path): \(reason(of: error))")
        }
        return try checked(text.withoutOuterSpace, from: path)
    }

    /// Writes the file without replacing one that another process has created in the meantime.
    private static func write(_ id: String, to path: String) throws(HomeError) -> String {
        do throws(TLSError) {
            if try PrivateFile.createUnlessThere(path, id + "\n", mode: 0o600) { return id }
        } catch {
            throw HomeError(.failedPrecondition, "the provider's id can't be kept: \(error.message)")
        }
        guard let other = try read(path) else {
            throw HomeError(.failedPrecondition, "another process created and removed \(path); start again")
        }
        return other
    }

    private static func checked(_ id: String, from place: String) throws(HomeError) -> String {
        guard !id.isEmpty, id.utf8.count <= maxBytes, id.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }) else {
            throw HomeError(
                .invalidArgument, "\(place) must hold 1 to \(maxBytes) printing ASCII characters without spaces")
        }
        return id
    }
}

internal import HearthSystem
internal import HearthTLS
internal import HearthTerminal

#if canImport(FoundationEssentials)
    internal import FoundationEssentials
#else
    internal import Foundation
#endif

/// The key that opens a home's encrypted backups: 25 letters and digits, which are 125 random bits, written in groups of
/// five. A person keeps it on paper.
struct RecoveryKey: Hashable, Sendable {
    /// Crockford's base 32, which has neither I, L, O nor U, so that a key can be read from paper.
    private static let alphabet = Array("0123456789ABCDEFGHJKMNPQRSTVWXYZ".utf8)
    private static let length = 25
    private static let group = 5

    /// Its characters without gaps.
    let characters: [UInt8]

    /// A new key.
    ///
    /// - Parameter random: returns that many random bytes.
    init(random: (Int) -> [UInt8]) {
        // Five of each byte's bits, which are as random as all.
        characters = random(Self.length).map { Self.alphabet[Int($0 & 31)] }
    }

    /// Reads a key as people type it: in small letters, with other gaps, with O for 0 and I or L for 1.
    ///
    /// - Returns: nil for text of another form.
    init?(_ text: String) {
        var characters: [UInt8] = []
        for character in text.uppercased().utf8 {
            switch character {
            case UInt8(ascii: " "), UInt8(ascii: "-"), UInt8(ascii: "\n"), UInt8(ascii: "\r"), UInt8(ascii: "\t"):
                continue
            case UInt8(ascii: "O"): characters.append(UInt8(ascii: "0"))
            case UInt8(ascii: "I"), UInt8(ascii: "L"): characters.append(UInt8(ascii: "1"))
            default: characters.append(character)
            }
            guard characters.count <= Self.length else { return nil }
        }
        guard characters.count == Self.length, characters.allSatisfy(Self.alphabet.contains) else { return nil }
        self.characters = characters
    }

    /// The key in groups, as on paper.
    var text: String {
        stride(from: 0, to: Self.length, by: Self.group).map { start in
            String(decoding: characters[start..<start + Self.group], as: UTF8.self)  // in range: of 25
        }.joined(separator: "-")
    }

    /// The file in which a hub keeps the key for its daily backups.
    static func file(of place: StorePlace) -> String { place.keys + "/" + fileName }

    static let fileName = "recovery-key"

    /// The key of a home; nil if its backups are not encrypted.
    ///
    /// - Throws: ``CommandError`` if the file can't be read or has no key.
    static func stored(for place: StorePlace) throws(CommandError) -> RecoveryKey? {
        let path = file(of: place)
        let text: String?
        do throws(TLSError) { text = try PrivateFile.readUnlessMissing(path) } catch {
            throw CommandError(.badFile, error.message)
        }
        guard let text else { return nil }
        guard let key = RecoveryKey(text) else {
            throw CommandError(
                .badFile, "\(path) has no recovery key; remove it, and make another with hearth recovery on")
        }
        return key
    }

    /// The key of a home, made if it has none.
    static func make(for place: StorePlace) throws(CommandError) -> RecoveryKey {
        if let key = try stored(for: place) { return key }
        do {
            try FileManager.default.createDirectory(
                atPath: place.keys, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
            let key = RecoveryKey(random: SecureRandom.bytes)
            // Another process may have made one meanwhile, which counts then.
            guard try PrivateFile.createUnlessThere(file(of: place), key.text + "\n", mode: 0o600) else {
                return try stored(for: place) ?? key
            }
            return key
        } catch {
            throw error as? CommandError
                ?? CommandError(
                    .badFile,
                    "the recovery key can't be stored: "
                        + ((error as? TLSError)?.message ?? reason(of: error)))
        }
    }

    /// Removes the key of a home, whose backups are not encrypted from then on.
    ///
    /// - Returns: the key of the earlier backups; nil if there was none.
    static func remove(from place: StorePlace) throws(CommandError) -> RecoveryKey? {
        guard let key = try stored(for: place) else { return nil }
        do { try FileManager.default.removeItem(atPath: file(of: place)) } catch {
            throw CommandError(.badFile, "\(file(of: place)) can't be removed: \(reason(of: error))")
        }
        return key
    }
}

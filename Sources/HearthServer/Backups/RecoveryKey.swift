internal import HearthSystem
internal import HearthTLS
internal import HearthTerminal

#if canImport(FoundationEssentials)
    internal import FoundationEssentials
#else
    internal import Foundation
#endif

/// The key that opens a home's encrypted backups: 25 letters and digits, which are 125 random bits, written in groups of
/// five; or a passphrase that the hub's owner has chosen. A person keeps it on paper.
struct RecoveryKey: Hashable, Sendable {
    /// Crockford's base 32, which has neither I, L, O nor U, so that a key can be read from paper.
    private static let alphabet = Array("0123456789ABCDEFGHJKMNPQRSTVWXYZ".utf8)
    private static let length = 25
    private static let group = 5
    /// The numbers of characters of a passphrase, and its fewest different words: four that were drawn from a list of 7,776
    /// have 51 bits.
    private static let passphraseLength = 16...128
    private static let passphraseWords = 4

    /// The form of a key, for people who have typed another one.
    static let form =
        "a recovery key has 25 letters and digits; one of your own is a passphrase of four or more different words, in "
        + "16 to 128 ASCII characters"

    /// Why a home without a key has no encrypted backups.
    static let missing = "the hub has no recovery key; hearth recovery on makes one, and encrypts the daily backups"

    /// A passphrase with single spaces, or the characters of another key without gaps.
    let characters: [UInt8]

    /// A new key.
    ///
    /// - Parameter random: returns that many random bytes.
    init(random: (Int) -> [UInt8]) {
        // Five of each byte's bits, which are as random as all.
        characters = random(Self.length).map { Self.alphabet[Int($0 & 31)] }
    }

    /// Reads a key as people type it: one of letters and digits in small letters, with other gaps, with O for 0 and I or L
    /// for 1; a passphrase with further spaces.
    ///
    /// - Returns: nil for text of another form.
    init?(_ text: String) {
        let words = text.utf8.split { $0 == UInt8(ascii: " ") || (9...13).contains($0) }
        let isGrouped = words.allSatisfy { $0.count == Self.group }
        let hasDigit = text.utf8.contains { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
        // Four words may have 25 letters, too; of 12,000 made keys one has no digit.
        let key = (isGrouped || hasDigit ? Self.made(text) : nil) ?? Self.passphrase(words) ?? Self.made(text)
        guard let key else { return nil }
        characters = key
    }

    private static func made(_ text: String) -> [UInt8]? {
        var characters: [UInt8] = []
        for character in text.uppercased().utf8 {
            switch character {
            case UInt8(ascii: " "), UInt8(ascii: "-"), UInt8(ascii: "\n"), UInt8(ascii: "\r"), UInt8(ascii: "\t"):
                continue
            case UInt8(ascii: "O"): characters.append(UInt8(ascii: "0"))
            case UInt8(ascii: "I"), UInt8(ascii: "L"): characters.append(UInt8(ascii: "1"))
            default: characters.append(character)
            }
            guard characters.count <= length else { return nil }
        }
        return characters.count == length && characters.allSatisfy(alphabet.contains) ? characters : nil
    }

    /// ASCII only, since keyboards and systems write other letters in several ways (Unicode Standard Annex 15).
    private static func passphrase(_ words: [Substring.UTF8View]) -> [UInt8]? {
        let characters = Array(words.joined(separator: [UInt8(ascii: " ")]))
        let different = Set(words.map { String(decoding: $0, as: UTF8.self).lowercased() })
        guard different.count >= passphraseWords, passphraseLength.contains(characters.count),
            characters.allSatisfy({ (0x20...0x7E).contains($0) })
        else { return nil }
        return characters
    }

    /// The key as on paper: in groups, or the passphrase.
    var text: String {
        guard characters.count == Self.length, !characters.contains(UInt8(ascii: " ")) else {
            return String(decoding: characters, as: UTF8.self)
        }
        return stride(from: 0, to: Self.length, by: Self.group).map { start in
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
    ///
    /// - Parameter chosen: the key that it is to have; nil for a random one.
    /// - Throws: ``CommandError`` with code `refused` if the home has another key than the chosen one.
    static func make(for place: StorePlace, chosen: RecoveryKey? = nil) throws(CommandError) -> RecoveryKey {
        if let key = try stored(for: place) { return try key.checked(chosen) }
        do {
            try FileManager.default.createDirectory(
                atPath: place.keys, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
            let key = chosen ?? RecoveryKey(random: SecureRandom.bytes)
            // Another process may have made one meanwhile, which counts then.
            guard try PrivateFile.createUnlessThere(file(of: place), key.text + "\n", mode: 0o600) else {
                return try (stored(for: place) ?? key).checked(chosen)
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

    private func checked(_ chosen: RecoveryKey?) throws(CommandError) -> RecoveryKey {
        guard chosen == nil || chosen == self else {
            throw CommandError(
                .refused,
                "the daily backups have another recovery key already; end their encryption first: hearth recovery off")
        }
        return self
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

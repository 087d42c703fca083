internal import HearthBase

/// Which devices of the home are published.
package struct PublishedChoice: Hashable, Sendable {
    /// The words of the setting: IDs and names; nil for all devices.
    private let named: Set<String>?
    /// Whether devices with one of ``SensitiveTraits``, such as locks, take commands.
    package let includesSensitive: Bool
    /// The broker that the devices are published to, as `HOST:PORT`.
    private let broker: String

    /// - Parameters:
    ///   - text: `all`, or IDs and names of devices with commas between them.
    ///   - includesSensitive: whether devices with one of ``SensitiveTraits``, such as locks, take commands.
    ///   - broker: the broker that devices are published to, as `HOST:PORT`.
    package init(_ text: String, includesSensitive: Bool, broker: String) {
        let words = text.split(separator: ",").map { Self.folded(String($0)) }.filter { !$0.isEmpty }
        named = words.isEmpty || words == ["all"] ? nil : Set(words)
        self.includesSensitive = includesSensitive
        self.broker = Self.place(broker)
    }

    /// Whether a device is published. A device that the hub has from the same broker is left out unless it is named: it
    /// is at Home Assistant already.
    package func includes(_ device: PublishedDevice) -> Bool {
        guard let named else { return device.broker.map { Self.place($0) != broker } ?? true }
        return named.contains(Self.folded(device.id)) || named.contains(Self.folded(device.name))
    }

    private static func folded(_ word: String) -> String {
        let scalars = word.unicodeScalars.drop { $0.properties.isWhitespace }
        var text = String(String.UnicodeScalarView(scalars))
        while let last = text.unicodeScalars.last, last.properties.isWhitespace { text.unicodeScalars.removeLast() }
        return text.lowercased()
    }

    /// The broker's address, with one spelling for this machine.
    private static func place(_ address: String) -> String {
        let address = address.lowercased()
        for name in ["localhost:", "[::1]:", "::1:"] where address.hasPrefix(name) {
            return "127.0.0.1:" + address.dropFirst(name.count)
        }
        return address
    }
}

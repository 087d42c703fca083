public import Foundation
internal import Hearth
internal import HearthTraitCore

/// The content of a scanned or typed setup code, of a hub's link, or of an accessory's address and key.
///
/// - A hub's link, `hearth:HOST:PORT?fp=…&code=…`, joins the hub or home.
/// - An accessory's address adds it: `hearth-device:KIND?FIELD=VALUE&…`, such as
///   `hearth-device:esphome?host=192.0.2.7&key=…`. Kinds and fields are those of `Home.integrations.kinds()`.
/// - ``HMAddAccessoryRequest`` makes payloads of found accessories.
public final class HMAccessorySetupPayload: NSObject, Sendable {
    /// What a payload leads to.
    enum Content: Sendable {
        case hub(link: String)
        case accessory(AccessoryAddition.Thing)
    }

    let text: String
    private let found: FoundDevice?
    /// The key, password or code of the accessory.
    let secret: String?

    /// Creates a payload from a URL: a hub's link, an accessory's address, or the setup URL on an accessory.
    public convenience init?(url setupPayloadURL: URL?) {
        guard let setupPayloadURL else { return nil }
        self.init(text: setupPayloadURL.absoluteString)
    }

    /// Creates a payload from the address of an accessory and its key, password or code.
    public convenience init?(url setupPayloadURL: URL, ownershipToken: HMAccessoryOwnershipToken?) {
        self.init(setupPayloadURL.absoluteString, secret: ownershipToken?.secret)
    }

    /// Creates a payload from a scanned or typed text.
    public convenience init(text: String) { self.init(text, secret: nil) }

    convenience init(_ found: FoundDevice, _ token: HMAccessoryOwnershipToken) {
        self.init("", secret: token.secret, found: found)
    }

    private init(_ text: String, secret: String?, found: FoundDevice? = nil) {
        self.text = text
        self.secret = secret
        self.found = found
    }

    /// A one-line description without the link or the code, which are secrets.
    public override var description: String { "HMAccessorySetupPayload" }

    /// - Throws: ``HMError``: `operationNotSupported` for the code of a HomeKit or Matter accessory; `invalidParameter`
    ///   for any other text.
    func content() throws(HMError) -> Content {
        if let found { return .accessory(.found(found)) }
        if let address = try address() { return .accessory(address) }
        if text.lowercased().hasPrefix(HubLink.scheme) || HubLink(text) != nil { return .hub(link: text) }
        if text.hasPrefix("MT:") || text.uppercased().hasPrefix("X-HM:")
            || text.allSatisfy({ $0.isNumber || $0 == "-" })
        {
            throw HMError(
                .operationNotSupported,
                "a hub does not pair Matter or HomeKit accessories by their codes; HMAccessoryBrowser shows the accessories "
                    + "that it can add, and a maker's process brings others: hearth claim --invite provider --name NAME"
            )
        }
        throw HMError(
            .invalidParameter,
            "\(quotedBeginning(text)) is neither a hub's link (hearth:HOST:PORT?fp=…&code=…) nor an accessory's address "
                + "(\(Self.scheme):KIND?host=…) nor a setup code")
    }

    private static let scheme = "hearth-device"

    /// The kind and settings of an accessory's address; nil for another text.
    private func address() throws(HMError) -> AccessoryAddition.Thing? {
        guard text.lowercased().hasPrefix(Self.scheme + ":") else { return nil }
        let parts = URLComponents(string: text)
        guard let kind = parts?.path, !kind.isEmpty, let items = parts?.queryItems, !items.isEmpty else {
            throw HMError(
                .invalidParameter,
                "an accessory's address has a kind and settings, as \(Self.scheme):esphome?host=192.0.2.7&key=…")
        }
        return .settings(Dictionary(items.map { ($0.name, $0.value ?? "") }) { $1 }, kind: kind)
    }
}

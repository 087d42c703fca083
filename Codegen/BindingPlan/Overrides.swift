public import HearthBase

#if canImport(FoundationEssentials)
    internal import FoundationEssentials
#else
    internal import Foundation
#endif

/// Names that differ from the rules', from `Schemas/Overrides.json` and a maker's `bindings.json`.
public struct Overrides: Hashable, Sendable, Decodable {
    /// Words that are never split: `IPv4`.
    public var words: [String] = []
    /// Swift names of members (attributes, fields, commands, constants) by the schema's names.
    public var members: [String: String] = [:]
    /// Swift names of types nested in a trait, by the schema's names.
    public var types: [String: String] = [:]
    /// Swift names of device types, without `DeviceType`, by the schema's names.
    public var deviceTypes: [String: String] = [:]
    /// Swift names of traits, without `Trait`, by the schema's names: two vendors may have traits of one name.
    public var traits: [String: String] = [:]
    /// Namespaces of vendors whose files declare none, by vendor id: `0xFFF1`.
    public var vendors: [UInt16: String] = [:]

    /// Creates overrides without names.
    public init() {}

    /// Adds others, which have priority over these.
    public mutating func merge(_ others: Overrides) {
        words += others.words
        members.merge(others.members) { _, other in other }
        types.merge(others.types) { _, other in other }
        deviceTypes.merge(others.deviceTypes) { _, other in other }
        traits.merge(others.traits) { _, other in other }
        vendors.merge(others.vendors) { _, other in other }
    }

    private enum CodingKeys: String, CodingKey, CaseIterable {
        case words, members, types, deviceTypes, traits, vendors
    }

    private struct AnyKey: CodingKey {
        var stringValue: String
        var intValue: Int? { nil }
        init(stringValue: String) { self.stringValue = stringValue }
        init?(intValue: Int) { nil }
    }

    /// Refuses unknown keys.
    public init(from decoder: any Decoder) throws {
        let known = Set(CodingKeys.allCases.map(\.stringValue))
        if let unknown = try decoder.container(keyedBy: AnyKey.self).allKeys.first(where: {
            !known.contains($0.stringValue)
        }) {
            throw DecodingError.dataCorrupted(
                DecodingError.Context(
                    codingPath: [unknown], debugDescription: "'\(unknown.stringValue)' means nothing here"))
        }
        let values = try decoder.container(keyedBy: CodingKeys.self)
        words = try values.decodeIfPresent([String].self, forKey: .words) ?? []
        members = try values.decodeIfPresent([String: String].self, forKey: .members) ?? [:]
        types = try values.decodeIfPresent([String: String].self, forKey: .types) ?? [:]
        deviceTypes = try values.decodeIfPresent([String: String].self, forKey: .deviceTypes) ?? [:]
        traits = try values.decodeIfPresent([String: String].self, forKey: .traits) ?? [:]
        for (key, name) in try values.decodeIfPresent([String: String].self, forKey: .vendors) ?? [:] {
            guard key.hasPrefix("0x"), let id = UInt16(key.dropFirst(2), radix: 16) else {
                throw DecodingError.dataCorruptedError(
                    forKey: .vendors, in: values, debugDescription: "'\(key)' is no vendor id; write 0xFFF1")
            }
            vendors[id] = name
        }
    }

    /// Reads the JSON text.
    ///
    /// - Throws: ``Diagnostic`` with the parser's reason.
    public init(json: String, path: String) throws(Diagnostic) {
        do {
            self = try JSONDecoder().decode(Overrides.self, from: Data(json.utf8))
        } catch {
            throw Diagnostic(
                .error, SourceLocation(file: path, line: 1, column: 1), "the overrides cannot be read: \(error)",
                hint: "an object with words, members, types, deviceTypes, traits and vendors")
        }
    }
}

internal import HearthBase
package import HearthEntities

/// What a device of ESPHome says about itself.
package struct ESPHomeDescription: Hashable, Sendable {
    /// The MAC address as 12 hexadecimal digits in lower case, which identifies the device.
    package var mac: String
    /// The name in the device's configuration, and of its host.
    package var name: String
    /// The version of ESPHome in the firmware.
    package var version: String
    /// The version of the API.
    package var apiVersion: String
    /// Whether the device sleeps most of the time, and connects in between.
    package var hasDeepSleep: Bool
    /// Whether the firmware can encrypt the connection.
    package var supportsEncryption: Bool
    /// Whether the device has no key yet and takes one.
    package var takesKey: Bool
    /// The device, and then its sub-devices that have entities.
    package var devices: [EntityDevice]
    /// The number of entities that were left out, because the device has more than the hub takes.
    package var leftOut: Int
}

/// The 12 digits of a MAC address in lower case, from any way to write it; nil for other texts.
func macDigits(_ text: String) -> String? {
    let digits = text.lowercased().filter { !":-.".contains($0) }
    guard digits.utf8.count == 12, digits.utf8.allSatisfy({ hexValue($0) != nil }) else { return nil }
    return digits
}

/// The id that ESPHome makes from an entity's name; the firmware does not send it since API 1.14.
func objectID(of name: String) -> String {
    String(
        name.unicodeScalars.map { scalar -> Character in
            switch scalar {
            case "A"..."Z": Character(Unicode.Scalar(UInt8(truncatingIfNeeded: scalar.value) | 0x20))
            case "a"..."z", "0"..."9", "-", "_": Character(scalar)
            default: "_"
            }
        })
}

extension DeviceInfoResponse {
    /// The name for people.
    var shownName: String { friendlyName.isEmpty ? deviceName : friendlyName }

    /// The device without entities, then its sub-devices, by their numbers in the API.
    func devices(_ mac: String) -> [(number: UInt32, device: EntityDevice)] {
        let names = Dictionary(areas.map { ($0.id, $0.areaName) }) { first, _ in first }
        func room(_ name: String?) -> String? { name.flatMap { $0.isEmpty ? nil : $0.limited(to: 128) } }
        func text(_ text: some StringProtocol) -> String? { text.isEmpty ? nil : String(text).limited(to: 128) }
        // A project is named MAKER.PRODUCT.
        let project = projectName.split(separator: ".", maxSplits: 1)
        let isProject = project.count == 2
        let device = EntityDevice(
            id: mac, name: shownName.isEmpty ? mac : shownName.limited(to: 128),
            maker: text(isProject ? String(project[0]) : maker), model: text(isProject ? String(project[1]) : model),
            softwareVersion: text(isProject && !projectVersion.isEmpty ? projectVersion : version),
            suggestedRoom: room(area?.areaName) ?? room(suggestedArea), entities: [])
        var all: [(UInt32, EntityDevice)] = [(0, device)]
        for part in devices.prefix(255) where part.id != 0 && !all.contains(where: { $0.0 == part.id }) {
            var other = device
            other.id = "\(mac)-\(part.id)"
            if !part.deviceName.isEmpty { other.name = part.deviceName.limited(to: 128) }
            other.suggestedRoom = room(names[part.areaID]) ?? device.suggestedRoom
            all.append((part.id, other))
        }
        return all
    }
}

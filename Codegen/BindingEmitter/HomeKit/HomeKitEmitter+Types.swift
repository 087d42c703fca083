internal import BindingPlan
internal import HearthBase

extension HomeKitEmitter {
    /// `ServiceType.lightbulb`.
    func serviceTypes(_ text: inout CodeText) {
        text.block("extension ServiceType") { text in
            for (name, row) in hapServices {
                let constant = row.homeKit.map { "`HMServiceType\($0)`" } ?? "HomeKit has no public constant for it"
                Self.emit(name, "ServiceType", row.type, constant, &text)
            }
        }
    }

    /// `CharacteristicType.brightness`.
    func characteristicTypes(_ text: inout CodeText) {
        text.block("extension CharacteristicType") { text in
            for row in hapCharacteristics {
                Self.emit(row.name, "CharacteristicType", row.type, "`HMCharacteristicType\(row.homeKit)`", &text)
            }
        }
    }

    private static func emit(
        _ name: String, _ kind: String, _ short: String, _ constant: String, _ text: inout CodeText
    ) {
        text.documentation("HAP's \(name); \(constant).")
        text.line("public static let \(Namer.escaped(swiftName(name))) = \(kind)(0x\(short))")
    }

    /// `HMServiceTypeLightbulb`.
    func serviceConstants(_ text: inout CodeText) {
        for row in tables.services.ordered(by: { $0.homeKit ?? "" }) {
            guard let name = row.homeKit, let comment = row.comment else { continue }
            text.documentation("The service type for \(comment).")
            Self.emitConstant("HMServiceType\(name)", row.type, &text)
        }
    }

    /// `HMCharacteristicTypeBrightness`.
    func characteristicConstants(_ text: inout CodeText) {
        for row in tables.characteristics.ordered(by: \.homeKit) {
            text.documentation("The characteristic type for \(row.comment).")
            Self.emitConstant("HMCharacteristicType\(row.homeKit)", row.type, &text)
        }
    }

    /// The full form of a short UUID (HAPUUID).
    private static func emitConstant(_ name: String, _ short: String, _ text: inout CodeText) {
        let number = hex(UInt32(short, radix: 16) ?? 0, digits: 8, uppercase: true)
        let uuid = "\(number)-0000-1000-8000-0026BB765291".quoted
        let head = "public let \(name) ="
        if text.fits("\(head) \(uuid)") { return text.line("\(head) \(uuid)") }
        text.line(head)
        text.indented { $0.line(uuid) }
    }

    /// `HMCharacteristicValueAirQuality`.
    func values(_ text: inout CodeText) {
        var types = tables.otherValues.map { ($0.valueType, $0.valueComment, $0.values) }
        for row in tables.characteristics {
            guard let type = row.valueType else { continue }
            types.append((type, row.valueComment ?? row.comment, row.values ?? []))
        }
        for (index, (type, comment, values)) in types.ordered(by: \.0).enumerated() {
            if index > 0 { text.line() }
            text.documentation("The values of a characteristic for \(comment).")
            text.block("public enum HMCharacteristicValue\(type): Int, Hashable, Sendable, CaseIterable") { text in
                for row in values.ordered(by: \.value) {
                    guard let name = row.homeKit, let comment = row.comment else { continue }
                    text.documentation("\(comment).")
                    text.line("case \(Namer.escaped(name)) = \(row.value)")
                }
            }
        }
    }
}

internal import Foundation
internal import HearthHomeKitMapping
internal import Expectations
internal import Testing

/// The catalogue beside the tables of a HomeKit reference, where that file exists.
@Suite struct ReferenceTableTests {
    private static let path = URL(filePath: #filePath).appending(
        path: "../../../../../shared/reference/homekit-model.md"
    )
    .standardizedFileURL
    private static let text = (try? String(contentsOf: path, encoding: .utf8)) ?? ""
    static let isThere = !text.isEmpty

    /// The cells of the rows between two headings.
    private static func rows(_ from: String, _ to: String) -> [[String]] {
        guard let start = text.range(of: from), let end = text.range(of: to), start.upperBound < end.lowerBound else {
            return []
        }
        return text[start.upperBound..<end.lowerBound].split(separator: "\n").compactMap { line in
            guard line.hasPrefix("| ") else { return nil }
            let cells = line.dropFirst().dropLast().split(separator: "|", omittingEmptySubsequences: false)
                .map { $0.trimmingCharacters(in: .whitespaces) }
            return cells.count > 3 && UInt32(cells[1], radix: 16) != nil ? cells : nil
        }
    }

    @Test(.enabled(if: isThere, "the reference is not beside this package"))
    func servicesAreThoseOfTheReference() {
        let rows = Self.rows("## 8.", "## 9.")
        // HAP no longer lists CameraControl, which HomeKit has.
        let services = ServiceCatalogue.all.filter { $0.type != .cameraControl }
        expect(rows.count, equals: services.count)
        for (row, service) in zip(rows, services) {
            expect(service.name, equals: row[0])
            expect(service.type.uuid.description, equals: row[1], "\(row[0])")
            expect(service.homeKitName ?? "—", equals: row[2], "\(row[0])")
            expect(service.required.map(\.description), equals: Self.list(row[3]), "\(row[0])")
            expect(service.optional.map(\.description), equals: Self.list(row[4]), "\(row[0])")
        }
    }

    @Test(.enabled(if: isThere, "the reference is not beside this package"))
    func characteristicsAreThoseOfTheReference() {
        let rows = Self.rows("## 9.", "Where definitions differ")
        expect(rows.count, equals: CharacteristicCatalogue.all.count)
        for (row, characteristic) in zip(rows, CharacteristicCatalogue.all) {
            let metadata = characteristic.metadata
            expect(characteristic.name, equals: row[0])
            expect(characteristic.type.uuid.description, equals: row[1], "\(row[0])")
            expect(characteristic.homeKitName, equals: row[2], "\(row[0])")
            expect(metadata.format.rawValue, equals: row[3], "\(row[0])")
            expect(
                metadata.unit?.rawValue ?? "", equals: row[4].replacing("arc_degree", with: "arcdegrees"), "\(row[0])")
            expect(Self.limits(metadata), equals: row[5], "\(row[0])")
            expect(
                characteristic.permissions.hapNames.sorted(),
                equals: row[6].split(separator: " ").map(String.init).sorted())
            expect(Self.values(characteristic), equals: row[7], "\(row[0])")
        }
    }

    private static func list(_ cell: String) -> [String] {
        cell.split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces) }
    }

    private static func number(_ value: Double) -> String {
        value.rounded() == value ? String(Int(value)) : "\(value)".replacing("1e-04", with: "0.0001")
    }

    /// In the form of the reference: "0–100 / 1".
    private static func limits(_ metadata: CharacteristicMetadata) -> String {
        if let length = metadata.maximumLength { return "len≤\(length)" }
        var text = ""
        if let minimum = metadata.minimum, let maximum = metadata.maximum {
            text = "\(number(minimum))–\(number(maximum))"
        }
        if let step = metadata.step { text += (text.isEmpty ? "" : " ") + "/ \(number(step))" }
        return text
    }

    /// "0=not_charging 1=charging".
    private static func values(_ characteristic: CharacteristicDefinition) -> String {
        characteristic.values.map { value, name in
            let words = name.map { $0.isUppercase ? "_" + $0.lowercased() : String($0) }.joined()
            return "\(value)=\(words)"
        }.joined(separator: " ")
    }
}

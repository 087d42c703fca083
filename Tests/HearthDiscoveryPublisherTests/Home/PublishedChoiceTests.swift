internal import Expectations
internal import HearthDiscoveryPublisher
internal import Testing

@Suite struct PublishedChoiceTests {
    struct Row: Sendable, CustomTestStringConvertible {
        var setting: String
        var id = "lamp-1"
        var name = "Floor Lamp"
        var broker: String?
        var isPublished: Bool

        var testDescription: String { "\(setting) \(id) \(broker ?? "")" }
    }

    @Test(arguments: [
        Row(setting: "all", isPublished: true), Row(setting: "", isPublished: true),
        Row(setting: " ALL ", isPublished: true),
        Row(setting: "lamp-1", isPublished: true), Row(setting: "fan, floor lamp ,", isPublished: true),
        Row(setting: "fan", isPublished: false),
        Row(setting: "all", broker: "broker.lan:1883", isPublished: true),
        Row(setting: "all", broker: "LOCALHOST:1883", isPublished: false),
        Row(setting: "all", broker: "localhost:8883", isPublished: true),
        Row(setting: "lamp-1", broker: "localhost:1883", isPublished: true),
    ])
    func choicesIncludeDevices(row: Row) {
        let choice = PublishedChoice(row.setting, includesSensitive: false, broker: "127.0.0.1:1883")
        let device = PublishedDevice(id: row.id, name: row.name, broker: row.broker, endpoints: [])
        expect(choice.includes(device), equals: row.isPublished)
    }
}

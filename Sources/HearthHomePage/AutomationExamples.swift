/// The examples of automations in the page's folder `examples`. In their texts names stand for kinds of devices.
package enum AutomationExamples {
    /// The examples by their files' names without the ending, in alphabetical order.
    package static var all: [(name: String, text: String)] {
        EmbeddedWeb.files.compactMap { file in
            let path = file.path.description
            guard path.hasPrefix(folder), path.hasSuffix(ending) else { return nil }
            let name = String(path.dropFirst(folder.count).dropLast(ending.count))
            return (name, file.text.withUTF8Buffer { String(decoding: $0, as: UTF8.self) })
        }
    }

    private static let folder = "examples/"
    private static let ending = ".txt"
}

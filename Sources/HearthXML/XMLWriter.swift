extension XMLValue {
    /// A namespace with the prefix that a document writes for it.
    package struct Prefix: Hashable, Sendable {
        package var prefix: String
        package var namespace: String

        package init(_ prefix: String, _ namespace: String) {
            self.prefix = prefix
            self.namespace = namespace
        }
    }

    /// The element as a document in UTF-8.
    ///
    /// - Parameter prefixes: namespaces that the root declares, also if only a text names their prefix. Namespaces that
    ///   are not among them get prefixes of their own.
    package func document(prefixes: [Prefix] = []) -> [UInt8] {
        var writer = XMLWriter(prefixes)
        writer.find(in: self)
        var output = Array("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n".utf8)
        writer.write(self, isRoot: true, to: &output)
        return output
    }
}

/// Writes a document.
private struct XMLWriter {
    /// The one namespace whose prefix is fixed (W3C, "Namespaces in XML 1.0", section 3).
    private static let xml = XMLValue.Prefix("xml", "http://www.w3.org/XML/1998/namespace")

    private var declared: [XMLValue.Prefix]
    private var prefixes: [String: String]
    private var used: Set<String>
    /// The number in the next prefix that the writer makes.
    private var number: Int

    init(_ declared: [XMLValue.Prefix]) {
        self.declared = declared
        used = Set(declared.map(\.prefix))
        number = declared.count
        prefixes = Dictionary(declared.map { ($0.namespace, $0.prefix) }) { first, _ in first }
        prefixes[Self.xml.namespace] = Self.xml.prefix
    }

    /// Gives a prefix to each namespace of an element that has none.
    mutating func find(in value: XMLValue) {
        for name in [value.name] + value.attributes.keys.sorted(by: { $0.order < $1.order }) {
            guard !name.namespace.isEmpty, prefixes[name.namespace] == nil else { continue }
            while used.contains("n\(number)") { number += 1 }
            let prefix = "n\(number)"
            number += 1
            prefixes[name.namespace] = prefix
            declared.append(XMLValue.Prefix(prefix, name.namespace))
        }
        for child in value.children { find(in: child) }
    }

    func write(_ value: XMLValue, isRoot: Bool = false, to output: inout [UInt8]) {
        let name = text(value.name)
        output += "<\(name)".utf8
        if isRoot {
            for prefix in declared { write("xmlns:\(prefix.prefix)", prefix.namespace, to: &output) }
        }
        for (key, text) in value.attributes.sorted(by: { $0.key.order < $1.key.order }) {
            write(self.text(key), text, to: &output)
        }
        guard !value.text.isEmpty || !value.children.isEmpty else {
            output += "/>".utf8
            return
        }
        output += ">".utf8
        Self.escape(value.text, inAttribute: false, to: &output)
        for child in value.children { write(child, to: &output) }
        output += "</\(name)>".utf8
    }

    private func write(_ attribute: String, _ value: String, to output: inout [UInt8]) {
        output += " \(attribute)=\"".utf8
        Self.escape(value, inAttribute: true, to: &output)
        output.append(UInt8(ascii: "\""))
    }

    private func text(_ name: XMLName) -> String {
        prefixes[name.namespace].map { "\($0):\(name.local)" } ?? name.local
    }

    /// Writes a text. White space that a reader would change is written by its number; characters that XML forbids are
    /// left out (W3C, "XML 1.0", sections 2.2, 2.11 and 3.3.3).
    private static func escape(_ text: String, inAttribute: Bool, to output: inout [UInt8]) {
        for character in text.unicodeScalars {
            switch character {
            case "&": output += "&amp;".utf8
            case "<": output += "&lt;".utf8
            case ">": output += "&gt;".utf8
            case "\"" where inAttribute: output += "&quot;".utf8
            case "\r": output += "&#13;".utf8
            case "\n" where inAttribute: output += "&#10;".utf8
            case "\t" where inAttribute: output += "&#9;".utf8
            case "\n", "\t": output.append(UInt8(character.value))
            default:
                guard character.value >= 32, character.value != 0xFFFE, character.value != 0xFFFF else { continue }
                output += UTF8.encode(character).map { Array($0) } ?? []
            }
        }
    }
}

extension XMLName {
    /// What attributes are sorted by, so that equal values are equal documents.
    fileprivate var order: String { "\(namespace)\n\(local)" }
}

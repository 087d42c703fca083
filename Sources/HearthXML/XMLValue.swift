/// The name of an element or attribute: its namespace and its local part (W3C, "Namespaces in XML 1.0").
package struct XMLName: Hashable, Sendable {
    /// The URI; empty for none.
    package var namespace: String
    package var local: String

    package init(_ namespace: String, _ local: String) {
        self.namespace = namespace
        self.local = local
    }

    /// A name without a namespace.
    package init(_ local: String) { self.init("", local) }
}

/// An element of an XML document, with all below it.
package struct XMLValue: Hashable, Sendable {
    package var name: XMLName
    package var attributes: [XMLName: String]
    /// The character data directly in the element; pieces between children are joined.
    package var text: String
    package var children: [XMLValue]

    package init(
        _ name: XMLName, attributes: [XMLName: String] = [:], text: String = "", _ children: [XMLValue] = []
    ) {
        self.name = name
        self.attributes = attributes
        self.text = text
        self.children = children
    }

    /// The first child with a local name, of any namespace; nil if there is none.
    package subscript(_ local: String) -> XMLValue? { children.first { $0.name.local == local } }

    /// The children with a local name, of any namespace.
    package func all(_ local: String) -> [XMLValue] { children.filter { $0.name.local == local } }

    /// The first descendant along a path of local names; nil if there is none.
    package func at(_ path: String...) -> XMLValue? {
        var value = self
        for local in path {
            guard let next = value[local] else { return nil }
            value = next
        }
        return value
    }

    /// The value of an attribute with a local name, of any namespace; nil if there is none.
    package func attribute(_ local: String) -> String? {
        attributes[XMLName(local)] ?? attributes.first { $0.key.local == local }?.value
    }

    /// The text without white space at its ends.
    package var trimmed: String { withoutOuterSpace(text) }
}

/// A text without white space at its ends.
private func withoutOuterSpace(_ text: String) -> String {
    let bytes = text.utf8
    func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || (0x9...0xD).contains(byte) }
    guard let first = bytes.firstIndex(where: { !isSpace($0) }), let last = bytes.lastIndex(where: { !isSpace($0) })
    else { return "" }
    return String(text[first...last])  // in range: the first one is not after the last one
}

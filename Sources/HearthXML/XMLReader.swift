internal import CExpat

extension XMLValue {
    /// Reads a document in UTF-8, UTF-16, ISO 8859-1 or ASCII, as it says itself. One that declares a document type is
    /// refused, so there are no entities but the five of XML.
    ///
    /// - Returns: the root element.
    package init(reading bytes: [UInt8], limits: XMLLimits = XMLLimits()) throws(XMLError) {
        guard bytes.count <= limits.bytes else {
            throw XMLError(.tooLarge, "the document exceeds \(limits.bytes) bytes")
        }
        let reader = XMLReader(limits)
        self = try reader.read(bytes)
    }
}

/// Owns a parser of libexpat for one document. Its callbacks run within ``read(_:)`` only.
private final class XMLReader {
    /// An element that is not complete.
    private struct Open {
        var value: XMLValue
        var text: [UInt8] = []
    }

    private let limits: XMLLimits
    private let parser: XML_Parser?
    private var open: [Open] = []
    private var root: XMLValue?
    private var elementCount = 0
    private var namesBytes = 0
    private var failure: XMLError?

    /// Divides namespaces from local names. A local name never contains it.
    private static let separator = UInt8(ascii: "\n")

    init(_ limits: XMLLimits) {
        self.limits = limits
        parser = XML_ParserCreateNS(nil, XML_Char(Self.separator))
    }

    deinit { if let parser { XML_ParserFree(parser) } }

    func read(_ bytes: [UInt8]) throws(XMLError) -> XMLValue {
        guard let parser else { throw XMLError(.tooLarge, "there is no memory for a reader of XML") }
        XML_SetUserData(parser, Unmanaged.passUnretained(self).toOpaque())
        XML_SetElementHandler(
            parser,
            { data, name, attributes in
                if let name { XMLReader.of(data)?.begin(name, attributes) }
            }, { data, _ in XMLReader.of(data)?.end() })
        XML_SetCharacterDataHandler(parser) { data, text, count in
            XMLReader.of(data)?.add(UnsafeBufferPointer(start: text, count: Int(count)))
        }
        XML_SetStartDoctypeDeclHandler(parser) { data, _, _, _, _ in
            XMLReader.of(data)?.stop(.documentType, "the document declares a document type, which is refused")
        }
        let status = bytes.withUnsafeBytes { bytes in
            XML_Parse(parser, bytes.baseAddress?.assumingMemoryBound(to: CChar.self), Int32(clamping: bytes.count), 1)
        }
        if let failure { throw failure }
        guard status == XML_STATUS_OK, let root else {
            let reason = XML_ErrorString(XML_GetErrorCode(parser)).map { String(cString: $0) } ?? "it has no element"
            throw XMLError(.malformed, "the document is not XML: \(reason)", line: line)
        }
        return root
    }

    private static func of(_ data: UnsafeMutableRawPointer?) -> XMLReader? {
        data.map { Unmanaged<XMLReader>.fromOpaque($0).takeUnretainedValue() }
    }

    private var line: Int { parser.map { Int(clamping: XML_GetCurrentLineNumber($0)) } ?? 0 }

    private func stop(_ code: XMLError.Code, _ message: String) {
        guard failure == nil, let parser else { return }
        failure = XMLError(code, message, line: line)
        XML_StopParser(parser, 0)
    }

    private func begin(
        _ name: UnsafePointer<XML_Char>, _ attributes: UnsafeMutablePointer<UnsafePointer<XML_Char>?>?
    ) {
        guard failure == nil else { return }
        elementCount += 1
        guard open.count < limits.depth else {
            return stop(.tooLarge, "the document has more than \(limits.depth) elements inside each other")
        }
        guard elementCount <= limits.elements else {
            return stop(.tooLarge, "the document has more than \(limits.elements) elements")
        }
        guard let name = self.name(name) else { return }
        var value = XMLValue(name)
        var index = 0
        while let key = attributes?[index], let text = attributes?[index + 1] {
            guard value.attributes.count < limits.attributes else {
                return stop(.tooLarge, "an element has more than \(limits.attributes) attributes")
            }
            guard let key = self.name(key) else { return }
            value.attributes[key] = String(cString: text)
            index += 2
        }
        open.append(Open(value: value))
    }

    private func name(_ text: UnsafePointer<XML_Char>) -> XMLName? {
        let bytes = UnsafeBufferPointer(start: text, count: length(text))
        guard bytes.count <= limits.nameBytes else {
            stop(.tooLarge, "a name of the document exceeds \(limits.nameBytes) bytes")
            return nil
        }
        namesBytes += bytes.count
        guard namesBytes <= limits.namesBytes else {
            stop(.tooLarge, "the names of the document exceed \(limits.namesBytes) bytes")
            return nil
        }
        func string(_ part: Slice<UnsafeBufferPointer<XML_Char>>) -> String {
            String(decoding: part.lazy.map { UInt8(bitPattern: $0) }, as: UTF8.self)
        }
        guard let end = bytes.lastIndex(of: XML_Char(Self.separator)) else { return XMLName(string(bytes[...])) }
        return XMLName(string(bytes[..<end]), string(bytes[(end + 1)...]))
    }

    private func length(_ text: UnsafePointer<XML_Char>) -> Int {
        var count = 0
        while count <= limits.nameBytes, text[count] != 0 { count += 1 }
        return count
    }

    private func add(_ text: UnsafeBufferPointer<XML_Char>) {
        guard failure == nil, !open.isEmpty else { return }
        open[open.count - 1].text.append(contentsOf: text.lazy.map { UInt8(bitPattern: $0) })
    }

    private func end() {
        guard failure == nil, var element = open.popLast() else { return }
        element.value.text = String(decoding: element.text, as: UTF8.self)
        if open.isEmpty { root = element.value } else { open[open.count - 1].value.children.append(element.value) }
    }
}

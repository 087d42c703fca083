internal import Expectations
internal import HearthXML
internal import Testing

@Suite struct XMLValueTests {
    private func read(_ text: String) throws(XMLError) -> XMLValue { try XMLValue(reading: Array(text.utf8)) }

    @Test func namespacesAndTextsAreRead() throws {
        let text =
            #"<?xml version="1.0"?><a:root xmlns:a="urn:a" xmlns="urn:d" a:x="1" y="&lt;2&#10;">one<b/> two "#
            + #"<![CDATA[<three>]]><c xmlns="">&amp;&#233;</c><!-- no --><?no no?></a:root>"#
        try expect(
            read(text),
            equals: XMLValue(
                XMLName("urn:a", "root"), attributes: [XMLName("urn:a", "x"): "1", XMLName("y"): "<2\n"],
                text: "one two <three>", [XMLValue(XMLName("urn:d", "b")), XMLValue(XMLName("c"), text: "&é")]))
    }

    @Test func partsAreFoundByLocalNames() throws {
        let value = try read("<r xmlns:n='urn:n'><n:a n:k='v'> 1\n</n:a><a>2</a></r>")
        expect(value["a"]?.trimmed, equals: "1")
        expect(value["a"]?.attribute("k"), equals: "v")
        expect(value.all("a").map(\.trimmed), equals: ["1", "2"])
        expectNil(value.at("a", "b"))
    }

    @Test func otherEncodingsAreRead() throws {
        let text = "<?xml version='1.0' encoding='UTF-16'?><r>é</r>"
        let units = [0xFEFF] + Array(text.utf16)
        let wide = units.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] }
        expect(try XMLValue(reading: wide), equals: XMLValue(XMLName("r"), text: "é"))
        let latin = Array("<?xml version='1.0' encoding='ISO-8859-1'?><r>".utf8) + [0xE9] + Array("</r>".utf8)
        expect(try XMLValue(reading: latin), equals: XMLValue(XMLName("r"), text: "é"))
    }

    @Test(arguments: [
        ("", XMLError.Code.malformed), ("<a>", .malformed), ("<a></b>", .malformed), ("<a/><b/>", .malformed),
        ("<a>&other;</a>", .malformed), ("<n:a/>", .malformed), ("<a x='1' x='2'/>", .malformed),
        ("<a>\u{0}</a>", .malformed), ("{}", .malformed), ("<?xml version='1.0' encoding='x-other'?><a/>", .malformed),
        ("<!DOCTYPE a><a/>", .documentType), ("<!DOCTYPE a [<!ENTITY b 'c'>]><a>&b;</a>", .documentType),
        ("<!DOCTYPE a SYSTEM 'file:///etc/passwd'><a/>", .documentType),
    ])
    func otherDocumentsAreRefused(text: String, code: XMLError.Code) {
        let error = expect(throws: XMLError.self) { try self.read(text) }
        expect(error?.code, equals: code)
    }

    @Test func largeDocumentsAreRefused() {
        let (most, name) = (XMLLimits(), String(repeating: "n", count: 600))
        func nested(_ depth: Int) -> String {
            String(repeating: "<a>", count: depth) + String(repeating: "</a>", count: depth)
        }
        let inNamespace = (1...64).map { " n:a\($0)=''" }.joined()
        let attributes = (0...most.attributes).map { " a\($0)=''" }.joined()
        for text in [
            nested(most.depth + 1), nested(10_000), "<r>" + String(repeating: "<a/>", count: most.elements) + "</r>",
            "<r\(attributes)/>", "<\(name)/>", "<r xmlns='\(name)'/>", "<r \(name)='1'/>",
            "<r>" + String(repeating: "a", count: most.bytes) + "</r>",
            // Short in the document, but each name has its namespace.
            "<r xmlns:n='\(name.prefix(500))'>" + String(repeating: "<a\(inNamespace)/>", count: 2_000) + "</r>",
        ] {
            let error = expect(throws: XMLError.self) { try self.read(text) }
            expect(error?.code, equals: .tooLarge, "\(text.prefix(20))")
        }
        expect((try? read(nested(most.depth))) != nil)
    }

    @Test func aWrittenDocumentIsReadAgain() throws {
        let value = XMLValue(
            XMLName("urn:a", "r"),
            attributes: [XMLName("x"): "\t\"<&'>\r\n", XMLName("http://www.w3.org/XML/1998/namespace", "lang"): "de"],
            text: "\r\n é \u{1F4F7} ]]>", [XMLValue(XMLName("urn:b", "c"), [XMLValue(XMLName("d"), text: "dn:e")])])
        let document = value.document(prefixes: [XMLValue.Prefix("n0", "urn:b"), XMLValue.Prefix("dn", "urn:e")])
        expect(
            String(decoding: document, as: UTF8.self),
            equals: "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
                + "<n2:r xmlns:n0=\"urn:b\" xmlns:dn=\"urn:e\" xmlns:n2=\"urn:a\" x=\"&#9;&quot;&lt;&amp;'&gt;&#13;&#10;\" "
                + "xml:lang=\"de\">&#13;\n é \u{1F4F7} ]]&gt;<n0:c><d>dn:e</d></n0:c></n2:r>")
        expect(try XMLValue(reading: document), equals: value)
    }

    @Test func manyNamespacesAreWritten() throws {
        let namespaces = (0..<16_000).map { "u\($0)" }
        let value = XMLValue(XMLName("r"), namespaces.map { XMLValue(XMLName($0, "a")) })
        let document = value.document(prefixes: [XMLValue.Prefix("n2", "urn:b")])
        expect(try XMLValue(reading: document), equals: value)
        let begin =
            "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
            + "<r xmlns:n2=\"urn:b\" xmlns:n1=\"u0\" xmlns:n3=\"u1\" xmlns:n4=\"u2\""
        expect(String(decoding: document.prefix(begin.utf8.count), as: UTF8.self), equals: begin)
    }

    @Test func charactersThatXMLHasNotAreLeftOut() {
        let value = XMLValue(XMLName("r"), text: "a\u{0}b\u{1B}c\u{FFFE}d")
        expect(try? XMLValue(reading: value.document()).text, equals: "abcd")
    }
}

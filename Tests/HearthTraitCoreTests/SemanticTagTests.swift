internal import HearthTraitCore
internal import Expectations
internal import Testing

@Suite struct SemanticTagTests {
    @Test func tagLabelIsAChangeButNoConflict() {
        let printer = SemanticTag(namespaceID: 7, tag: 1, label: "Printer")
        let scanner = SemanticTag(namespaceID: 7, tag: 1, label: "Scanner")
        expect(printer, differsFrom: scanner)
        let type = DeviceTypeMetadata(
            isPrimaryType: true,
            sourceConnectivity: SourceConnectivity(connectivityState: .online, dataSourceLocality: .direct),
            tags: [printer])
        expect(type.tags, equals: [.CommonNumber.one])
    }
}

internal import Foundation
internal import Testing
internal import TraitModel
internal import TraitSchema

/// Files as makers' tools write them: they must work untouched.
struct MakersFileTests {
    static let files = TestFiles.makersFiles

    @Test(.enabled(if: !files.isEmpty, "no makers' files beside the package"), arguments: files)
    func resolvesUntouched(_ url: URL) throws {
        let (file, found) = SchemaParser.parse(try TestFiles.source(url))
        #expect(found.map(\.description) == [])
        let (model, findings) = ModelResolver.resolve([file])
        #expect(findings.map(\.description) == [])
        #expect(model.clusters.count >= 19)
        #expect(!model.endpoints.isEmpty)
    }
}

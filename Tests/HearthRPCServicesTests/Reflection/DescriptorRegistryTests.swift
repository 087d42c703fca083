internal import HearthMessage
internal import HearthRPCServices
internal import Testing

struct DescriptorRegistryTests {
    let registry = DescriptorRegistry([Demo.file])

    @Test(arguments: Demo.outer + Demo.inner)
    func aFileIsFoundByWhatItDeclares(symbol: String) {
        #expect(registry.file(declaring: symbol)?.path == Demo.file.path)
    }

    @Test(arguments: ["", ".", "demo.v1", "demo.v1.Out", "demo.v1.Outer.", "demo.v1.Outer.None", "Outer", "demo.v1.Do"])
    func nothingElseIsFound(symbol: String) {
        #expect(registry.file(declaring: symbol) == nil)
    }

    @Test func importsAreThereToo() {
        #expect(registry.file(declaring: "google.protobuf.MethodOptions")?.path == "google/protobuf/descriptor.proto")
        #expect(registry.file(path: "google/protobuf/descriptor.proto") != nil)
        #expect(registry.file(path: "demo/v1/none.proto") == nil)
    }

    @Test func extensionsAreFoundByNumber() {
        #expect(registry.file(extending: "google.protobuf.MethodOptions", number: 50001)?.path == Demo.file.path)
        #expect(registry.file(extending: "google.protobuf.MethodOptions", number: 50002) == nil)
        #expect(registry.extensionNumbers(of: "google.protobuf.FieldOptions") == [50002])
        #expect(registry.extensionNumbers(of: "demo.v1.Outer.Inner") == [])
        #expect(registry.extensionNumbers(of: "demo.v1.Color") == nil)
        #expect(registry.extensionNumbers(of: "demo.v1.None") == nil)
    }

    @Test func servicesAreThoseOfFilesThatWereAdded() {
        let importer = Demo.file("importer.proto", message: "Importer", importing: [Demo.file])
        let registry = DescriptorRegistry([importer])
        #expect(registry.services == [])
        registry.add([Demo.file])
        #expect(registry.services == ["demo.v1.DemoService"])
    }

    @Test func aFileThatIsRemovedIsNotThere() {
        let registry = DescriptorRegistry([Demo.file])
        #expect(registry.services == ["demo.v1.DemoService"])
        registry.remove(path: Demo.file.path)
        #expect(registry.services == [] && registry.file(path: Demo.file.path) == nil)
        #expect(registry.file(declaring: "demo.v1.Outer") == nil)
        registry.add([Demo.file])
        #expect(registry.file(declaring: "demo.v1.Outer")?.path == Demo.file.path)
    }

    @Test func aFileOfAKnownPathTakesTheOthersPlace() {
        registry.add([Demo.file("a.proto", message: "Old")])
        #expect(registry.file(declaring: "Old") != nil)
        registry.add([Demo.file("a.proto", message: "New")])
        #expect(registry.file(declaring: "Old") == nil)
        #expect(registry.file(declaring: "New")?.path == "a.proto")
        #expect(registry.file(declaring: "demo.v1.Outer") != nil)
    }
}

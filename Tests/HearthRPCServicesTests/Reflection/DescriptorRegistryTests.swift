internal import HearthMessage
internal import HearthRPCServices
internal import Expectations
internal import Testing

struct DescriptorRegistryTests {
    let registry = DescriptorRegistry([Demo.file])

    @Test(arguments: Demo.outer + Demo.inner)
    func aFileIsFoundByWhatItDeclares(symbol: String) {
        expect(registry.file(declaring: symbol)?.path, equals: Demo.file.path)
    }

    @Test(arguments: ["", ".", "demo.v1", "demo.v1.Out", "demo.v1.Outer.", "demo.v1.Outer.None", "Outer", "demo.v1.Do"])
    func nothingElseIsFound(symbol: String) {
        expectNil(registry.file(declaring: symbol))
    }

    @Test func importsAreThereToo() {
        expect(
            registry.file(declaring: "google.protobuf.MethodOptions")?.path, equals: "google/protobuf/descriptor.proto")
        expect(registry.file(path: "google/protobuf/descriptor.proto") != nil)
        expectNil(registry.file(path: "demo/v1/none.proto"))
    }

    @Test func extensionsAreFoundByNumber() {
        expect(registry.file(extending: "google.protobuf.MethodOptions", number: 50001)?.path, equals: Demo.file.path)
        expectNil(registry.file(extending: "google.protobuf.MethodOptions", number: 50002))
        expect(registry.extensionNumbers(of: "google.protobuf.FieldOptions"), equals: [50002])
        expect(registry.extensionNumbers(of: "demo.v1.Outer.Inner"), equals: [])
        expectNil(registry.extensionNumbers(of: "demo.v1.Color"))
        expectNil(registry.extensionNumbers(of: "demo.v1.None"))
    }

    @Test func servicesAreThoseOfFilesThatWereAdded() {
        let importer = Demo.file("importer.proto", message: "Importer", importing: [Demo.file])
        let registry = DescriptorRegistry([importer])
        expect(registry.services, equals: [])
        registry.add([Demo.file])
        expect(registry.services, equals: ["demo.v1.DemoService"])
    }

    @Test func aFileThatIsRemovedIsNotThere() {
        let registry = DescriptorRegistry([Demo.file])
        expect(registry.services, equals: ["demo.v1.DemoService"])
        registry.remove(path: Demo.file.path)
        expect(registry.services, equals: [])
        expectNil(registry.file(path: Demo.file.path))
        expectNil(registry.file(declaring: "demo.v1.Outer"))
        registry.add([Demo.file])
        expect(registry.file(declaring: "demo.v1.Outer")?.path, equals: Demo.file.path)
    }

    @Test func aFileOfAKnownPathTakesTheOthersPlace() {
        registry.add([Demo.file("a.proto", message: "Old")])
        expect(registry.file(declaring: "Old") != nil)
        registry.add([Demo.file("a.proto", message: "New")])
        expectNil(registry.file(declaring: "Old"))
        expect(registry.file(declaring: "New")?.path, equals: "a.proto")
        expect(registry.file(declaring: "demo.v1.Outer") != nil)
    }
}

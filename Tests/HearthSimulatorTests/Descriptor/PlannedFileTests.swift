internal import HearthBase
internal import BindingEmitter
internal import BindingPlan
internal import Foundation
internal import HearthMessage
internal import HearthTraitCore
internal import HearthWire
internal import ProtoSchema
internal import Expectations
internal import Testing
internal import ResolvedSchema
internal import TraitSchema
@testable internal import HearthSimulator

/// A hub's reflection of a maker's trait equals the generator's export, whatever its names are.
@Suite struct PlannedFileTests {
    /// Colliding names, lists of every type, a response that no command uses, ids out of order.
    private static let ugly = """
        vendor Acme = 0xFFF1;
        cluster WiFiThing = 0xFFF1FC30 {
          revision 2;
          enum ModeEnum : enum8 { kNone = 1; k12hr = 2; kSome = 3; kWiFi6E = 4; kUnspecified = 5; }
          enum UInt32List : enum16 { kB = 7; kA = 0; }
          bitmap Feature : bitmap32 { kIPv6 = 0x1; }
          bitmap Wide : bitmap64 { kTop = 0x8000000000000000; }
          bitmap modeEnum : bitmap32 { kNone = 0x1; kTop = 0x80000000; kLow = 0x6; kFast = 0x10; }
          struct Attributes { nullable int8u nullFields = 0; int16u aB = 2; int16u a_b = 1; }
          struct Jammed { optional Attributes inner[] = 0; ModeEnum modes[] = 1; optional nullable Wide wide[] = 2; }
          attribute nullable ModeEnum mode = 0;
          attribute access(write: administer) optional UInt32List lists[] = 1;
          attribute access(write: manage) int40s far = 2;
          readonly attribute int24u numbers[] = 18999;
          readonly attribute Jammed jams[] = 5;
          readonly attribute single supportedWiFiBands = 0xFFF10004;
          readonly attribute octet_string hasIPv4AndBTUh = 7;
          readonly attribute modeEnum oddly = 8;
          readonly attribute bitmap32 featureMap = 65532;
          readonly attribute int16u clusterRevision = 65533;
          critical event Jammed = 0 { double force = 0; nullable boolean still = 1; }
          request struct GetRequest { char_string names[] = 0; optional int8s codes[] = 1; }
          response struct NobodyResponse = 9 { int8u x = 0; }
          response struct WatchResponse = 3 { optional nullable char_string what = 1; int8u x = 0; }
          response struct GetResponse = 1 { octet_string many[] = 0; }
          command Watch(): WatchResponse = 2;
          command Get(GetRequest): GetResponse = 0;
          command WiFiThing(): DefaultSuccess = 4;
          command Again(): WatchResponse = 5;
        }
        """

    /// The `.proto` texts that the generator exports, and the traits as data.
    private static func traits(
        _ text: String, _ path: String
    ) -> (protos: [ProtoSource], descriptors: [TraitDescriptor], problems: [String]) {
        let (tree, found) = SchemaParser.parse(SourceText(file: path, text))
        let (model, more) = ModelResolver.resolve([tree])
        let bindings = TraitBindings(model)
        let split = VendorExtensions.split(model, vendorNames: [:])
        let plans = split.clusters.map { TraitPlanner.plan($0, in: split, Overrides()).plan }
        let problems = (found + more).filter { $0.severity == .error }.map(\.description)
        return (
            bindings.protos.map { ProtoSource(path: $0.path, text: $0.text) },
            plans.map(\.descriptor), problems + bindings.diagnostics.map(\.message)
        )
    }

    private func expectEqual(_ text: String, _ path: String) throws {
        let (protos, descriptors, problems) = Self.traits(text, path)
        expect(problems, equals: [])
        expect(!descriptors.isEmpty)
        expect(protos.count, equals: descriptors.count)
        let home = try ["common", "trait"].map { name in
            let path = "hearth/v1/\(name).proto"
            return ProtoSource(path: path, text: try Samples.text("Schemas/proto/" + path))
        }
        let pool = DescriptorPool(protos + home)
        expect(pool.diagnostics, equals: [])
        let set = FileDescriptorSet(pool)
        for descriptor in descriptors {
            let exported = set.descriptor(of: descriptor.protoPath)
            expect(exported, equals: descriptor.fileDescriptor.serialized, "\(descriptor.protoPath)")
            // The same for a descriptor received over the wire.
            let received = try TraitDescriptor(schema: descriptor.schema)
            expect(exported, equals: received.fileDescriptor.serialized, "\(descriptor.protoPath)")
        }
    }

    @Test func ofNamesThatMeetEachOther() throws {
        try expectEqual(Self.ugly, "ugly.matter")
    }

    @Test(arguments: [Samples.readingLamp] + Samples.products)
    func ofRealProducts(_ path: String) throws {
        try expectEqual(try String(contentsOfFile: path, encoding: .utf8), path)
    }
}

extension Samples {
    fileprivate static func text(_ path: String) throws -> String {
        try String(contentsOf: root.appending(path: path), encoding: .utf8)
    }
}

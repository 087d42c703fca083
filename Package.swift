// swift-tools-version: 6.2
import PackageDescription

/// Every target is held to the same strict settings; CI adds `-warnings-as-errors`.
let strict: [SwiftSetting] = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
]

func library(_ name: String, path: String? = nil, _ dependencies: [Target.Dependency] = []) -> Target {
    .target(name: name, dependencies: dependencies, path: path, swiftSettings: strict)
}

func tests(_ name: String, _ dependencies: [Target.Dependency], exclude: [String] = []) -> Target {
    .testTarget(name: name, dependencies: dependencies, exclude: exclude, swiftSettings: strict)
}

func system(_ name: String, pkgConfig: String, debian: String, brew: String) -> Target {
    .systemLibrary(
        name: name, path: "Sources/\(name)", pkgConfig: pkgConfig,
        providers: [.apt([debian]), .brew([brew])])
}

/// What the fuzzer calls. scripts/fuzz sets HEARTH_FUZZ, and gets the fuzzer in place of the tests of the same files.
let fuzzed: [Target.Dependency] = [
    "HearthHTTP2", "HearthRPC", "HearthRPCHTTP2", "HearthRPCServices", "HearthMessage", "InteropService",
]

let package = Package(
    name: "hearth",
    platforms: [.macOS(.v15)],
    products: [
        .library(name: "Hearth", targets: ["Hearth"]),
        .library(name: "HearthTraits", targets: ["HearthTraits"]),
        .library(name: "HearthTraitCore", targets: ["HearthTraitCore"]),
        .library(name: "HearthRPC", targets: ["HearthRPC"]),
        .library(name: "HearthRPCHTTP2", targets: ["HearthRPCHTTP2"]),
        .library(name: "HearthRPCServices", targets: ["HearthRPCServices"]),
        .library(name: "HearthTLS", targets: ["HearthTLS"]),
        .library(name: "HearthLoop", targets: ["HearthLoop"]),
        .library(name: "HearthMessage", targets: ["HearthMessage"]),
        .library(name: "HearthHub", targets: ["HearthHub"]),
        .library(name: "HearthAccess", targets: ["HearthAccess"]),
        .library(name: "HearthDevices", targets: ["HearthDevices"]),
        .library(name: "HearthDeviceHost", targets: ["HearthDeviceHost"]),
        .executable(name: "hearth", targets: ["HearthCommand"]),
        .executable(name: "hearth-codegen", targets: ["hearth-codegen"]),
        .plugin(name: "RegenerateBindings", targets: ["RegenerateBindings"]),
        .plugin(name: "CheckBindings", targets: ["CheckBindings"]),
        .plugin(name: "TraitBindings", targets: ["TraitBindings"]),
    ],
    targets: [
        // Floor 0: C libraries, each with exactly one owner above.
        system("CUV", pkgConfig: "libuv", debian: "libuv1-dev", brew: "libuv"),
        system("CNghttp2", pkgConfig: "libnghttp2", debian: "libnghttp2-dev", brew: "libnghttp2"),
        system("CProtobufC", pkgConfig: "libprotobuf-c", debian: "libprotobuf-c-dev", brew: "protobuf-c"),
        system("CSQLite", pkgConfig: "sqlite3", debian: "libsqlite3-dev", brew: "sqlite"),
        system("COpenSSL", pkgConfig: "openssl", debian: "libssl-dev", brew: "openssl@3"),
        system("CZlib", pkgConfig: "zlib", debian: "zlib1g-dev", brew: "zlib"),
        .target(name: "CHearthMessage", dependencies: ["CProtobufC"]),

        // Floor 1: the owners.
        library("HearthLoop", ["CUV"]),
        library("HearthTLS", ["COpenSSL"]),
        library("HearthHTTP2", ["CNghttp2"]),
        library("HearthMessage", ["CProtobufC", "CHearthMessage"]),
        library("HearthSQL", ["CSQLite"]),

        // Floor 2: calls.
        library("HearthRPC"),
        library("HearthRPCHTTP2", ["HearthRPC", "HearthLoop", "HearthTLS", "HearthHTTP2", "CZlib"]),
        library("HearthRPCServices", ["HearthRPC", "HearthMessage"]),
        library("HearthCombine"),

        // Floor 3: the home.
        library("HearthTraitCore", ["HearthMessage", "HearthRPC"]),
        library("HearthTraits", ["HearthTraitCore", "HearthMessage", "HearthRPC"]),
        library("HearthDevices", ["HearthTraitCore", "HearthTraits", "HearthMessage"]),
        library(
            "HearthSimulator",
            [
                "TraitSchema", "TraitModel", "BindingEmitter", "HearthTraitCore", "HearthTraits", "HearthDevices",
            ]),
        library(
            "HearthDeviceHost",
            ["HearthTraitCore", "HearthTraits", "HearthRPC", "HearthRPCHTTP2", "HearthTLS", "HearthMessage"]),
        library("HearthStore", ["HearthTraitCore", "HearthSQL"]),
        library("HearthHub", ["HearthTraitCore", "HearthStore", "HearthRPC", "HearthMessage"]),
        library(
            "HearthAccess", ["HearthTraitCore", "HearthStore", "HearthRPC", "HearthTLS", "HearthMessage"]),
        library(
            "Hearth", ["HearthTraitCore", "HearthCombine", "HearthRPC", "HearthRPCHTTP2", "HearthTLS", "HearthMessage"]),

        // Floor 4: the program.
        .executableTarget(
            name: "HearthCommand",
            dependencies: [
                "Hearth", "HearthTraits", "HearthTraitCore", "HearthDevices", "HearthHub", "HearthStore",
                "HearthRPC", "HearthRPCHTTP2", "HearthRPCServices", "HearthLoop", "HearthCombine", "HearthMessage",
                "HearthSimulator", "HearthDeviceHost", "HearthAccess", "HearthTLS",
            ],
            swiftSettings: strict),

        // Beside the house: gRPC's interoperability tests, both ends.
        library("InteropService", path: "Interop/InteropService", ["HearthRPC", "HearthMessage"]),
        .executableTarget(
            name: "hearth-interop-server",
            dependencies: [
                "InteropService", "HearthRPC", "HearthRPCHTTP2", "HearthRPCServices", "HearthTLS", "HearthLoop",
            ],
            path: "Interop/hearth-interop-server", swiftSettings: strict),
        .executableTarget(
            name: "hearth-interop-client",
            dependencies: ["InteropService", "HearthRPC", "HearthRPCHTTP2", "HearthTLS"],
            path: "Interop/hearth-interop-client", swiftSettings: strict),

        // Beside the house: the generator, which never touches C.
        library("TraitSchema", path: "Codegen/TraitSchema"),
        library("TraitModel", path: "Codegen/TraitModel", ["TraitSchema"]),
        library("ProtoSchema", path: "Codegen/ProtoSchema"),
        library("BindingEmitter", path: "Codegen/BindingEmitter", ["TraitModel", "TraitSchema", "ProtoSchema"]),
        .executableTarget(
            name: "hearth-codegen", dependencies: ["TraitSchema", "TraitModel", "ProtoSchema", "BindingEmitter"],
            path: "Codegen/hearth-codegen", swiftSettings: strict),
        .plugin(
            name: "RegenerateBindings",
            capability: .command(
                intent: .custom(
                    verb: "regenerate-bindings",
                    description: "Writes the Swift bindings and .proto files of the standard traits from Schemas/."),
                permissions: [
                    .writeToPackageDirectory(
                        reason: "Generated bindings are committed beside the sources that use them.")
                ]),
            dependencies: ["hearth-codegen"]),
        .plugin(
            name: "CheckBindings",
            capability: .command(
                intent: .custom(
                    verb: "check-bindings",
                    description: "Fails when a committed binding differs from what Schemas/ would give.")),
            dependencies: ["hearth-codegen"]),

        // For makers' packages: binds the .matter and .proto files of a target when it is built.
        .plugin(name: "TraitBindings", capability: .buildTool(), dependencies: ["hearth-codegen"]),

        // Tests mirror the sources.
        tests("HearthLoopTests", ["HearthLoop"]),
        tests("HearthTLSTests", ["HearthTLS", "HearthRPCTestSupport"]),
        tests("HearthHTTP2Tests", ["HearthHTTP2"]),
        tests("HearthMessageTests", ["HearthMessage", "CHearthMessage"]),
        tests("HearthSQLTests", ["HearthSQL"]),
        library("HearthRPCTestSupport", path: "Tests/HearthRPCTestSupport", ["HearthRPC"]),
        tests("HearthRPCTests", ["HearthRPC", "HearthRPCTestSupport", "HearthMessage"]),
        tests(
            "HearthRPCHTTP2Tests",
            ["HearthRPCHTTP2", "HearthRPC", "HearthRPCTestSupport", "HearthLoop", "HearthHTTP2", "HearthTLS"]),
        tests("HearthRPCServicesTests", ["HearthRPCServices", "HearthRPC", "HearthMessage"]),
        tests("InteropServiceTests", ["InteropService", "HearthRPC", "HearthRPCHTTP2", "HearthTLS"]),
        // What the fuzzer found, and its seeds: see `fuzzing` below.
        .testTarget(
            name: "FuzzingTests", dependencies: fuzzed, path: "Fuzzing",
            exclude: ["Entry", "Corpus", "Found"], sources: ["Targets", "Replay"], swiftSettings: strict),
        tests("HearthCombineTests", ["HearthCombine"]),
        tests("HearthTraitCoreTests", ["HearthTraitCore", "HearthMessage", "HearthRPC"]),
        tests("HearthTraitsTests", ["HearthTraits", "HearthTraitCore", "HearthMessage", "HearthRPC"]),
        tests("HearthDevicesTests", ["HearthDevices", "HearthTraits", "HearthTraitCore", "HearthMessage"]),
        tests(
            "HearthSimulatorTests",
            [
                "HearthSimulator", "HearthHub", "HearthStore", "HearthDevices", "HearthTraits", "HearthTraitCore",
                "HearthMessage", "TraitSchema", "TraitModel", "ProtoSchema", "BindingEmitter", "EvolutionCases",
            ]),
        tests(
            "HearthDeviceHostTests",
            [
                "HearthDeviceHost", "HearthHub", "HearthStore", "HearthDevices", "HearthTraits", "HearthTraitCore",
                "HearthRPC", "HearthRPCHTTP2", "HearthMessage", "Hearth",
            ]),
        tests("HearthStoreTests", ["HearthStore", "HearthTraitCore", "HearthSQL", "HearthMessage"]),
        tests(
            "HearthHubTests",
            [
                "HearthHub", "HearthStore", "HearthDevices", "HearthTraits", "HearthTraitCore", "HearthRPC",
                "HearthMessage",
            ]),
        tests(
            "HearthAccessTests",
            [
                "HearthAccess", "HearthStore", "HearthTraitCore", "HearthRPC", "HearthRPCHTTP2", "HearthTLS",
                "HearthMessage", "HearthHub",
            ]),
        tests(
            "HearthTests",
            [
                "Hearth", "HearthRPCHTTP2", "HearthHub", "HearthStore", "HearthDevices", "HearthTraits",
                "HearthTraitCore", "HearthRPC", "HearthCombine", "HearthMessage", "HearthAccess", "HearthTLS",
                "HearthLoop",
            ], exclude: ["Guides/CORRECTIONS.md"]),
        // An app as it is written for a telephone, in the language mode that such apps have: only its imports differ.
        .testTarget(
            name: "AppTests",
            dependencies: ["Hearth", "HearthTraits", "HearthDevices", "HearthHub", "HearthStore", "HearthRPC"],
            swiftSettings: [.swiftLanguageMode(.v5)]),
        tests(
            "HearthCommandTests",
            [
                "HearthCommand", "Hearth", "HearthHub", "HearthStore", "HearthTraits", "HearthTraitCore", "HearthRPC",
                "HearthRPCHTTP2", "HearthRPCServices", "HearthMessage", "HearthAccess", "HearthTLS",
            ]),
        tests("TraitSchemaTests", ["TraitSchema"]),
        // Changes of schemas, judged before a release and at run time.
        library("EvolutionCases", path: "Tests/EvolutionCases"),
        tests("TraitModelTests", ["TraitModel", "TraitSchema", "EvolutionCases"]),
        tests("ProtoSchemaTests", ["ProtoSchema"]),
        tests("BindingEmitterTests", ["BindingEmitter", "TraitModel", "TraitSchema", "ProtoSchema"]),
    ],
    swiftLanguageModes: [.v6]
)

if Context.environment["HEARTH_FUZZ"] != nil {
    package.targets.removeAll { $0.name == "FuzzingTests" }
    package.targets.append(
        .executableTarget(
            name: "hearth-fuzz", dependencies: fuzzed, path: "Fuzzing", exclude: ["Replay", "Corpus", "Found"],
            sources: ["Targets", "Entry"], swiftSettings: strict))
}

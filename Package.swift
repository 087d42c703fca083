// swift-tools-version: 6.2
import PackageDescription

/// The same strict settings apply to every target; CI adds `-warnings-as-errors`.
let strict: [SwiftSetting] = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
]

/// For 110,000 generated lines that need no debugging: release builds optimize them for size, with line tables for
/// backtraces. This saves a fourteenth of their compile time. Dependencies may use these flags since tools version 6.2.
let small: [SwiftSetting] = [
    .unsafeFlags(["-Osize", "-Xfrontend", "-gline-tables-only"], .when(configuration: .release))
]

/// For modules that do little work: the generator, the commands of the program, and what runs when a person asks or
/// something is set up, but not with each change of a device. Release builds compile them as debug builds do, in a quarter
/// of the time.
let plain: [SwiftSetting] = [
    .unsafeFlags(["-Onone", "-no-emit-module-separately-wmo"], .when(configuration: .release))
]

func library(
    _ name: String, path: String? = nil, _ dependencies: [Target.Dependency] = [], settings: [SwiftSetting] = []
) -> Target {
    .target(name: name, dependencies: dependencies, path: path, swiftSettings: strict + settings)
}

/// Families of standard traits (Schemas/Families.json), each a module and a product, and the families that each uses
/// besides Common.
let families: KeyValuePairs<String, [String]> = [
    "Common": [], "Node": [], "Lighting": [], "Lock": [], "Closure": [], "Security": ["Lock", "Closure"], "Sensor": [],
    "Climate": [], "AirQuality": ["Sensor", "Climate"], "Presence": ["Sensor"], "Media": [], "Television": ["Media"],
    "Energy": ["Climate"], "Appliance": ["Lock", "Sensor", "Climate", "AirQuality", "Presence"], "Camera": ["Sensor"],
    "Assistant": [], "Entity": [], "System": ["Node"],
]
let familyModules = families.map { "Hearth\($0.key)Traits" }

func tests(_ name: String, _ dependencies: [Target.Dependency], exclude: [String] = []) -> Target {
    .testTarget(name: name, dependencies: dependencies + ["Expectations"], exclude: exclude, swiftSettings: strict)
}

func system(_ name: String, pkgConfig: String?, debian: String, brew: String) -> Target {
    .systemLibrary(
        name: name, path: "Sources/\(name)", pkgConfig: pkgConfig,
        providers: [.apt([debian]), .brew([brew])])
}

/// Its file for pkg-config has a flag that SwiftPM warns of in every build. Debian's headers need none.
#if os(Linux)
    let utf8procPkgConfig: String? = nil
#else
    let utf8procPkgConfig: String? = "libutf8proc"
#endif

/// The modules that the fuzz targets call. scripts/fuzz sets HEARTH_FUZZ, which replaces the tests of these files by
/// the fuzzer.
let fuzzed: [Target.Dependency] = [
    "HearthBase", "HearthEventLoop", "HearthHTTP1", "HearthHTTP2", "HearthAssets", "HearthRPC", "HearthRPCHTTP2",
    "HearthRPCServices", "HearthMessage", "InteropService", "HearthJSON", "ProtoSchema", "HearthTraitDescriptors",
    "HearthCalendar", "HearthCameraMedia", "HearthAutomation", "HearthAutomationText", "HearthMQTT", "HearthWire",
    "HearthEntities", "HearthBrokerLinks", "HearthDeviceLinks", "HearthDiscovery", "HearthDiscoveryPublisher",
    "HearthESPHome", "HearthHTTPDigest", "HearthHue", "HearthMDNS", "HearthNoticeTargets", "HearthRTSP", "HearthShelly",
    "HearthSpeech",
    "HearthTLS", "HearthTasmota", "HearthTemplates", "HearthWebRTC", "HearthWebSocket", "HearthZigbee2MQTT",
    "HearthONVIF", "HearthWyoming", "HearthXML",
]

let package = Package(
    name: "hearth",
    platforms: [.macOS(.v15)],
    products: [
        .library(name: "Hearth", targets: ["Hearth"]),
        .library(name: "HearthTraits", targets: ["HearthTraits"]),
        .library(name: "HearthTraitCatalog", targets: ["HearthTraitCatalog"]),
        // Includes the home's wire, which bindings of makers' `.proto` files use.
        .library(name: "HearthTraitCore", targets: ["HearthTraitCore", "HearthWire"]),
        .library(name: "HearthRPC", targets: ["HearthRPC"]),
        // Includes the types in a server's settings: descriptors for JSON, a page, metrics.
        .library(name: "HearthRPCHTTP2", targets: ["HearthRPCHTTP2", "HearthJSON", "HearthAssets", "HearthMetrics"]),
        .library(name: "HearthRPCServices", targets: ["HearthRPCServices"]),
        .library(name: "HearthTLS", targets: ["HearthTLS"]),
        .library(name: "HearthEventLoop", targets: ["HearthEventLoop"]),
        .library(name: "HearthMessage", targets: ["HearthMessage"]),
        .library(name: "HearthHub", targets: ["HearthHub"]),
        .library(name: "HearthPhrases", targets: ["HearthPhrases"]),
        .library(name: "HearthCalendar", targets: ["HearthCalendar"]),
        .library(name: "HearthHomeKitMapping", targets: ["HearthHomeKitMapping"]),
        .library(name: "HearthHomeKit", targets: ["HearthHomeKit"]),
        // For ported apps: the modules that they already import, see below.
        .library(name: "GoogleHomeSDK", targets: ["GoogleHomeSDK"]),
        .library(name: "GoogleHomeTypes", targets: ["GoogleHomeTypes"]),
        .library(name: "HearthAccessControl", targets: ["HearthAccessControl"]),
        .library(name: "HearthDeviceBehaviors", targets: ["HearthDeviceBehaviors"]),
        .library(name: "HearthVirtualHome", targets: ["HearthVirtualHome"]),
        .library(name: "HearthDeviceHost", targets: ["HearthDeviceHost"]),
        .executable(name: "hearth", targets: ["HearthCommand"]),
        .executable(name: "hearth-cameras", targets: ["hearth-cameras"]),
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
        system("CExpat", pkgConfig: "expat", debian: "libexpat1-dev", brew: "expat"),
        system("CUTF8Proc", pkgConfig: utf8procPkgConfig, debian: "libutf8proc-dev", brew: "utf8proc"),
        .target(name: "CHearthMessage", dependencies: ["CProtobufC"]),
        .target(name: "CHearthSQL", dependencies: ["CSQLite"]),
        .target(name: "CHearthSystem"),

        // Floor 0: the base of all others.
        library("HearthBase"),

        // Floor 1: the owners of the C libraries, and modules that need none.
        library("HearthEventLoop", ["HearthBase", "CUV"]),
        library("HearthTLS", ["HearthBase", "COpenSSL"]),
        library("HearthXML", ["CExpat"]),
        library("HearthUnicode", ["CUTF8Proc"]),
        library("HearthHTTP1", ["HearthBase"]),
        library("HearthHTTPDigest", ["HearthBase", "HearthTLS"]),
        library("HearthHTTP2", ["HearthBase", "CNghttp2"]),
        library("HearthAssets", ["HearthBase"]),
        // The page, from a link to the folder Web. It is a separate module, because plugin programs can't be built with
        // the fuzzer's flags.
        .target(
            name: "HearthHomePage", dependencies: ["HearthAssets"], exclude: ["Web"], swiftSettings: strict,
            plugins: ["EmbedWeb"]),
        library("HearthMessage", ["HearthBase", "CProtobufC", "CHearthMessage"]),
        library("HearthSystem", ["CHearthSystem"]),
        library("HearthSQL", ["HearthSystem", "CSQLite", "CHearthSQL"]),
        library("HearthMDNS", ["HearthBase"], settings: plain),
        library("HearthMetrics"),
        library("HearthServiceManager", settings: plain),

        // Floor 2: calls.
        library("HearthRPC", ["HearthBase"]),
        library(
            "HearthRPCHTTP2",
            [
                "HearthBase", "HearthRPC", "HearthEventLoop", "HearthTLS", "HearthHTTP1", "HearthHTTP2", "HearthJSON",
                "HearthAssets", "HearthMetrics", "CZlib",
            ]),
        library("HearthRPCServices", ["HearthBase", "HearthRPC", "HearthMessage"], settings: plain),
        library(
            "HearthTelemetry", ["HearthBase", "HearthMessage", "HearthMetrics", "HearthRPC"], settings: plain),
        library("HearthJSON", ["HearthBase"]),
        library("HearthCombine", ["HearthBase"]),
        library("HearthMDNSDriver", ["HearthMDNS", "HearthEventLoop"], settings: plain),

        // Floor 3: the home.
        library("HearthTraitDescriptors"),
        library("HearthLinkSocket", ["HearthEventLoop", "HearthTLS"]),
        library("HearthMQTT", ["HearthBase", "HearthEventLoop", "HearthLinkSocket", "HearthTLS"]),
        library("HearthTemplates", ["HearthBase", "HearthJSON"]),
        library("HearthPhrases", ["HearthTraitDescriptors", "HearthUnicode"], settings: plain),
        library("HearthCameraMedia", ["HearthBase"]),
        library("HearthCameraEvents", ["HearthTraitCatalog", "HearthTraitDescriptors"]),
        library("HearthClips", ["HearthBase", "HearthCameraMedia", "HearthSystem"]),
        library("HearthSpeech", ["HearthJSON", "HearthTraitDescriptors", "HearthUnicode"]),
        library("HearthWyoming", ["HearthEventLoop", "HearthJSON"]),
        library("HearthCalendar"),
        library(
            "HearthESPHome",
            [
                "HearthBase", "HearthCalendar", "HearthEntities", "HearthEventLoop", "HearthLinkSocket", "HearthTLS",
                "HearthTraitDescriptors",
            ]),
        library(
            "HearthDiscoveryPublisher",
            [
                "HearthBase", "HearthEntities", "HearthEventLoop", "HearthJSON", "HearthMQTT", "HearthTraitCatalog",
                "HearthTraitCore",
            ]),
        library(
            "HearthZigbee2MQTT",
            ["HearthBase", "HearthBrokerLinks", "HearthEntities", "HearthJSON", "HearthMQTT", "HearthTraitCore"]),
        library("HearthBrokerLinks", ["HearthBase", "HearthEntities", "HearthMQTT", "HearthTraitCore"]),
        library("HearthDeviceLinks", ["HearthEntities", "HearthEventLoop", "HearthTraitCore"]),
        library("HearthWebSocket", ["HearthBase", "HearthHTTP1", "HearthTLS"]),
        library(
            "HearthRTSP",
            [
                "HearthBase", "HearthCameraMedia", "HearthEventLoop", "HearthHTTPDigest", "HearthLinkSocket",
                "HearthTLS",
            ]),
        library("HearthWebRTC", ["HearthBase", "HearthCameraMedia", "HearthEventLoop", "HearthTLS"]),
        library(
            "HearthShelly",
            [
                "HearthBase", "HearthDeviceLinks", "HearthEntities", "HearthEventLoop", "HearthJSON",
                "HearthLinkSocket", "HearthTLS", "HearthTraitCore", "HearthWebSocket",
            ]),
        library(
            "HearthHue",
            [
                "HearthBase", "HearthDeviceLinks", "HearthEntities", "HearthEventLoop", "HearthHTTP1", "HearthJSON",
                "HearthLinkSocket", "HearthTLS", "HearthTraitCore",
            ]),
        library(
            "HearthONVIF",
            [
                "HearthBase", "HearthCalendar", "HearthCameraMedia", "HearthDeviceLinks", "HearthEntities",
                "HearthEventLoop", "HearthHTTP1", "HearthHTTPDigest", "HearthJSON", "HearthLinkSocket", "HearthMDNS",
                "HearthMDNSDriver", "HearthTLS", "HearthTraitCore", "HearthXML",
            ]),
        library(
            "HearthTasmota",
            ["HearthBase", "HearthBrokerLinks", "HearthEntities", "HearthJSON", "HearthMQTT", "HearthTraitCore"]),
        library(
            "HearthDiscovery",
            [
                "HearthBase", "HearthBrokerLinks", "HearthEntities", "HearthJSON", "HearthMQTT", "HearthTemplates",
                "HearthTraitCore",
            ]),
        library("HearthHomeKitMapping", ["HearthBase", "HearthTraitDescriptors"], settings: plain),
        library("HearthAutomation", ["HearthBase", "HearthTraitDescriptors", "HearthCalendar"]),
        library(
            "HearthAutomationText", ["HearthAutomation", "HearthTraitDescriptors", "HearthPhrases"], settings: plain),
        library("HearthWireMessages", ["HearthMessage", "HearthRPC"]),
        library(
            "HearthWire",
            [
                "HearthBase", "HearthTraitDescriptors", "HearthAutomation", "HearthAutomationText",
                "HearthCameraMedia", "HearthMessage", "HearthRPC", "HearthWireMessages",
            ]),
        library("HearthTraitCore", ["HearthBase", "HearthTraitDescriptors", "HearthMessage"]),
        library("HearthTraitCatalog", path: "Sources/HearthTraits/HearthTraitCatalog", ["HearthTraitDescriptors"]),
        library(
            "HearthTraits", path: "Sources/HearthTraits/HearthTraits",
            ["HearthTraitCatalog", "HearthTraitCore"] + familyModules.map { .byName(name: $0) }),
        library(
            "HearthDeviceBehaviors",
            [
                "HearthBase", "HearthCameraMedia", "HearthTraitCore", "HearthCameraTraits", "HearthClimateTraits",
                "HearthClosureTraits", "HearthCommonTraits", "HearthLightingTraits", "HearthLockTraits",
                "HearthNodeTraits",
                "HearthSensorTraits", "HearthTraitCatalog", "HearthMessage",
            ]),
        library(
            "HearthEntities",
            [
                "HearthBase", "HearthCameraMedia", "HearthJSON", "HearthTraitCatalog", "HearthTraitCore",
                "HearthTraitDescriptors",
            ]),
        library(
            "HearthVirtualHome",
            [
                "HearthBase", "HearthCalendar", "HearthCameraMedia", "HearthDeviceBehaviors", "HearthTraitCore",
                "HearthCameraTraits", "HearthClimateTraits", "HearthClosureTraits", "HearthCommonTraits",
                "HearthLightingTraits", "HearthLockTraits", "HearthMediaTraits", "HearthNodeTraits",
                "HearthSensorTraits", "HearthTraitCatalog", "HearthMessage",
            ]),
        library(
            "HearthSimulator",
            [
                "HearthBase",
                "TraitSchema", "ResolvedSchema", "BindingPlan", "HearthTraitCore", "HearthCommonTraits",
                "HearthNodeTraits", "HearthTraitCatalog", "HearthVirtualHome",
            ], settings: plain),
        library(
            "HearthDeviceHost",
            [
                "HearthBase", "HearthCameraMedia", "HearthDeviceBehaviors", "HearthSystem", "HearthTraitCore",
                "HearthWire", "HearthCommonTraits", "HearthNodeTraits", "HearthTraitCatalog",
                "HearthRPC", "HearthRPCHTTP2", "HearthTLS",
                "HearthMessage",
            ]),
        library("HearthStore", ["HearthBase", "HearthTraitCore", "HearthWire", "HearthRPC", "HearthTLS", "HearthSQL"]),
        library(
            "HearthHomeState",
            [
                "HearthBase", "HearthHomeKitMapping", "HearthAutomation", "HearthCalendar", "HearthTraitCore",
                "HearthWire",
                "HearthRPC",
            ]),
        library(
            "HearthHub",
            [
                "HearthBase", "HearthAutomation", "HearthAutomationText", "HearthCameraEvents", "HearthCameraMedia",
                "HearthClips", "HearthTraitCore", "HearthWire", "HearthHomeState", "HearthStore", "HearthRPC",
                "HearthMessage", "HearthAccessControl", "HearthHomeKitMapping", "HearthPhrases", "HearthSpeech",
                "HearthMetrics",
            ]),
        library(
            "HearthAccessControl",
            ["HearthBase", "HearthTraitCore", "HearthWire", "HearthStore", "HearthRPC", "HearthTLS"]),
        library(
            "HearthNoticeTargets",
            [
                "HearthBase", "HearthEntities", "HearthEventLoop", "HearthHTTP1", "HearthJSON", "HearthLinkSocket",
                "HearthTLS", "HearthTraitCatalog", "HearthTraitCore", "HearthTraitDescriptors",
            ]),
        // Knows the hub, and the ecosystems' modules by a protocol only.
        library(
            "HearthIntegrationKinds",
            [
                "HearthBase", "HearthBrokerLinks", "HearthCalendar", "HearthDiscovery", "HearthDiscoveryPublisher",
                "HearthEntities", "HearthESPHome", "HearthEventLoop", "HearthHue", "HearthIntegrations", "HearthMDNS",
                "HearthMDNSDriver", "HearthMQTT", "HearthNoticeTargets", "HearthONVIF", "HearthShelly", "HearthStore",
                "HearthTasmota", "HearthTemplates",
                "HearthTLS", "HearthTraitCore", "HearthTraitDescriptors", "HearthZigbee2MQTT",
            ], settings: plain),
        library(
            "HearthIntegrations",
            [
                "HearthBase", "HearthCameraMedia", "HearthEntities", "HearthHomeState", "HearthHub", "HearthRPC",
                "HearthStore", "HearthTraitCore", "HearthWire",
            ]),
        library(
            "Hearth",
            [
                "HearthBase", "HearthAutomation", "HearthCameraEvents", "HearthCameraMedia", "HearthTraitCore",
                "HearthWire", "HearthCombine", "HearthEventLoop", "HearthMDNS", "HearthMDNSDriver", "HearthRPC",
                "HearthRPCHTTP2", "HearthSystem", "HearthTLS", "HearthMessage", "HearthPhrases",
                "HearthTraitCatalog",
            ]),
        // Modules that a ported app already imports: Hearth and its traits under the names of Google's modules.
        library("GoogleHomeSDK", ["Hearth"]),
        library("GoogleHomeTypes", ["HearthTraits", "HearthAssistantTraits", "HearthTraitCore"]),
        // The replacement for HomeKit in a HomeKit app.
        library(
            "HearthHomeKit",
            [
                "Hearth", "HearthHomeKitMapping", "HearthAutomation", "HearthWire", "HearthMessage", "HearthTraitCore",
                "HearthTraitDescriptors", "HearthTraitCatalog", "HearthCameraMedia", "HearthBase",
            ],
            // Calls get their position in the caller's context, before the first await.
            settings: [.enableUpcomingFeature("NonisolatedNonsendingByDefault")]),

        // Floor 4: the program. Its commands are two modules, and neither waits for the other.
        library(
            "HearthTerminal",
            [
                "Hearth", "HearthAccessControl", "HearthBase", "HearthCalendar", "HearthRPC", "HearthSystem",
                "HearthTLS", "HearthTraitCatalog", "HearthTraitCore", "HearthPhrases",
            ], settings: plain),
        library(
            "HearthServer",
            [
                "HearthTerminal", "Hearth", "HearthAccessControl", "HearthAssets", "HearthBase", "HearthCalendar",
                "HearthClips", "HearthDiscoveryPublisher", "HearthEntities", "HearthVirtualHome", "HearthHomePage",
                "HearthHub",
                "HearthIntegrationKinds",
                "HearthIntegrations", "HearthJSON",
                "HearthEventLoop", "HearthMDNS", "HearthMDNSDriver", "HearthMessage", "HearthMetrics",
                "HearthNoticeTargets",
                "HearthRPC", "HearthRPCHTTP2",
                "HearthRPCServices", "HearthServiceManager", "HearthStore", "HearthSpeech", "HearthSystem",
                "HearthTelemetry", "HearthTLS",
                "HearthTraitCatalog",
                "HearthTraitCore", "HearthWire", "HearthPhrases", "HearthWebRTC", "HearthWyoming", "PageBundler",
            ]),
        library(
            "HearthClientCommands",
            [
                "HearthTerminal", "Hearth", "HearthAccessControl", "HearthHomeKitMapping", "HearthHomePage",
                "HearthAutomation", "HearthBase",
                "HearthCalendar", "HearthCombine", "HearthDeviceHost", "HearthVirtualHome", "HearthLightingTraits",
                "HearthLockTraits", "HearthEventLoop", "HearthRPC", "HearthRPCHTTP2", "HearthRPCServices",
                "HearthSimulator", "HearthSystem", "HearthTLS", "HearthTraitCatalog", "HearthTraitCore",
                "HearthPhrases", "HearthWire",
            ], settings: plain),
        .executableTarget(
            name: "HearthCommand",
            dependencies: [
                "HearthTerminal", "HearthServer", "HearthCameras", "HearthClientCommands", "Hearth", "HearthBase",
                "HearthRPC", "HearthStore", "HearthSystem", "HearthTraitCore", "HearthWire",
            ],
            swiftSettings: strict + plain),

        // The program that brings network cameras to a hub, in a process of its own.
        library(
            "HearthCameras",
            [
                "HearthBase", "HearthCameraMedia", "HearthCameraTraits", "HearthDeviceBehaviors", "HearthDeviceHost",
                "HearthEventLoop", "HearthHTTP1", "HearthHTTPDigest", "HearthJSON", "HearthLinkSocket", "HearthRTSP",
                "HearthSystem", "HearthTLS", "HearthTraitCore", "HearthTraitDescriptors", "HearthWebRTC",
            ]),
        .executableTarget(name: "hearth-cameras", dependencies: ["HearthCameras"], swiftSettings: strict + plain),

        // Outside the floors: both ends of gRPC's interoperability tests.
        library("InteropService", path: "Interop/InteropService", ["HearthRPC", "HearthMessage"]),
        .executableTarget(
            name: "hearth-interop-server",
            dependencies: [
                "InteropService", "HearthRPC", "HearthRPCHTTP2", "HearthRPCServices", "HearthTLS", "HearthEventLoop",
                "HearthJSON", "HearthMessage",
            ],
            path: "Interop/hearth-interop-server", swiftSettings: strict),
        .executableTarget(
            name: "hearth-interop-client",
            dependencies: ["InteropService", "HearthRPC", "HearthRPCHTTP2", "HearthTLS"],
            path: "Interop/hearth-interop-client", swiftSettings: strict),

        // Outside the floors: the generator, which never uses C.
        library(
            "TraitSchema", path: "Codegen/TraitSchema", ["HearthBase", "HearthTraitDescriptors"], settings: plain),
        library(
            "ResolvedSchema", path: "Codegen/ResolvedSchema", ["HearthBase", "TraitSchema", "HearthTraitDescriptors"],
            settings: plain),
        library("ProtoSchema", path: "Codegen/ProtoSchema", ["HearthBase"], settings: plain),
        library(
            "BindingPlan", path: "Codegen/BindingPlan",
            ["HearthBase", "ResolvedSchema", "TraitSchema", "HearthTraitDescriptors"], settings: plain),
        library(
            "BindingEmitter", path: "Codegen/BindingEmitter",
            ["BindingPlan", "HearthBase", "ResolvedSchema", "TraitSchema", "ProtoSchema", "HearthTraitDescriptors"],
            settings: plain),
        .executableTarget(
            name: "hearth-codegen",
            dependencies: [
                "HearthBase",
                "TraitSchema", "ResolvedSchema", "ProtoSchema", "BindingPlan", "BindingEmitter",
                "HearthTraitDescriptors",
            ],
            path: "Codegen/hearth-codegen", swiftSettings: strict + plain),
        .plugin(
            name: "RegenerateBindings",
            capability: .command(
                intent: .custom(
                    verb: "regenerate-bindings",
                    description: "Writes bindings of the standard traits and HomeKit's constants from Schemas/."),
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
                    description: "Fails if a committed binding differs from the generator's output for Schemas/.")),
            dependencies: ["hearth-codegen"]),

        // Outside the floors: joins a page's scripts, and embeds the page into Swift when its module is built.
        library("PageBundler", path: "Codegen/PageBundler", ["HearthAssets", "HearthBase"], settings: plain),
        .executableTarget(
            name: "hearth-embed-web", dependencies: ["HearthBase", "PageBundler"], path: "Codegen/hearth-embed-web",
            swiftSettings: strict + plain),
        .plugin(name: "EmbedWeb", capability: .buildTool(), dependencies: ["hearth-embed-web"]),

        // For makers' packages: generates bindings of a target's .matter and .proto files when it is built.
        .plugin(name: "TraitBindings", capability: .buildTool(), dependencies: ["hearth-codegen"]),

        // Tests mirror the sources. Expectations are functions, which compile faster than macros.
        library("Expectations", path: "Tests/Expectations"),
        tests("HearthBaseTests", ["HearthBase", "ProcessTestSupport"]),
        tests("HearthEventLoopTests", ["HearthEventLoop", "ProcessTestSupport"]),
        tests("HearthServiceManagerTests", ["HearthServiceManager", "ProcessTestSupport"]),
        tests("HearthTLSTests", ["HearthTLS", "HearthBase", "HearthRPCTestSupport"]),
        tests("HearthHTTP1Tests", ["HearthHTTP1", "HearthBase", "ProcessTestSupport"]),
        tests("HearthHTTP2Tests", ["HearthHTTP2", "HearthBase", "ProcessTestSupport"]),
        tests("HearthAssetsTests", ["HearthAssets"]),
        tests("PageBundlerTests", ["PageBundler", "ProcessTestSupport"]),
        // Has a page of its own, to test the plugin and its program.
        .testTarget(
            name: "HearthHomePageTests",
            dependencies: ["HearthHomePage", "HearthAssets", "HearthRPCHTTP2", "ProcessTestSupport", "Expectations"],
            exclude: ["Web"], swiftSettings: strict, plugins: ["EmbedWeb"]),
        tests("HearthMDNSTests", ["HearthMDNS"]),
        tests("HearthMetricsTests", ["HearthMetrics"]),
        tests("HearthCameraMediaTests", ["HearthCameraMedia"]),
        tests(
            "HearthClipsTests",
            ["HearthCameraMedia", "HearthClips", "HearthTraitCore", "HearthVirtualHome", "ProcessTestSupport"]),
        tests(
            "HearthMDNSDriverTests", ["HearthMDNSDriver", "HearthMDNS", "HearthEventLoop", "ProcessTestSupport"],
            exclude: ["Neighbor.py"]),
        tests("HearthMessageTests", ["HearthMessage", "CHearthMessage", "ProcessTestSupport"]),
        tests("HearthSystemTests", ["HearthSystem", "ProcessTestSupport"]),
        tests("HearthSQLTests", ["HearthSQL", "ProcessTestSupport"]),
        // Starts programs in tests.
        library("ProcessTestSupport", path: "Tests/ProcessTestSupport"),
        tests("ProcessTestSupportTests", ["ProcessTestSupport"]),
        // Rules as text files of inputs and their effects.
        library("TranscriptTestSupport", path: "Tests/TranscriptTestSupport", ["Expectations"]),
        // A disk that fails and loses power, for tests of the store.
        .target(name: "CFaultyDisk", dependencies: ["CSQLite"], path: "Tests/CFaultyDisk"),
        library("HearthRPCTestSupport", path: "Tests/HearthRPCTestSupport", ["HearthRPC", "ProcessTestSupport"]),
        tests("HearthRPCTests", ["HearthRPC", "HearthRPCTestSupport"]),
        tests(
            "HearthRPCHTTP2Tests",
            [
                "HearthRPCHTTP2", "HearthRPC", "HearthRPCTestSupport", "HearthEventLoop", "HearthHTTP1", "HearthHTTP2",
                "HearthTLS", "HearthMetrics",
                "HearthBase", "HearthJSON", "HearthAssets", "HearthMessage", "InteropService",
                "ProcessTestSupport", "TranscriptTestSupport",
            ], exclude: ["Transcripts"]),
        tests("HearthRPCServicesTests", ["HearthRPCServices", "HearthRPC", "HearthMessage"]),
        tests(
            "HearthTelemetryTests",
            ["HearthTelemetry", "HearthMetrics", "HearthRPC", "HearthRPCHTTP2", "ProcessTestSupport"]),
        tests("HearthJSONTests", ["HearthJSON", "ProtoSchema", "ProcessTestSupport"]),
        tests("InteropServiceTests", ["InteropService", "HearthRPC", "HearthRPCHTTP2", "HearthTLS"]),
        // Replays the fuzzer's findings and seeds. Compiles the fuzzer's entry with them, as few runs build the fuzzer.
        .testTarget(
            name: "FuzzingTests", dependencies: fuzzed + ["Expectations"], path: "Fuzzing",
            exclude: ["Corpus", "Found"], sources: ["Targets", "Entry", "Replay"], swiftSettings: strict),
        tests("HearthCombineTests", ["HearthCombine"]),
        library("SampleTrait", path: "Tests/SampleTrait", ["HearthTraitDescriptors"]),
        // A manufacturer's own trait and device type. Its bindings are committed, because a plugin in this package would
        // have the generator built with every product.
        .target(
            name: "ExampleMaker", dependencies: ["HearthTraits", "HearthTraitCore", "HearthMessage"],
            path: "Tests/ExampleMaker", exclude: ["ExampleOrganization.matter"], swiftSettings: strict),
        tests("HearthCalendarTests", ["HearthCalendar", "ProcessTestSupport"]),
        tests(
            "HearthESPHomeTests",
            [
                "HearthESPHome", "HearthBase", "HearthCalendar", "HearthEntities", "HearthEventLoop", "HearthTLS",
                "HearthTraitDescriptors",
            ]),
        tests(
            "HearthZigbee2MQTTTests",
            [
                "HearthBrokerLinks", "HearthEntities", "HearthJSON", "HearthMQTT", "HearthTraitCore",
                "HearthZigbee2MQTT", "TranscriptTestSupport",
            ], exclude: ["Goldens"]),
        tests("HearthWebSocketTests", ["HearthWebSocket", "ProcessTestSupport"]),
        tests(
            "HearthCamerasTests",
            [
                "HearthBase", "HearthCameraMedia", "HearthCameras", "HearthDeviceBehaviors", "HearthEventLoop",
                "HearthHTTPDigest", "HearthRTSP", "HearthTraitCore", "HearthVirtualHome", "ProcessTestSupport",
            ]),
        tests("HearthHTTPDigestTests", ["HearthHTTPDigest"]),
        tests(
            "HearthWebRTCTests", ["HearthBase", "HearthCameraMedia", "HearthEventLoop", "HearthTLS", "HearthWebRTC"]),
        tests(
            "HearthRTSPTests",
            [
                "HearthBase", "HearthCameraMedia", "HearthEventLoop", "HearthHTTPDigest", "HearthRTSP",
                "ProcessTestSupport",
            ]),
        tests(
            "HearthShellyTests",
            [
                "HearthDeviceLinks", "HearthEntities", "HearthEventLoop", "HearthJSON", "HearthShelly",
                "HearthTraitCore", "ProcessTestSupport",
            ]),
        tests(
            "HearthHueTests",
            [
                "HearthDeviceLinks", "HearthEntities", "HearthEventLoop", "HearthHue", "HearthJSON", "HearthTraitCore",
                "ProcessTestSupport",
            ]),
        tests(
            "HearthNoticeTargetsTests",
            [
                "HearthEntities", "HearthEventLoop", "HearthHTTP1", "HearthNoticeTargets", "HearthTLS",
                "HearthTraitCore", "ProcessTestSupport",
            ], exclude: ["PushServer.py", "Server.py"]),
        tests("HearthXMLTests", ["HearthXML"]),
        tests("HearthUnicodeTests", ["HearthUnicode"]),
        tests(
            "HearthONVIFTests",
            [
                "HearthCameraMedia", "HearthDeviceLinks", "HearthEntities", "HearthEventLoop", "HearthHTTP1",
                "HearthHTTPDigest", "HearthMDNS", "HearthONVIF", "HearthTraitCore", "HearthXML", "ProcessTestSupport",
            ]),
        tests(
            "HearthTasmotaTests",
            [
                "HearthBrokerLinks", "HearthEntities", "HearthJSON", "HearthMQTT", "HearthTasmota", "HearthTraitCore",
                "MQTTTestSupport", "ProcessTestSupport",
            ]),
        tests("HearthBrokerLinksTests", ["HearthBrokerLinks", "HearthMQTT"]),
        tests("HearthDeviceLinksTests", ["HearthDeviceLinks", "HearthEntities", "HearthEventLoop", "HearthTraitCore"]),
        tests("HearthLinkSocketTests", ["HearthLinkSocket", "HearthEventLoop", "HearthTLS"]),
        tests(
            "HearthDiscoveryTests",
            [
                "HearthBrokerLinks", "HearthDiscovery", "HearthEntities", "HearthJSON", "HearthMQTT",
                "HearthTemplates", "HearthTraitCore", "MQTTTestSupport",
            ]),
        tests(
            "HearthDiscoveryPublisherTests",
            [
                "HearthDiscoveryPublisher", "HearthBase", "HearthEntities", "HearthEventLoop", "HearthMQTT",
                "HearthTraitCatalog", "HearthTraitCore", "MQTTTestSupport", "ProcessTestSupport",
            ],
            exclude: ["Goldens"]),
        tests(
            "HearthAutomationTests",
            [
                "HearthAutomation", "HearthAutomationText", "HearthBase", "HearthCalendar", "HearthTraitDescriptors",
                "ProcessTestSupport", "TranscriptTestSupport",
            ], exclude: ["Goldens", "Transcripts"]),
        tests(
            "HearthMQTTTests",
            [
                "HearthMQTT", "HearthBase", "HearthEventLoop", "HearthTLS", "HearthRPCTestSupport", "MQTTTestSupport",
                "ProcessTestSupport",
            ]),
        // Starts a broker in tests.
        library(
            "MQTTTestSupport", path: "Tests/MQTTTestSupport",
            ["Expectations", "HearthEventLoop", "HearthMQTT", "ProcessTestSupport"]),
        tests(
            "HearthTemplatesTests", ["HearthTemplates", "HearthJSON", "ProcessTestSupport"],
            exclude: ["Oracle/oracle.py", "Oracle/golden.jsonl"]),
        tests(
            "HearthIntegrationKindsTests",
            [
                "HearthBrokerLinks", "HearthCalendar", "HearthEntities", "HearthEventLoop", "HearthIntegrationKinds",
                "HearthIntegrations", "HearthMQTT", "HearthNoticeTargets", "HearthRPCTestSupport", "HearthStore",
                "HearthTraitCore",
                "MQTTTestSupport", "ProcessTestSupport",
            ]),
        tests("HearthWyomingTests", ["HearthEventLoop", "HearthJSON", "HearthWyoming"]),
        tests("HearthSpeechTests", ["HearthJSON", "HearthSpeech"], exclude: ["Sentences", "convert.py"]),
        tests("HearthPhrasesTests", ["HearthPhrases", "HearthTraitDescriptors", "HearthTraitCatalog"]),
        tests(
            "HearthHomeKitMappingTests",
            [
                "HearthHomeKitMapping", "HearthTraitDescriptors", "HearthTraitCatalog", "ExampleMaker",
                "ProcessTestSupport", "TranscriptTestSupport",
            ], exclude: ["Transcripts"]),
        tests("HearthTraitDescriptorsTests", ["HearthTraitDescriptors", "SampleTrait"]),
        tests(
            "HearthWireTests",
            [
                "HearthWire", "HearthAutomation", "HearthAutomationText", "HearthTraitDescriptors", "HearthTraitCore",
                "SampleTrait", "HearthMessage", "HearthRPC",
            ]),
        tests("HearthTraitCoreTests", ["HearthTraitCore", "SampleTrait", "HearthMessage"]),
        tests(
            "HearthTraitsTests",
            ["HearthTraits", "HearthTraitCore", "HearthWire", "HearthMessage", "ExampleMaker", "ProcessTestSupport"]),
        tests(
            "HearthEntitiesTests",
            [
                "HearthBase", "HearthCameraMedia", "HearthEntities", "HearthTraitCatalog", "HearthTraitCore",
                "HearthHub", "HearthHomeState", "HearthStore", "HearthRPC",
            ]),
        tests(
            "HearthVirtualHomeTests",
            [
                "HearthVirtualHome", "HearthDeviceBehaviors", "HearthCalendar", "HearthTraits", "HearthTraitCore",
                "HearthCameraMedia", "HearthMessage", "ExampleMaker", "ProcessTestSupport", "TranscriptTestSupport",
            ], exclude: ["Transcripts"]),
        tests(
            "HearthSimulatorTests",
            [
                "HearthBase",
                "HearthSimulator", "HearthVirtualHome", "HearthTraits", "HearthTraitCore",
                "HearthMessage", "TraitSchema", "ResolvedSchema", "ProtoSchema", "BindingPlan", "BindingEmitter",
                "HearthWire", "ExampleMaker",
            ]),
        tests(
            "HearthDeviceHostTests",
            [
                "HearthBase",
                "HearthCameraMedia", "HearthDeviceBehaviors", "HearthDeviceHost", "HearthHub", "HearthStore",
                "HearthTraits", "HearthTraitCore", "HearthWire", "HearthRPC", "HearthRPCHTTP2", "HearthMessage",
                "Hearth",
                "ExampleMaker", "TranscriptTestSupport",
            ], exclude: ["Transcripts"]),
        // Stores in every implementation, a model of their contents, and a disk that fails.
        library(
            "StoreTestSupport", path: "Tests/StoreTestSupport",
            ["HearthStore", "HearthTraitCore", "ProcessTestSupport", "CFaultyDisk"]),
        tests(
            "HearthStoreTests",
            [
                "HearthStore", "HearthTraitCore", "HearthWire", "HearthRPC", "HearthSQL", "HearthMessage", "CSQLite",
                "StoreTestSupport", "ProcessTestSupport",
            ]),
        // Providers and devices for tests of a home's state and of the hub.
        library(
            "HomeStateTestSupport", path: "Tests/HomeStateTestSupport",
            ["HearthHomeState", "HearthTraits", "HearthTraitCore"]),
        tests(
            "HearthHomeStateTests",
            [
                "HearthHomeState", "HearthBase", "HearthCalendar", "HearthTraits", "HearthTraitCore", "HearthWire",
                "HearthRPC", "HearthTraitCatalog", "HomeStateTestSupport", "ProcessTestSupport", "RefusalTestSupport",
            ]),
        // Expectations of refused calls.
        library("RefusalTestSupport", path: "Tests/RefusalTestSupport", ["HearthRPC", "Expectations"]),
        // A client's view of a home, and the hub's own.
        library(
            "HubTestSupport", path: "Tests/HubTestSupport",
            ["HearthHub", "HearthHomeState", "HearthTraits", "HearthTraitCore", "HearthWire", "HearthRPC"]),
        tests(
            "HearthHubTests",
            [
                "HearthHub", "HearthHomeState", "HearthStore", "HearthVirtualHome", "HearthTraits", "HearthTraitCore",
                "HearthCameraMedia", "HearthClips", "HearthWire", "HearthRPC", "HearthRPCHTTP2", "HearthMessage",
                "HubTestSupport",
                "StoreTestSupport",
                "HomeStateTestSupport", "ProcessTestSupport", "HearthCalendar", "HearthHomeKitMapping", "HearthBase",
                "RefusalTestSupport", "HearthAccessControl",
            ]),
        // Runs the jobs of a thread in a seeded order, and gives hash tables a fixed order.
        .target(name: "COneThread", path: "Tests/COneThread"),
        // A hub with its whole environment in one thread, by a seed. Its parts have tests of their own.
        tests(
            "HearthSimulationTests",
            [
                "HearthHub", "HearthHomeState", "HearthStore", "HearthDeviceHost", "HearthTraitCore", "HearthWire",
                "HearthRPC",
                "HearthMessage", "HubTestSupport", "StoreTestSupport", "HomeStateTestSupport", "ProcessTestSupport",
                "COneThread",
            ]),
        tests(
            "HearthAccessControlTests",
            [
                "HearthBase", "HearthEventLoop",
                "HearthAccessControl", "HearthStore", "HearthTraitCore", "HearthWire", "HearthRPC", "HearthRPCHTTP2",
                "HearthTLS", "HearthHub", "ProcessTestSupport", "COpenSSL", "RefusalTestSupport",
            ]),
        library(
            "IntegrationTestSupport", path: "Tests/IntegrationTestSupport",
            [
                "HearthBase", "HearthEntities", "HearthHub", "HearthIntegrations", "HearthRPC", "HearthStore",
                "HearthTraitCore", "HearthTraits",
            ]),
        tests(
            "HearthIntegrationsTests",
            [
                "HearthBase", "HearthEntities", "HearthHub", "HearthIntegrations", "HearthMessage", "HearthRPC",
                "HearthStore", "HearthTraitCore", "HearthTraits", "HearthWire", "IntegrationTestSupport",
                "ProcessTestSupport", "StoreTestSupport",
            ]),
        tests(
            "HearthTests",
            [
                "HearthBase",
                "Hearth", "HearthRPCHTTP2", "HearthHub", "HearthStore", "HearthVirtualHome", "HearthHomePage",
                "HearthTraits",
                "HearthTraitCore", "HearthWire", "HearthRPC", "HearthCombine", "HearthMessage", "HearthAccessControl",
                "HearthTLS", "HearthEventLoop", "HearthAutomation", "HearthCalendar", "HearthTraitDescriptors",
                "HearthPhrases", "HearthEntities", "HearthIntegrations", "HearthMDNS", "HearthMDNSDriver",
                "IntegrationTestSupport", "ExampleMaker", "HearthCameraEvents", "HearthCameraMedia",
                "ProcessTestSupport",
            ], exclude: ["Guides/CORRECTIONS.md"]),
        // An app as written for a phone, in such apps' language mode. Only its imports differ.
        .testTarget(
            name: "AppTests",
            dependencies: ["Hearth", "HearthTraits", "HearthVirtualHome", "HearthHub", "HearthStore", "HearthRPC"],
            swiftSettings: [.swiftLanguageMode(.v5)]),
        tests(
            "HearthHomeKitTests",
            [
                "HearthHomeKit", "Hearth", "HearthHomeKitMapping", "HearthAutomation", "HearthCalendar", "HearthHub",
                "HearthStore", "HearthVirtualHome", "HearthTraits", "HearthTraitCatalog", "HearthTraitDescriptors",
                "HearthTraitCore", "HearthWire", "HearthRPC", "HearthRPCHTTP2", "HearthAccessControl", "HearthTLS",
                "HearthCameraMedia", "HearthBase", "HearthIntegrations", "IntegrationTestSupport", "ExampleMaker",
                "ProcessTestSupport",
            ]),
        // The code of HomeKit's guides as in apps, once in each language mode.
        .testTarget(
            name: "HomeKitAppTests",
            dependencies: [
                "HearthHomeKit", "Hearth", "HearthTraits", "HearthVirtualHome", "HearthHub", "HearthStore", "HearthRPC",
                "IntegrationTestSupport",
            ],
            swiftSettings: [.swiftLanguageMode(.v5)]),
        .testTarget(
            name: "HomeKitApp6Tests",
            dependencies: [
                "HearthHomeKit", "Hearth", "HearthTraits", "HearthVirtualHome", "HearthHub", "HearthStore", "HearthRPC",
                "IntegrationTestSupport",
            ]),
        tests(
            "HearthCommandTests",
            [
                "HearthBase", "HearthCalendar", "HearthCommand", "HearthClientCommands", "HearthServer",
                "HearthTerminal",
                "Hearth",
                "HearthAutomation", "HearthAutomationText", "HearthVirtualHome", "HearthPhrases", "HearthHub",
                "HearthEventLoop", "HearthIntegrations", "HearthMDNS", "HearthNoticeTargets", "HearthSQL",
                "HearthStore",
                "HearthTraits", "HearthTraitCatalog", "HearthTraitCore",
                "HearthWire",
                "HearthRPC", "HearthRPCHTTP2", "HearthRPCServices", "HearthMessage", "HearthAccessControl", "HearthTLS",
                "HearthJSON", "HearthAssets", "ProcessTestSupport",
            ], exclude: ["Sessions"]),
        tests(
            "HearthServerTests",
            [
                "HearthServer", "HearthBase", "HearthEventLoop", "HearthMetrics", "HearthRPC", "HearthRPCServices",
                "HearthTerminal", "HearthTLS", "HearthTraitCore", "ProcessTestSupport",
            ]),
        tests(
            "HearthClientCommandsTests",
            ["HearthClientCommands", "Hearth", "HearthTraitCore", "HearthWire"]),
        tests("TraitSchemaTests", ["HearthBase", "TraitSchema", "HearthTraitDescriptors", "ProcessTestSupport"]),
        // Schema changes, which are judged before a release and at run time.
        library("EvolutionCases", path: "Tests/EvolutionCases"),
        tests(
            "ResolvedSchemaTests",
            [
                "HearthBase", "ResolvedSchema", "TraitSchema", "HearthTraitDescriptors", "EvolutionCases",
                "TranscriptTestSupport",
            ], exclude: ["Transcripts"]),
        tests("ProtoSchemaTests", ["HearthBase", "ProtoSchema", "ProcessTestSupport"]),
        tests(
            "BindingPlanTests",
            ["HearthBase", "BindingPlan", "ResolvedSchema", "TraitSchema", "HearthTraitDescriptors", "EvolutionCases"]),
        // Its generated bindings are compiled with HearthTraitCore.
        tests("GeneratorProgramTests", ["hearth-codegen", "HearthTraitCore", "ProcessTestSupport"]),
        tests(
            "BindingEmitterTests",
            [
                "HearthBase", "BindingEmitter", "BindingPlan", "ResolvedSchema", "TraitSchema", "ProtoSchema",
                "HearthTraitDescriptors", "ProcessTestSupport",
            ], exclude: ["Excerpts"]),
    ],
    swiftLanguageModes: [.v6]
)

for (family, uses) in families {
    let module = "Hearth\(family)Traits"
    let others = family == "Common" ? ["HearthBase"] : (["Common"] + uses).map { "Hearth\($0)Traits" }
    package.products.append(.library(name: module, targets: [module]))
    package.targets.append(
        library(
            module, path: "Sources/HearthTraits/\(module)",
            (["HearthTraitCatalog", "HearthTraitCore", "HearthMessage"] + others).map { .byName(name: $0) },
            settings: small))
}

// Apple's systems have their own module Combine.
#if !canImport(Darwin)
    let ported: [Target.Dependency] = [
        "GoogleHomeSDK", "GoogleHomeTypes", "Combine", "Hearth", "HearthTraits", "HearthVirtualHome", "HearthHub",
        "HearthStore", "HearthRPC", "HearthRPCHTTP2", "HearthAssets", "HearthEventLoop", "HearthWebRTC",
        "IntegrationTestSupport", "ProcessTestSupport",
    ]
    package.products.append(.library(name: "Combine", targets: ["Combine"]))
    package.targets += [
        library("Combine", ["HearthCombine"]),
        // Ported apps, once in each language mode.
        .testTarget(name: "PortTests", dependencies: ported, swiftSettings: [.swiftLanguageMode(.v5)]),
        .testTarget(name: "Port6Tests", dependencies: ported),
    ]
#endif

/// The names of targets, and of all that they depend on.
func withDependencies(_ names: [String], of targets: [Target]) -> Set<String> {
    var kept = Set(names)
    var open = names
    while let name = open.popLast() {
        for case .byNameItem(let name, _) in targets.first(where: { $0.name == name })?.dependencies ?? []
        where kept.insert(name).inserted {
            open.append(name)
        }
    }
    return kept
}

// For the packages, whose size counts more than the last part of speed: `HEARTH_SMALL=1` lets release builds optimize the
// program for size, except the modules that run with each call or each change of a device. The last of several levels
// counts.
if Context.environment["HEARTH_SMALL"] != nil {
    let fast: Set = [
        "HearthAccessControl", "HearthAutomation", "HearthBase", "HearthCalendar", "HearthCameraMedia", "HearthClips",
        "HearthEntities", "HearthEventLoop", "HearthHTTP1", "HearthHTTP2", "HearthHomeState", "HearthHub", "HearthJSON",
        "HearthMessage", "HearthRPC", "HearthRPCHTTP2", "HearthRTSP", "HearthSQL", "HearthSpeech", "HearthStore",
        "HearthTLS", "HearthTraitCore", "HearthTraitDescriptors", "HearthWebRTC", "HearthWebSocket", "HearthWire",
        "HearthWireMessages",
    ]
    let names = withDependencies(["HearthCommand"], of: package.targets).subtracting(fast)
    for target in package.targets where names.contains(target.name) && [.regular, .executable].contains(target.type) {
        target.swiftSettings = (target.swiftSettings ?? []) + small
    }
    // These folders are only for apps, and link all of Foundation with CoreFoundation and ICU: 10 MB.
    for target in package.targets where ["Hearth", "HearthCombine"].contains(target.name) {
        target.exclude.append("Foundation")
    }
}

// A home in PostgreSQL: `HEARTH_POSTGRESQL=1` adds the owner of libpq and the store, and lets the store's tests run over
// it. It is no trait of the package: a trait is a flag of every module, which would all be compiled twice, and the
// targets would still need libpq where it is not wanted. Without the variable there is no libpq to install, compile or
// link.
if Context.environment["HEARTH_POSTGRESQL"] != nil {
    package.targets += [
        system("CLibpq", pkgConfig: "libpq", debian: "libpq-dev", brew: "libpq"),
        library("HearthPostgreSQL", ["HearthBase", "HearthEventLoop", "CLibpq"]),
        library(
            "HearthPostgreSQLStore",
            [
                "HearthBase", "HearthEventLoop", "HearthPostgreSQL", "HearthStore", "HearthTraitCore",
                "HearthTraitDescriptors",
            ]),
        library(
            "PostgreSQLTestSupport", path: "Tests/PostgreSQLTestSupport",
            ["HearthEventLoop", "HearthPostgreSQL", "ProcessTestSupport"]),
        tests("HearthPostgreSQLTests", ["HearthEventLoop", "HearthPostgreSQL", "PostgreSQLTestSupport"]),
        tests(
            "HearthPostgreSQLStoreTests",
            [
                "HearthEventLoop", "HearthPostgreSQL", "HearthPostgreSQLStore", "HearthStore",
                "PostgreSQLTestSupport", "ProcessTestSupport", "StoreTestSupport",
            ]),
    ]
    let users: [String: [Target.Dependency]] = [
        "HearthServer": ["HearthPostgreSQLStore"],
        "StoreTestSupport": ["HearthPostgreSQL", "HearthPostgreSQLStore", "PostgreSQLTestSupport"],
    ]
    for target in package.targets {
        guard let added = users[target.name] else { continue }
        target.dependencies += added
        target.swiftSettings = (target.swiftSettings ?? []) + [.define("POSTGRESQL")]
    }
}

// `HEARTH_TESTS=HearthHubTests,HearthStoreTests swift build --build-tests` builds only these test targets and their
// dependencies.
if let names = Context.environment["HEARTH_TESTS"] {
    let kept = withDependencies(names.split(separator: ",").map(String.init), of: package.targets)
    package.targets.removeAll { $0.type == .test && !kept.contains($0.name) }
}

/// Leaves only some targets, what they depend on, and the products of these. SwiftPM compiles the tools of all plugins that a
/// target of the package uses, for any of its products.
@MainActor func keepOnly(_ names: [String]) {
    var kept = withDependencies(names, of: package.targets)
    for target in package.targets where kept.contains(target.name) {
        for case .plugin(let name, _) in target.plugins ?? [] {
            kept.formUnion(withDependencies([name], of: package.targets))
        }
    }
    package.targets.removeAll { !kept.contains($0.name) }
    package.products.removeAll { product in
        switch product {
        case let library as Product.Library: !kept.isSuperset(of: library.targets)
        case let program as Product.Executable: !kept.isSuperset(of: program.targets)
        default: true
        }
    }
}

// `HEARTH_ONLY=HearthRPC,HearthTLS` leaves only these modules and what they depend on, as Benchmarks/common.py does.
if let names = Context.environment["HEARTH_ONLY"] { keepOnly(names.split(separator: ",").map(String.init)) }

// The fuzzer alone.
if Context.environment["HEARTH_FUZZ"] != nil {
    package.targets.append(
        .executableTarget(
            name: "hearth-fuzz", dependencies: fuzzed, path: "Fuzzing", exclude: ["Replay", "Corpus", "Found"],
            sources: ["Targets", "Entry"], swiftSettings: strict))
    keepOnly(["hearth-fuzz"])
    package.products = []
}

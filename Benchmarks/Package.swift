// swift-tools-version: 6.2
import PackageDescription

/// Async functions run on their caller's executor, as in new Xcode projects ("approachable concurrency"). This saves a
/// generated client's calls and a server's handlers two checks of the task's executor.
let settings: [SwiftSetting] = [.enableUpcomingFeature("NonisolatedNonsendingByDefault")]

let messages: [Target.Dependency] = ["HearthMessage", "HearthRPC"].map { .product(name: $0, package: "hearth") }

let package = Package(
    name: "hearth-benchmarks",
    platforms: [.macOS(.v15)],
    dependencies: [.package(name: "hearth", path: "..")],
    targets: [
        // Messages alone need no home modules, which take an optimising compiler minutes. Bindings are committed, because
        // with the plugin an optimised build compiles the generator as well, optimised and twice.
        .target(name: "BenchMessages", dependencies: messages, exclude: ["bench.proto"], swiftSettings: settings),
        .target(
            name: "BenchSample", dependencies: messages + [.product(name: "HearthTraitCore", package: "hearth")],
            exclude: ["Sample.matter"], swiftSettings: settings),
        .executableTarget(
            name: "hearth-bench-server",
            dependencies: [
                "BenchMessages",
                .product(name: "HearthRPC", package: "hearth"),
                .product(name: "HearthRPCHTTP2", package: "hearth"),
                .product(name: "HearthEventLoop", package: "hearth"),
                .product(name: "HearthTLS", package: "hearth"),
                .product(name: "HearthMessage", package: "hearth"),
            ],
            swiftSettings: settings),
        .executableTarget(
            name: "hearth-bench-client",
            dependencies: [
                "BenchMessages",
                .product(name: "HearthRPC", package: "hearth"),
                .product(name: "HearthRPCHTTP2", package: "hearth"),
                .product(name: "HearthEventLoop", package: "hearth"),
                .product(name: "HearthMessage", package: "hearth"),
            ],
            swiftSettings: settings),
        .executableTarget(
            name: "hearth-bench-home",
            dependencies: [
                .product(name: "Hearth", package: "hearth"),
                .product(name: "HearthHomeKit", package: "hearth"),
                .product(name: "HearthDeviceHost", package: "hearth"),
                .product(name: "HearthTraitCore", package: "hearth"),
                .product(name: "HearthTraits", package: "hearth"),
            ]),
        .executableTarget(
            name: "hearth-bench-automations",
            dependencies: [
                // It includes the store's module.
                .product(name: "HearthHub", package: "hearth"),
                .product(name: "HearthRPC", package: "hearth"),
                .product(name: "HearthTraitCore", package: "hearth"),
                .product(name: "HearthTraits", package: "hearth"),
            ],
            swiftSettings: settings),
        .executableTarget(
            name: "hearth-bench-store",
            dependencies: [
                // It includes the store's module.
                .product(name: "HearthHub", package: "hearth"),
                .product(name: "HearthTraitCore", package: "hearth"),
            ],
            swiftSettings: settings),
        .executableTarget(
            name: "hearth-bench-homes",
            dependencies: [
                // It includes the store's module.
                .product(name: "HearthHub", package: "hearth"),
                .product(name: "HearthRPC", package: "hearth"),
                .product(name: "HearthTraitCore", package: "hearth"),
                .product(name: "HearthTraits", package: "hearth"),
                .product(name: "HearthVirtualHome", package: "hearth"),
            ],
            swiftSettings: settings),
        .executableTarget(
            name: "hearth-bench-codec",
            dependencies: ["BenchMessages", "BenchSample", .product(name: "HearthMessage", package: "hearth")]),
    ],
    swiftLanguageModes: [.v6]
)

// Only programs without a home, if only the modules that they need are there; see the manifest of Hearth.
if Context.environment["HEARTH_ONLY"] != nil {
    let kept = ["BenchMessages", "hearth-bench-server", "hearth-bench-client"]
    package.targets.removeAll { !kept.contains($0.name) }
}

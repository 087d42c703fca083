// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "hearth-benchmarks",
    platforms: [.macOS(.v15)],
    dependencies: [.package(name: "hearth", path: "..")],
    targets: [
        .executableTarget(
            name: "hearth-bench-server",
            dependencies: [
                .product(name: "HearthRPC", package: "hearth"),
                .product(name: "HearthRPCHTTP2", package: "hearth"),
                .product(name: "HearthLoop", package: "hearth"),
                .product(name: "HearthMessage", package: "hearth"),
            ])
    ],
    swiftLanguageModes: [.v6]
)

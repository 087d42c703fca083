// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "greeter",
    platforms: [.macOS(.v15)],
    dependencies: [.package(name: "hearth", path: "../..")],
    targets: [
        .executableTarget(
            name: "greeter",
            dependencies: [
                .product(name: "HearthRPC", package: "hearth"),
                .product(name: "HearthRPCHTTP2", package: "hearth"),
                .product(name: "HearthMessage", package: "hearth"),
                .product(name: "HearthEventLoop", package: "hearth"),
            ],
            plugins: [.plugin(name: "TraitBindings", package: "hearth")])
    ],
    swiftLanguageModes: [.v6]
)

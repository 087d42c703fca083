// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "lamp",
    platforms: [.macOS(.v15)],
    dependencies: [.package(name: "hearth", path: "../hearth")],
    targets: [
        .executableTarget(
            name: "lamp",
            dependencies: [
                .product(name: "Hearth", package: "hearth"), .product(name: "HearthTraits", package: "hearth"),
            ])
    ]
)

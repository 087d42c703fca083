// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "follow-the-house",
    platforms: [.macOS(.v15)],
    dependencies: [.package(name: "hearth", path: "../..")],
    targets: [
        .executableTarget(
            name: "follow-the-house",
            dependencies: [
                .product(name: "Hearth", package: "hearth"), .product(name: "HearthTraits", package: "hearth"),
            ])
    ],
    swiftLanguageModes: [.v6]
)

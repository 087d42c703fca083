// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "spinner",
    platforms: [.macOS(.v15)],
    dependencies: [.package(name: "hearth", path: "../..")],
    targets: [
        .executableTarget(
            name: "Turntable",
            dependencies: [
                .product(name: "HearthDeviceBehaviors", package: "hearth"),
                .product(name: "HearthDeviceHost", package: "hearth"),
                .product(name: "HearthTraits", package: "hearth"),
                .product(name: "HearthTraitCore", package: "hearth"),
                .product(name: "HearthMessage", package: "hearth"),
            ],
            plugins: [.plugin(name: "TraitBindings", package: "hearth")])
    ],
    swiftLanguageModes: [.v6]
)

// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "house-app",
    platforms: [.macOS(.v15)],
    dependencies: [.package(name: "hearth", path: "../..")],
    targets: [
        .executableTarget(
            name: "house-app",
            dependencies: [
                .product(name: "Hearth", package: "hearth"), .product(name: "HearthTraits", package: "hearth"),
                .product(name: "HearthPhrases", package: "hearth"),
            ])
    ],
    swiftLanguageModes: [.v6]
)

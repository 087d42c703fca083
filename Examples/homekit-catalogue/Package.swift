// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "homekit-catalogue",
    platforms: [.macOS(.v15)],
    dependencies: [.package(name: "hearth", path: "../..")],
    targets: [
        .executableTarget(
            name: "homekit-catalogue",
            dependencies: [.product(name: "HearthHomeKit", package: "hearth")])
    ],
    swiftLanguageModes: [.v6]
)

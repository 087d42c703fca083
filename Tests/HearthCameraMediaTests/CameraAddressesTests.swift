internal import Expectations
internal import HearthCameraMedia
internal import Testing

@Suite struct CameraAddressesTests {
    @Test(
        "A camera's own picture comes first, then one of its smallest stream",
        arguments: [
            (CameraAddresses(), []), (CameraAddresses(snapshot: "picture"), ["picture"]),
            (CameraAddresses(main: "main"), ["still of main"]),
            (CameraAddresses(main: "main", sub: "sub", snapshot: "picture"), ["picture", "still of sub"]),
        ])
    func placesOfPictures(addresses: CameraAddresses, places: [String]) {
        expect(addresses.pictures.map { $0.isStill ? "still of \($0.url)" : $0.url }, equals: places)
    }
}

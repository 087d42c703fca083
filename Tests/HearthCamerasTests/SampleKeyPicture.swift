internal import Expectations
internal import HearthBase
internal import HearthCameraMedia
@testable internal import HearthCameras
@testable internal import HearthVirtualHome

extension KeyPicture {
    /// The first picture of the virtual cameras' loop: 640 × 360, or 320 × 180 as the small stream.
    static func ofLoop(_ quality: CameraQuality) throws -> KeyPicture {
        let loop = try require(CameraLoop.demo(quality))
        return KeyPicture(format: try require(loop.format.video), unit: loop.unit(0))
    }

    /// Its NAL units in hexadecimal, with the parameter sets before them, as `rtsp_camera.py` sends them.
    var payloads: [String] {
        (ByteStream.parameterSets(inAVC: format.configuration) + ByteStream.units(in: unit.bytes)).map {
            hex(Array($0))
        }
    }
}

extension PictureDecoder {
    /// Whether this machine has one.
    static let isInstalled = (try? PictureDecoder().file()) != nil
}

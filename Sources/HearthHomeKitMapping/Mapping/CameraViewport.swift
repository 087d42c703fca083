internal import HearthTraitDescriptors

/// The part of a camera's sensor that its pictures show, in pixels (CameraAvStreamManagement: Viewport, VideoSensorParams
/// and MinViewportResolution).
struct CameraViewport {
    private let left: Double
    private let top: Double
    private let width: Double
    private let height: Double
    private let sensor: (width: Double, height: Double)
    private let minimum: (width: Double, height: Double)

    /// nil if the camera does not say one of the three, or if they make no sense.
    init?(_ reading: ServiceReading) {
        func numbers(_ attribute: AttributeID) -> (UInt32) -> Double? {
            guard case .structure(let fields) = reading.value(attribute) else { return { _ in nil } }
            return { fields[$0]?.integer.map { Double($0) } }
        }
        let (view, whole, least) = (numbers(.viewport), numbers(.sensor), numbers(.minViewport))
        guard let left = view(0), let top = view(1), let right = view(2), let bottom = view(3),
            let sensorWidth = whole(0), let sensorHeight = whole(1), left < right, top < bottom,
            right <= sensorWidth, bottom <= sensorHeight, left >= 0, top >= 0,
            let leastWidth = least(0), let leastHeight = least(1), leastWidth > 0, leastHeight > 0
        else { return nil }
        (self.left, self.top, width, height) = (left, top, right - left, bottom - top)
        sensor = (sensorWidth, sensorHeight)
        minimum = (min(leastWidth, sensorWidth), min(leastHeight, sensorHeight))
    }

    /// How many times as wide as the viewport the sensor is.
    var zoom: Double { sensor.width / width }

    /// The zoom of the smallest viewport.
    var greatestZoom: Double { min(sensor.width / minimum.width, sensor.height / minimum.height) }

    /// A ViewportStruct with another zoom.
    func zoomed(_ zoom: Double) -> StructureValue? {
        let factor = min(max(zoom, 1), greatestZoom)
        let (newWidth, newHeight) = ((sensor.width / factor).rounded(), (sensor.height / factor).rounded())
        let x = min(max((left + width / 2 - newWidth / 2).rounded(), 0), sensor.width - newWidth)
        let y = min(max((top + height / 2 - newHeight / 2).rounded(), 0), sensor.height - newHeight)
        let corners = [x, y, x + newWidth, y + newHeight].compactMap { UInt64(exactly: $0) }
        guard corners.count == 4 else { return nil }
        return [
            0: .unsigned(corners[0]), 1: .unsigned(corners[1]), 2: .unsigned(corners[2]), 3: .unsigned(corners[3]),
        ]
    }
}

internal import HearthStore
internal import HearthWire

extension StoredLocation {
    init(_ location: Hearth_V1_Location) {
        self.init(latitude: location.latitude, longitude: location.longitude)
    }
}

extension Hearth_V1_Location {
    init(_ location: StoredLocation) {
        self.init(latitude: location.latitude, longitude: location.longitude)
    }
}

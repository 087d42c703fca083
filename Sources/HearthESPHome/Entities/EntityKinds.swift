internal import HearthBase
internal import HearthEntities

/// The kinds of entities that the hub knows, by the types of their messages. Cameras are left out.
enum EntityKinds {
    static let all: [any EntityModel.Type] = [
        LightModel.self, SwitchModel.self, SirenModel.self, FanModel.self, CoverModel.self, ValveModel.self,
        LockModel.self, ClimateModel.self, WaterHeaterModel.self, AlarmModel.self, MediaPlayerModel.self,
        SensorModel.self, BinarySensorModel.self, TextSensorModel.self, NumberModel.self, SelectModel.self,
        TextModel.self, ButtonModel.self, DateModel.self, TimeModel.self, DateTimeModel.self, EventModel.self,
        UpdateModel.self,
    ]

    static let byListing = Dictionary(all.map { ($0.listingID, $0) }) { first, _ in first }

    /// The numbers of the field `device_id`, by the types of states and events.
    static let deviceFields: [UInt16: UInt32] = Dictionary(
        all.compactMap { kind in kind.stateType.map { ($0.id, $0.deviceField) } }
    ) { first, _ in first }
}

extension EntityModel {
    static var listingID: UInt16 { Listing.id }

    static func make(reading bytes: [UInt8], _ session: EntityContext) throws(WireFailure) -> any EntityModel {
        Self(try Listing(reading: bytes), session)
    }

    var head: ListingHead { listing.head }
}

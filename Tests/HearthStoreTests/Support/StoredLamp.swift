internal import HearthStore
internal import HearthTraitCore

/// A structure with a room, and a lamp in it.
let structure = StoredStructure(id: "s", name: "Home")
let room = RoomRecord(id: "r", structureID: "s", name: "Kitchen")
let device = StoredDevice(
    id: "d", structureID: "s", roomID: "r", name: "Lamp", isNameGiven: true, description: [1, 2, 0])

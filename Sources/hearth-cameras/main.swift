// Brings network cameras to a hub: hearth-cameras --help
internal import HearthCameras

await CamerasProgram.main()

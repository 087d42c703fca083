// Brings network cameras to a hub: hearth-cameras --help
import HearthCameras

await CamerasProgram.main()

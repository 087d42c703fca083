// The controls of devices' pages and of rare tiles. They are one module, because they share most imports, and small files
// compress badly.

import { alarmsOf, readers } from "../../home/statuses.js";
import { pageControls as alarmPage } from "./alarm.js";
import { pageControls as anyPage } from "./any.js";
import { tileControl as applianceTile, pageControls as appliancePage } from "./appliance.js";
import { pageControls as applianceSettingsPage } from "./appliance-settings.js";
import { pageControls as cameraPage } from "./camera.js";
import { tileControl as chargerTile, pageControls as chargerPage } from "./charger.js";
import { tileControl as closureTile, pageControls as closurePage } from "./closure.js";
import { colorControls } from "./color.js";
import { pageControls as coverPage } from "./cover.js";
import { pageControls as energyPage } from "./energy.js";
import { pageControls as fanPage } from "./fan.js";
import { tileControl as humidityTile, pageControls as humidityPage } from "./humidity.js";
import { pageControls as lockPage, turn } from "./lock.js";
import { pageControls as mediaPage } from "./media.js";
import { tileControl as ownTile, pageControls as ownPage } from "./own.js";
import { tileControl as securityTile, pageControls as securityPage } from "./security.js";
import { pageControls as sensorPage } from "./sensor.js";
import { pageControls as switchPage } from "./switch.js";
import { pageControls as thermostatPage } from "./thermostat.js";
import { tileControl as vacuumTile, pageControls as vacuumPage } from "./vacuum.js";
import { tileControl as waterTile, pageControls as waterPage } from "./water.js";
import { pageControls as waterHeaterPage } from "./water-heater.js";

/** @typedef {import("../controls.js").Controls} Controls */

/** @satisfies {Record<string, Controls>} */
export const controls = {
  alarm: { pageControls: alarmPage },
  any: { pageControls: anyPage },
  appliance: { tileControl: applianceTile, pageControls: appliancePage },
  applianceSettings: { pageControls: applianceSettingsPage },
  camera: { pageControls: cameraPage },
  charger: { tileControl: chargerTile, pageControls: chargerPage },
  closure: { tileControl: closureTile, pageControls: closurePage },
  color: { pageControls: colorControls },
  cover: { pageControls: coverPage },
  energy: { pageControls: energyPage },
  fan: { pageControls: fanPage },
  humidity: { tileControl: humidityTile, pageControls: humidityPage },
  lock: { pageControls: lockPage },
  media: { pageControls: mediaPage },
  own: { tileControl: ownTile, pageControls: ownPage },
  security: { tileControl: securityTile, pageControls: securityPage },
  sensor: { pageControls: sensorPage },
  switch: { pageControls: switchPage },
  thermostat: { pageControls: thermostatPage },
  vacuum: { tileControl: vacuumTile, pageControls: vacuumPage },
  water: { tileControl: waterTile, pageControls: waterPage },
  waterHeater: { pageControls: waterHeaterPage },
};

/** The statuses of rare kinds of parts. */
export const statuses = { readers, alarmsOf };

/** Locks or unlocks, and asks for the PIN if needed. */
export const turnLock = turn;

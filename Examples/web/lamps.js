// Lists the lamps of a home and switches them.
import { connect, HearthError } from "http://127.0.0.1:4327/sdk/v1/hearth.js";

const form = /** @type {HTMLFormElement} */ (document.querySelector("form"));
const status = /** @type {HTMLElement} */ (document.querySelector("p"));
const list = /** @type {HTMLElement} */ (document.querySelector("ul"));

/** @param {unknown} error */
function tell(error) {
  if (!(error instanceof HearthError)) throw error;
  status.textContent = error.message;
}

form.addEventListener("submit", (event) => {
  event.preventDefault();
  const authorization = `Bearer ${new FormData(form).get("token")}`;
  connect(undefined, { authorization }).then((home) => {
    form.remove();
    for (const device of home.devices()) if (device.has("OnOff") && device.has("LevelControl")) list.append(row(device));
  }).catch(tell);
});

/** @param {import("http://127.0.0.1:4327/sdk/v1/hearth.js").Device} device */
function row(device) {
  const lamp = device.trait("OnOff");
  const button = document.createElement("button");
  const show = () => (button.textContent = `${device.name} (${device.room?.name ?? "no room"}): ${lamp.attributes.onOff ? "on" : "off"}`);
  button.addEventListener("click", () => lamp.toggle().catch(tell));
  lamp.onChange(show);
  show();
  const item = document.createElement("li");
  item.append(button);
  return item;
}

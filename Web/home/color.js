// Colors of lamps: from Matter's numbers to what a screen shows.

/**
 * @param {number} hue 0 to 254, Matter's full circle
 * @param {number} saturation 0 to 254
 */
export const chroma = (hue, saturation) => `hsl(${Math.round((hue / 254) * 360)} 90% ${Math.round(92 - (saturation / 254) * 37)}%)`;

/**
 * White light of a temperature, by a fit of black bodies that is good enough for a screen.
 *
 * @param {number} mireds
 */
export function whiteOf(mireds) {
  const temperature = 10_000 / Math.max(50, mireds);
  const red = temperature <= 66 ? 255 : 329.7 * (temperature - 60) ** -0.1332;
  const green = temperature <= 66 ? 99.47 * Math.log(temperature) - 161.1 : 288.1 * (temperature - 60) ** -0.0755;
  const blue = temperature >= 66 ? 255 : temperature <= 19 ? 0 : 138.5 * Math.log(temperature - 10) - 305;
  return `rgb(${[red, green, blue].map((one) => Math.round(Math.min(255, Math.max(0, one)))).join(" ")})`;
}

/** @param {number} mireds */
export const kelvin = (mireds) => Math.round(1_000_000 / Math.max(1, mireds) / 10) * 10;

// Converts the colors of lamps from Matter's numbers to CSS colors.

/**
 * @param {number} hue 0 to 254, Matter's full circle
 * @param {number} saturation 0 to 254
 */
export const chroma = (hue, saturation) => `hsl(${Math.round((hue / 254) * 360)} 90% ${Math.round(92 - (saturation / 254) * 37)}%)`;

/**
 * White light of a color temperature, by an approximation of black-body radiation that suffices for a screen.
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

/**
 * A chromaticity of the CIE 1931 diagram at full brightness, as close as a screen can show it.
 *
 * @param {number} x 0 to 65,535
 * @param {number} y
 * @returns {[red: number, green: number, blue: number]} 0 to 1
 */
export function rgbOfPlace(x, y) {
  const [across, up] = [x / 65_536, Math.max(y / 65_536, 0.0001)];
  const [far, deep] = [across / up, (1 - across - up) / up];
  const linear = [3.2406 * far - 1.5372 - 0.4986 * deep, -0.9689 * far + 1.8758 + 0.0415 * deep, 0.0557 * far - 0.204 + 1.057 * deep].map((one) => Math.max(0, one));
  const most = Math.max(...linear, 0.0001);
  const [red = 0, green = 0, blue = 0] = linear.map((one) => one / most).map((one) => (one <= 0.0031308 ? 12.92 * one : 1.055 * one ** (1 / 2.4) - 0.055));
  return [red, green, blue];
}

/** @param {number} x @param {number} y @returns a CSS color */
export const placeColor = (x, y) => `rgb(${rgbOfPlace(x, y).map((one) => Math.round(one * 255)).join(" ")})`;

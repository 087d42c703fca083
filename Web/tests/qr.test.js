import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { qrCode } from "../lib/qr.js";

/** @param {boolean[][]} rows @returns {string} the code as a picture in portable gray, 6 pixels a module, with its quiet zone */
function picture(rows) {
  const size = rows.length + 8;
  const line = (/** @type {number} */ row) => Array.from({ length: size }, (_, column) => Array(6).fill(rows[row - 4]?.[column - 4] ? 0 : 255).join(" ")).join(" ");
  return `P2\n${size * 6} ${size * 6}\n255\n${Array.from({ length: size * 6 }, (_, row) => line(Math.floor(row / 6))).join("\n")}\n`;
}

const hasReader = spawnSync("zbarimg", ["--version"]).status === 0;

test("an independent reader decodes a code of each version", { skip: hasReader ? false : "zbarimg is not installed" }, () => {
  const folder = mkdtempSync(join(tmpdir(), "qr-"));
  try {
    // The longest text that fits, and one byte less or more.
    const lengths = [1, 14, 26, 42, 62, 84, 106, 122, 152, 180, 213, 251, 287, 331, 362, 412];
    const texts = ["https://192.168.1.20:4327/#claim=ABCDEFGHJKLMNPQRSTUVWX", ...lengths.map((length) => "https://hearth.local/#claim=".repeat(20).slice(0, length))];
    for (const text of texts) {
      const rows = qrCode(text);
      assert.ok(rows);
      const file = join(folder, "code.pgm");
      writeFileSync(file, picture(rows));
      const { stdout } = spawnSync("zbarimg", ["--quiet", "--raw", "-Sdisable", "-Sqrcode.enable", file], { encoding: "utf8" });
      assert.equal(stdout, `${text}\n`, `${text.length} characters`);
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test("a code has the smallest version that fits", () => {
  const sizes = [14, 15, 26, 27, 106, 107, 180, 181, 412].map((length) => qrCode("a".repeat(length))?.length);
  assert.deepEqual(sizes, [21, 25, 25, 29, 41, 45, 53, 57, 77]);
  assert.equal(qrCode("a".repeat(413)), undefined);
  assert.equal(qrCode("ä".repeat(206))?.length, 77);
});

test("a code equals one that a reader has decoded before", () => {
  const rows = ["#######...#.#.#######", "#.....#.#...#.#.....#", "#.###.#..##...#.###.#", "#.###.#...###.#.###.#", "#.###.#.#####.#.###.#"];
  assert.deepEqual(qrCode("hearth")?.slice(0, 5).map((row) => row.map((isDark) => (isDark ? "#" : ".")).join("")), rows);
});

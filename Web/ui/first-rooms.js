// Finds the rooms that fit on the screen, which are rendered first.

/** The least heights in pixels: of the head above the rooms, of a room's heading, and of a row of tiles. */
const heights = { head: 150, room: 70, row: 156 };

/**
 * The first rooms that fill the screen, estimated so that there is rather a row too many than one too few.
 *
 * @template {{readonly entries: readonly {readonly parts: readonly unknown[]}[]}} Room with a tile for each part
 * @param {readonly Room[]} rooms
 * @param {number} width of the screen, in pixels
 * @param {number} height
 * @returns {readonly Room[]} `rooms` itself if all of them fit
 */
export function firstRooms(rooms, width, height) {
  const columns = Math.ceil(Math.min(width, 1_200) / 200);
  /** @type {Room[]} */
  const found = [];
  let isWhole = true;
  let left = Math.max(1, height - heights.head);
  for (const room of rooms) {
    if (left <= 0) break;
    left -= heights.room;
    const most = columns * Math.max(1, Math.ceil(left / heights.row));
    /** @type {Room["entries"][number][]} */
    const entries = [];
    let tiles = 0;
    for (const entry of room.entries) {
      if (tiles >= most) break;
      entries.push(entry);
      tiles += entry.parts.length;
    }
    left -= Math.ceil(tiles / columns) * heights.row;
    if (entries.length < room.entries.length) isWhole = false;
    found.push({ ...room, entries });
  }
  return isWhole && found.length === rooms.length ? rooms : found;
}

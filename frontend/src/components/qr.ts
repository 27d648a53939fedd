/** QR codes as the outline of their dark squares. Fetched only when one is shown. */

import { encode } from "uqr";

/** The light margin that readers need, in squares. */
const QUIET = 4;

export interface QrDrawing {
  /** Width and height of the whole picture with its margin, in squares. */
  size: number;
  /** An SVG path, one unit a square. */
  path: string;
}

/** One rectangle for every unbroken run of dark squares of a row. */
export function pathOf(rows: readonly (readonly boolean[])[]): string {
  let path = "";
  rows.forEach((row, y) => {
    for (let x = 0; x < row.length; x++) {
      if (!row[x]) continue;
      const start = x;
      while (row[x + 1]) x++;
      const width = x + 1 - start;
      path += `M${start} ${y}h${width}v1h-${width}z`;
    }
  });
  return path;
}

export function drawQr(text: string): QrDrawing {
  const { size, data } = encode(text, { ecc: "M", border: QUIET });
  return { size, path: pathOf(data) };
}

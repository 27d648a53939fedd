import { expect, test } from "vitest";
import { drawQr, pathOf } from "./qr";

/** The dark squares that `path` covers, as "x,y". */
function dark(path: string): Set<string> {
  const squares = new Set<string>();
  for (const [, x, y, width] of path.matchAll(/M(\d+) (\d+)h(\d+)v1h-\d+z/g)) {
    for (let n = 0; n < Number(width); n++) squares.add(`${Number(x) + n},${y}`);
  }
  return squares;
}

test("runs of dark squares become rectangles", () => {
  expect(pathOf([[true, true, false, true], [false, false, false, false], [false, true, true, true]])).toBe(
    "M0 0h2v1h-2zM3 0h1v1h-1zM1 2h3v1h-3z",
  );
});

test("a code has its three finders and a margin of four light squares all round", () => {
  const { size, path } = drawQr("https://meja.example/r/KQ7M2P");
  const squares = dark(path);
  for (const [left, top] of [[4, 4], [size - 11, 4], [4, size - 11]] as const) {
    for (let n = 0; n < 7; n++) {
      expect(squares.has(`${left + n},${top}`)).toBe(true);
      expect(squares.has(`${left},${top + n}`)).toBe(true);
    }
    expect(squares.has(`${left + 1},${top + 1}`)).toBe(false);
    expect(squares.has(`${left + 3},${top + 3}`)).toBe(true);
  }
  for (const square of squares) {
    for (const place of square.split(",").map(Number)) {
      expect(place).toBeGreaterThanOrEqual(4);
      expect(place).toBeLessThan(size - 4);
    }
  }
});

test("another text is another code", () => {
  expect(drawQr("https://meja.example/r/KQ7M2P").path).not.toBe(drawQr("https://meja.example/r/KQ7M2Q").path);
});

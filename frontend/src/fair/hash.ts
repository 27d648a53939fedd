/**
 * SHA-256 and HMAC-SHA-256: the browser's own where the page came over a safe line, else those
 * of @noble/hashes, fetched only then.
 */

import type { Bytes } from "./bytes";

/** The browser's own hashes; undefined on a page from a plain http:// address. */
function own(): SubtleCrypto | undefined {
  return globalThis.crypto.subtle as SubtleCrypto | undefined;
}

const library = () => import("./library");

export async function sha256(data: Bytes): Promise<Bytes> {
  const subtle = own();
  if (!subtle) return (await library()).sha256(data);
  return new Uint8Array(await subtle.digest("SHA-256", data));
}

export type Mac = (message: Bytes) => Promise<Bytes>;

/** HMAC-SHA-256 with `key`. */
export async function hmacWith(key: Bytes): Promise<Mac> {
  const subtle = own();
  if (!subtle) {
    const { hmac } = await library();
    return async (message) => hmac(key, message);
  }
  const algorithm = { name: "HMAC", hash: "SHA-256" };
  const imported = await subtle.importKey("raw", key, algorithm, false, ["sign"]);
  return async (message) => new Uint8Array(await subtle.sign("HMAC", imported, message));
}

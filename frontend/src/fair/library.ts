/** The hashes for browsers that offer none: a chunk of its own. */

import { hmac as hmacOf } from "@noble/hashes/hmac.js";
import { sha256 as sha256Of } from "@noble/hashes/sha2.js";
import type { Bytes } from "./bytes";

export const sha256 = (data: Bytes): Bytes => new Uint8Array(sha256Of(data));
export const hmac = (key: Bytes, message: Bytes): Bytes =>
  new Uint8Array(hmacOf(sha256Of, key, message));

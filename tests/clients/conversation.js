// What the scripts beside this one have in common: the test tells them something in lines of JSON, and they answer so.
import { webcrypto } from "node:crypto";
import { createInterface } from "node:readline";

// Node 18 has these, but not where browsers have them. Clients look there when they are loaded, which is after this.
globalThis.crypto ??= webcrypto;
globalThis.CryptoKey ??= webcrypto.CryptoKey;

const lines = createInterface({ input: process.stdin })[Symbol.asyncIterator]();

export const hear = async () => JSON.parse((await lines.next()).value);

export const say = (told) => console.log(JSON.stringify(told));

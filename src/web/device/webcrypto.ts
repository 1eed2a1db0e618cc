/** Takes the place of Node's module `crypto` in the browser's code (vite.config.ts). @public */
export const webcrypto = globalThis.crypto;

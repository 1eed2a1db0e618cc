/** Maximum bytes of the photograph of a text: as a phone makes it, as it is sent, and as the server keeps it. */
export const MAX_TEXT_PHOTO_BYTES: number = 300 * 1024;

/** Tries of a photograph that may have cost data, after which it is sent only when the parent asks for it: 3 MB at most. */
export const MAX_PHOTO_TRIES = 10;

/** Tries of a photograph that may have cost data, after which it is sent only when the parent asks for it: 3 MB at most. */
export const MAX_PHOTO_TRIES = 10;

/** Maximum bytes of the photograph of a text: as a phone makes it, as it is sent, and as the server keeps it. */
export const MAX_TEXT_PHOTO_BYTES: number = 300 * 1024;

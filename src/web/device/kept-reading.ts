// What the device keeps of reading aloud (reading-store.ts).

/** Sound as it is stored. */
export interface SealedSound {
  type: string;
  key: CryptoKey;
  iv: Uint8Array<ArrayBuffer>;
  bytes: ArrayBuffer;
}

/** A step of a reading, or a dictation or text, that was begun on this device and is not confirmed. */
export interface KeptReading {
  /** The `clientId` under which it will be sent. */
  id: string;
  userId: number;
  childId: number;
  /** What only the screens know: the form, the marks and the answers so far. */
  work: unknown;
  sound?: SealedSound;
  /** Waits for a second listener; the marks of the first are sent. */
  isForSecond?: true;
  /** Left by a child, for the parent to mark. */
  isForParent?: true;
  /** A dictation or a text instead of a reading. */
  isWriting?: true;
  /** When it was first kept, and when it is erased. By `countedNow`, in milliseconds; earlier versions stored no `keptAt`. */
  keptAt?: number;
  eraseAt: number;
}

/** What a class reads, as this device keeps it for use without network. */
export interface KeptReadingPack {
  /** Class and whether it has what children must not see: "2:parent"; of writing "writing-2:parent". */
  key: string;
  isForParent: boolean;
  /** Absent: a pack belongs to no family. */
  userId?: number;
  pack: unknown;
}

/** What this device knows of a child that reads, calculates or writes, for use without network. */
export interface KeptReader {
  childId: number;
  userId: number;
  reader?: unknown;
  calculator?: unknown;
  /** What the screens of writing know of the child. */
  writer?: unknown;
}

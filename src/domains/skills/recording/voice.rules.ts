// Tells from the level of a microphone when a child begins and ends to read. Levels are root mean squares from 0 to 1.

/** Milliseconds between two levels. */
export const FRAME_MS = 50;
/** Frames at the beginning from which the noise of the room is taken. */
const ROOM_FRAMES = 8;
/** How much louder than the room a voice is: 8 dB. */
const ABOVE_ROOM = 2.5;
/** A voice is never quieter than this, or a silent microphone would hear one in its own noise. */
const QUIETEST = 0.006;
/** Frames in a row that make a voice: a knock is shorter. */
const FRAMES_OF_VOICE = 4;

export interface Listening {
  /** Level of the room's noise; falls at once, rises slowly. */
  readonly room: number;
  readonly frames: number;
  /** Frames above the room in a row. */
  readonly above: number;
  /** When the first voice began, in milliseconds since listening began; null before it. */
  readonly began: number | null;
  /** When the last voice ended so far. */
  readonly ended: number | null;
}

export const LISTENING: Listening = { room: Number.POSITIVE_INFINITY, frames: 0, above: 0, began: null, ended: null };

/** Returns the state after one more level. */
export function hear(before: Listening, level: number): Listening {
  const frames = before.frames + 1;
  const isRoom = frames <= ROOM_FRAMES;
  // While the room is learned its quietest level counts; a child that begins at once is heard as soon as it pauses.
  const room = isRoom ? Math.min(before.room, level) : Math.min(level, before.room * 1.002);
  const isAbove = frames > 2 && level > Math.max(room * ABOVE_ROOM, QUIETEST);
  const above = isAbove ? before.above + 1 : 0;
  const isVoice = above >= FRAMES_OF_VOICE;
  const now = frames * FRAME_MS;
  return {
    room: Math.max(room, 1e-6),
    frames,
    above,
    began: before.began ?? (isVoice ? now - FRAMES_OF_VOICE * FRAME_MS : null),
    ended: isVoice ? now : before.ended,
  };
}

import { type CallError, offline } from '../../../../web/call/call.ts';
import type { ReadingPack } from '../reading.contract.ts';
import cacussos from './sounds/ear-cacussos.ogg';
import canoa from './sounds/ear-canoa.ogg';
import vento from './sounds/ear-vento.ogg';
import times from './sounds/times.json' with { type: 'json' };

const ADDRESSES: Readonly<Record<string, string>> = {
  'ear-cacussos': cacussos,
  'ear-vento': vento,
  'ear-canoa': canoa,
};
const TIMES: Readonly<Record<string, { seconds: number; starts: readonly number[] }>> = times;

export type EarRecording = ReadingPack['ear'][number];

export interface EarSound {
  sound: Blob;
  /** Length of the whole recording. */
  seconds: number;
  /** Where each word of the text begins, in seconds. */
  starts: readonly number[];
}

/** A sound under way, here, or the failure to bring it. */
export interface SoundState {
  brought: EarSound | undefined;
  error: CallError | undefined;
  again: () => void;
}

/** Returns whether this build has a recording's sound. */
export const hasSound = (recordingId: string): boolean => recordingId in ADDRESSES;

/**
 * Returns the sound of a recording. It is fetched whole, so that it can be moved along without a server that sends parts of files; the
 * service worker keeps it like every file of the build.
 *
 * @throws CallError if it cannot be fetched
 */
export async function bringSound(recordingId: string): Promise<EarSound> {
  const response = await fetch(ADDRESSES[recordingId] ?? '').catch(() => undefined);
  if (!response?.ok) throw offline();
  const sound = new Blob([await response.arrayBuffer()], { type: 'audio/ogg' });
  return { sound, ...(TIMES[recordingId] ?? { seconds: 0, starts: [] }) };
}

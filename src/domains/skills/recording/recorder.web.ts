import { FRAME_MS, hear, LISTENING } from './voice.rules.ts';

/** Longest recording, in milliseconds. */
const LONGEST_MS = 180_000;
const BITS_PER_SECOND = 24_000;

/** Why there is no microphone. */
export type NoMicrophone = 'refused' | 'busy' | 'cannot';
export const NO_MICROPHONE: Readonly<Record<NoMicrophone, string>> = {
  refused: 'O microfone está fechado para esta página. Abra-o nas definições do telemóvel, ou leia em papel.',
  busy: 'Outra aplicação está a usar o microfone. Feche-a e tente de novo, ou leia em papel.',
  cannot: 'Este navegador não grava. Leia em papel e marque já.',
};

/** Returns whether this browser can record and keep sound encrypted. */
export const canRecord = (): boolean =>
  typeof MediaRecorder !== 'undefined' &&
  navigator.mediaDevices?.getUserMedia !== undefined &&
  globalThis.crypto?.subtle !== undefined &&
  typeOfSound() !== undefined;

/** Opus where the browser has it; Safari records AAC in MP4. */
const typeOfSound = () =>
  ['audio/webm;codecs=opus', 'audio/ogg;codecs=opus', 'audio/mp4'].find((type) => MediaRecorder.isTypeSupported(type));

/** Asks for the microphone. @throws the reason why there is none. */
export async function openMicrophone(): Promise<MediaStream> {
  if (!canRecord()) throw 'cannot' satisfies NoMicrophone;
  try {
    return await navigator.mediaDevices.getUserMedia({
      audio: { channelCount: 1, echoCancellation: false, noiseSuppression: false, autoGainControl: true },
    });
  } catch (error) {
    const { name } = error as DOMException;
    throw (
      name === 'NotFoundError' ? 'cannot' : name === 'NotAllowedError' || name === 'SecurityError' ? 'refused' : 'busy'
    ) satisfies NoMicrophone;
  }
}

/** Why a recording ended. `stopped`: by the button; `taken`: by a call or another app; `hidden`: the page was left or the screen went off. */
export type RecordingEnd = 'stopped' | 'full' | 'taken' | 'hidden';

export interface Recorded {
  sound: Blob;
  end: RecordingEnd;
  /** Seconds from the first voice (or the button) to the last voice, with one decimal. */
  seconds: number;
  /** Where in the sound the first voice begins, in seconds. */
  from: number;
  /** Whether a voice was heard at all. */
  isHeard: boolean;
}

export interface Recorder {
  /** The grown-up says that the child began. */
  begin(): void;
  stop(end?: RecordingEnd): void;
}

interface Listeners {
  /** The child began to read. */
  onBegin(): void;
  /** A minute after the beginning. */
  onMinute(): void;
  onEnd(recorded: Recorded): void;
}

/** Records from a microphone until `stop`, a call, a hidden page or three minutes; the microphone is then closed. */
export function record(stream: MediaStream, { onBegin, onMinute, onEnd }: Listeners): Recorder {
  const recorder = new MediaRecorder(stream, {
    mimeType: typeOfSound() as string,
    audioBitsPerSecond: BITS_PER_SECOND,
  });
  const chunks: Blob[] = [];
  const context = new AudioContext();
  // A browser may begin suspended, as Safari does after the question about the microphone: then no voice would be heard.
  const wake = () => void context.resume().catch(() => {});
  wake();
  const analyser = context.createAnalyser();
  analyser.fftSize = 2048;
  context.createMediaStreamSource(stream).connect(analyser);
  const wave = new Float32Array(analyser.fftSize);
  const startedAt = performance.now();
  let state = LISTENING;
  let begun: number | null = null;
  let isMinuteOver = false;
  let end: RecordingEnd | undefined;

  const elapsed = () => performance.now() - startedAt;
  const begin = (at: number) => {
    if (begun !== null) return;
    wake();
    begun = at;
    onBegin();
  };
  const listen = () => {
    analyser.getFloatTimeDomainData(wave);
    const level = Math.sqrt(wave.reduce((sum, value) => sum + value * value, 0) / wave.length);
    // A slow phone skips frames; the state counts time by frames.
    while (state.frames < elapsed() / FRAME_MS) state = hear(state, level);
    if (state.began !== null) begin(state.began);
    if (begun !== null && !isMinuteOver && elapsed() - begun >= 60_000) {
      isMinuteOver = true;
      signal(context);
      onMinute();
    }
    if (elapsed() >= LONGEST_MS) stop('full');
  };
  const timer = setInterval(listen, FRAME_MS);
  const onHidden = () => {
    if (document.visibilityState === 'hidden') stop('hidden');
  };
  document.addEventListener('visibilitychange', onHidden);
  for (const track of stream.getTracks()) {
    track.addEventListener('ended', () => stop('taken'));
    track.addEventListener('mute', () => stop('taken'));
  }

  function stop(why: RecordingEnd = 'stopped'): void {
    if (end) return;
    end = why;
    clearInterval(timer);
    document.removeEventListener('visibilitychange', onHidden);
    const stoppedAt = elapsed();
    recorder.addEventListener('stop', () => {
      for (const track of stream.getTracks()) track.stop();
      void context.close().catch(() => {});
      const from = begun ?? 0;
      const until = state.ended !== null && state.ended > from ? Math.min(state.ended, stoppedAt) : stoppedAt;
      const sound = new Blob(chunks, { type: recorder.mimeType.split(';')[0] ?? '' });
      const seconds = Math.max(1, Math.round((until - from) / 100) / 10);
      onEnd({ sound, end: why, seconds, from: from / 1000, isHeard: state.began !== null });
    });
    if (recorder.state === 'inactive') recorder.dispatchEvent(new Event('stop'));
    else recorder.stop();
  }
  recorder.addEventListener('dataavailable', ({ data }) => chunks.push(data));
  // What was recorded is handed over each second, so that a call in the middle leaves the rest.
  recorder.start(1000);
  return { begin: () => begin(elapsed()), stop };
}

/** A soft tone and a short vibration: the grown-up knows that a minute is over, the child need not notice. */
function signal(context: AudioContext): void {
  navigator.vibrate?.(80);
  const tone = context.createOscillator();
  const volume = context.createGain();
  volume.gain.setValueAtTime(0.05, context.currentTime);
  volume.gain.exponentialRampToValueAtTime(0.001, context.currentTime + 0.4);
  tone.frequency.value = 520;
  tone.connect(volume).connect(context.destination);
  tone.start();
  tone.stop(context.currentTime + 0.4);
}

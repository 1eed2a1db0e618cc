import { useEffect, useState } from 'react';
import { synth, useVoices, voiceFor } from '../device/voices.ts';
import { cx } from '../ui/base/cx.ts';
import { IconSpeak } from '../ui/base/Icon.tsx';
import styles from './ReadAloud.module.css';

/** A piece of text and its language. */
export interface Spoken {
  text: string;
  language: 'pt' | 'en';
}

interface ReadAloudProps {
  pieces: readonly Spoken[];
  /** Shown in the flow of the text instead of the corner of a question's sheet. */
  inline?: boolean;
  /** Shown on the right of an option, as an icon without text. */
  corner?: boolean;
  /** Label; "Ouvir" by default. */
  label?: string | undefined;
  /** Called with the index of the piece being read, and with null at the end. */
  onPiece?: ((index: number | null) => void) | undefined;
  /** Called each time reading starts. */
  onStart?: (() => void) | undefined;
  /** Starts without a tap, as soon as there is a voice. */
  byItself?: boolean | undefined;
}

/** "Ouvir": reads the pieces aloud in order; a second tap stops it. Renders nothing if the device has no voice for them. */
export function ReadAloud({ pieces, inline, corner, label = 'Ouvir', onPiece, onStart, byItself }: ReadAloudProps) {
  const [reading, setReading] = useState(false);
  const able = useVoices(pieces);
  useEffect(() => () => synth?.cancel(), []);

  const read = () => {
    synth?.cancel();
    onPiece?.(null);
    if (reading) return setReading(false);
    onStart?.();
    // Each piece is a separate utterance, because several browsers stop in the middle of a long one.
    pieces.forEach(({ text, language }, index) => {
      const utterance = new SpeechSynthesisUtterance(text);
      const voice = voiceFor(language);
      utterance.lang = voice?.lang ?? (language === 'pt' ? 'pt-PT' : 'en-GB');
      utterance.voice = voice ?? null;
      utterance.rate = 0.9;
      const over = () => {
        setReading(false);
        onPiece?.(null);
      };
      utterance.onstart = () => onPiece?.(index);
      if (index === pieces.length - 1) utterance.onend = over;
      utterance.onerror = over;
      synth?.speak(utterance);
    });
    setReading(true);
  };

  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each question, when there is a voice
  useEffect(() => {
    if (byItself && able) read();
  }, [byItself, able]);

  if (!able) return null;
  return (
    <button
      type="button"
      className={cx(inline ? styles.inline : corner ? styles.corner : styles.listen, reading && styles.listening)}
      aria-pressed={reading}
      onClick={read}
    >
      <IconSpeak {...((inline || corner) && { size: 20 })} />
      {corner ? <span className="sr">{label}</span> : <span>{reading ? 'Parar' : label}</span>}
    </button>
  );
}

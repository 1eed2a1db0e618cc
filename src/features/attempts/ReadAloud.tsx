import { useEffect, useState } from 'react';
import { cx } from '../../web/ui/cx.ts';
import { IconSpeak } from '../../web/ui/RareIcon.tsx';
import styles from './TakeTest.module.css';

/** A piece of text and the language it is in. */
export interface Spoken {
  text: string;
  language: 'pt' | 'en';
}

const synth = typeof window === 'undefined' ? undefined : window.speechSynthesis;

/** The voice for a language, the nearest first; undefined where the device has none and is left to choose. */
function voiceFor(language: Spoken['language']): SpeechSynthesisVoice | undefined {
  const voices = synth?.getVoices() ?? [];
  for (const wanted of language === 'pt' ? ['pt-ao', 'pt-pt', 'pt'] : ['en-gb', 'en']) {
    const voice = voices.find(({ lang }) => lang.toLowerCase().replace('_', '-').startsWith(wanted));
    if (voice) return voice;
  }
  return undefined;
}

/** Whether the device can read this: a list of voices without the language means that it cannot; no list at all is Android. */
const canRead = (language: Spoken['language']) =>
  synth !== undefined &&
  typeof SpeechSynthesisUtterance !== 'undefined' &&
  (synth.getVoices().length === 0 || voiceFor(language) !== undefined);

/** "Ouvir": reads the question and its options aloud; a second tap stops it. Nothing where the device cannot. */
export function ReadAloud({ pieces }: { pieces: readonly Spoken[] }) {
  const [reading, setReading] = useState(false);
  const [, setVoices] = useState(0);

  useEffect(() => {
    const arrived = () => setVoices((count) => count + 1);
    synth?.addEventListener?.('voiceschanged', arrived);
    return () => {
      synth?.removeEventListener?.('voiceschanged', arrived);
      synth?.cancel();
    };
  }, []);

  if (!synth || !pieces.every(({ language }) => canRead(language))) return null;

  const toggle = () => {
    synth.cancel();
    if (reading) return setReading(false);
    // One utterance a piece: several browsers fall silent in the middle of a long one.
    pieces.forEach(({ text, language }, index) => {
      const utterance = new SpeechSynthesisUtterance(text);
      const voice = voiceFor(language);
      utterance.lang = voice?.lang ?? (language === 'pt' ? 'pt-PT' : 'en-GB');
      utterance.voice = voice ?? null;
      utterance.rate = 0.9;
      const over = () => setReading(false);
      if (index === pieces.length - 1) utterance.onend = over;
      utterance.onerror = over;
      synth.speak(utterance);
    });
    setReading(true);
  };
  return (
    <button
      type="button"
      className={cx(styles.listen, reading && styles.listening)}
      aria-pressed={reading}
      onClick={toggle}
    >
      <IconSpeak />
      {reading ? 'Parar' : 'Ouvir'}
    </button>
  );
}

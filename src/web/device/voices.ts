import { useEffect, useState } from 'react';
import { useHydrated } from './now.ts';

type Language = 'pt' | 'en';

export const synth = typeof window === 'undefined' ? undefined : window.speechSynthesis;

/** Returns the best voice for a language, or undefined if the device has none. */
export function voiceFor(language: Language): SpeechSynthesisVoice | undefined {
  const voices = synth?.getVoices() ?? [];
  for (const wanted of language === 'pt' ? ['pt-ao', 'pt-pt', 'pt'] : ['en-gb', 'en']) {
    const voice = voices.find(({ lang }) => lang.toLowerCase().replace('_', '-').startsWith(wanted));
    if (voice) return voice;
  }
  return undefined;
}

/** Returns whether the device has a voice for this language: another language's voice would be unintelligible. */
const canRead = (language: Language) =>
  typeof SpeechSynthesisUtterance !== 'undefined' && voiceFor(language) !== undefined;

/** Portuguese alone, for `useVoices`. */
export const PORTUGUESE = [{ language: 'pt' }] as const;

/** Returns whether the device has voices for all of these; updated as its list of voices loads and changes. */
export function useVoices(pieces: readonly { language: Language }[]): boolean {
  const [, setVoices] = useState(0);
  useEffect(() => {
    const arrived = () => setVoices((count) => count + 1);
    synth?.addEventListener?.('voiceschanged', arrived);
    return () => synth?.removeEventListener?.('voiceschanged', arrived);
  }, []);
  // The server has no voices.
  return useHydrated() && synth !== undefined && pieces.every(({ language }) => canRead(language));
}

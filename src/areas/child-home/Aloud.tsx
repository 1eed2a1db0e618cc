import { type ComponentProps, useSyncExternalStore } from 'react';
import { helpful } from '../../web/parts/lazily.tsx';

const ReadAloud = helpful(async () => ({ default: (await import('../../web/parts/ReadAloud.tsx')).ReadAloud }));

const voices = typeof window === 'undefined' ? undefined : window.speechSynthesis;
const onVoices = (changed: () => void) => {
  voices?.addEventListener?.('voiceschanged', changed);
  return () => voices?.removeEventListener?.('voiceschanged', changed);
};
const hasVoice = () => (voices?.getVoices() ?? []).length > 0;

/** Renders "Ouvir", whose code only a telephone with a voice fetches. Its place is kept free. */
export const Aloud = (props: ComponentProps<typeof ReadAloud>) =>
  useSyncExternalStore(onVoices, hasVoice, () => false) && <ReadAloud {...props} />;

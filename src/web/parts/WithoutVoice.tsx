import { useEffect, useState } from 'react';
import { PORTUGUESE, useVoices } from '../device/voices.ts';
import { Notice } from '../ui/lists/Card.tsx';

/** Milliseconds in which a browser that has voices lists them. */
const VOICES_MS = 1_500;

/** Tells the parent of a child who is learning to read that this phone cannot read to it, once its list of voices should be there. */
export function WithoutVoice() {
  const canSpeak = useVoices(PORTUGUESE);
  const [waited, setWaited] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setWaited(true), VOICES_MS);
    return () => clearTimeout(timer);
  }, []);
  if (canSpeak || !waited) return null;
  return (
    <Notice>
      Este telemóvel não tem voz em português. Sente-se ao lado da criança e leia-lhe as perguntas e as respostas, sem
      dizer qual é a certa.
    </Notice>
  );
}

import { useEffect } from 'react';
import Writing from '../domains/skills/writing/Writing.tsx';
import { inChildMode } from '../web/call/child-mode.ts';
import { OfReader } from './OfReader.tsx';

/** Renders a dictation or a text of a child. */
export default function WritingRoute() {
  // The next screen of a text, which has to open without network too.
  useEffect(() => {
    if (!inChildMode()) import('./opinion.tsx').then(({ bringCode }) => bringCode()).catch(() => {});
  }, []);
  return <OfReader screen={(childId) => <Writing childId={childId} />} />;
}
